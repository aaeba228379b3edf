/**
 * The client: makes the calls of calls.ts over one dispatcher. It never repeats a call by itself, not even a read: who called
 * decides (docs/promises.md, 1). With a pacing given, each call first waits for its turn.
 */
import { createRecordTable } from '../catalogue/record-table.ts';
import type { HostMachine, Offer } from '../catalogue/values.ts';
import { type Call, type CallToRepeat, callOf } from './call.ts';
import {
  CALLS,
  type EndpointName,
  type ListCall,
  olderCall,
  pathOfMachines,
  type ReadCall,
  type WriteCall,
} from './calls.ts';
import { ApiError, type ErrorFacts } from './errors/error.ts';
import { emptyWhereSaid, optionally } from './errors/explain.ts';
import { redactFacts } from './errors/failure.ts';
import { type CallOptions, type ClientOptions, createCaller, type Reader } from './http/caller.ts';
import { jsonReader } from './http/json-reply.ts';
import { fetchLog, type LogReading, logAddress } from './http/log-fetch.ts';
import { recordFrom, requestFor } from './network-unit.ts';
import { type OnPage, type Page, readPages } from './records/pages.ts';
import {
  createRecordText,
  type NextPage,
  plainRecordText,
  type Received,
  type RecordsReading,
  readRecords,
} from './records/records.ts';
import { isListWhole, type ListReply, type Losses, type SearchReply } from './records/replies.ts';
import { PRIVATE_MEMBERS } from './redact/secret-values.ts';
import type { CommandRequest, LogRequest, SearchRequest } from './requests.ts';
import { templatesPath } from './template-calls.ts';

export type { CallOptions } from './http/caller.ts';

/** What a search takes besides. */
type SearchOptions = CallOptions & {
  /**
   * Called with each batch of offers as they come in, in order, before the reply is complete. Nothing more is read while
   * it takes its time with them, and that time counts against no limit.
   */
  readonly onRecords?: (batch: readonly Received<Offer>[]) => void | Promise<void>;
  /** False when `onRecords` is enough: the reply then lists none, and offers take no memory once they were handed on. */
  readonly keepsRecords?: boolean;
};

/** What a list takes besides. */
type ListOptions<T> = CallOptions & {
  /** Told of each page of a list but the last. */
  readonly onPage?: OnPage<T>;
  /** True where the user has asked for the environment and the script of instances, which hold tokens: else they are taken out. */
  readonly keepsPrivate?: boolean;
  /** True where what was read a moment ago will not do. */
  readonly isFresh?: true;
};

/** Makes the calls. Each fails with an ApiError and with nothing else. */
export type Client = {
  /** Reads a list whole. */
  readonly list: <T>(call: ListCall<T>, options?: ListOptions<T>) => Promise<ListReply<T>>;
  /** Searches offers; more of them than the request's limit are left unread. Offers already handed to `onRecords` stay valid when the call fails later. */
  readonly searchOffers: (request: SearchRequest, options?: SearchOptions) => Promise<SearchReply>;
  /** The call that a search with `request` makes. */
  readonly searchCall: (request: SearchRequest) => Call;
  /** Reads one object; undefined where the service has no such call. */
  readonly read: <Request, Reply>(
    call: ReadCall<Request, Reply>,
    request: Request,
    options?: CallOptions,
  ) => Promise<Reply | undefined>;
  /** The last lines of an instance's log; undefined where the service gives none. */
  readonly log: (request: LogRequest, options?: CallOptions) => Promise<LogReading | undefined>;
  /** What a command printed that reads files of a stopped instance; undefined where the service runs none. */
  readonly output: (request: CommandRequest, options?: CallOptions) => Promise<LogReading | undefined>;
  /** Notifies, creates or replaces, once. A label or reason that holds the key or a secret is refused before it is sent. */
  readonly write: <Request, Reply>(
    call: WriteCall<Request, Reply>,
    request: Request,
    options?: CallOptions,
  ) => Promise<Reply>;
  /** Milliseconds until `endpoint` may be called; 0 when it may be called now. */
  readonly turnInMs: (endpoint: EndpointName) => number;
  /** Makes a call again that only reads (see `callAgain`), for its line in the ledger: what comes back is checked and dropped. */
  readonly repeat: (call: CallToRepeat, options?: CallOptions) => Promise<void>;
  /** Address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** `text` without the key, and without any webhook secret that came back. */
  readonly redact: (text: string) => string;
};

/** More than any caller has of its own; what goes on beyond is a list without an end. */
const LONGEST_LIST = { count: 50_000, isRestLeft: false };

/** Several times a whole market: enough to see that a reply is a list of offers. */
const LONGEST_REPEATED = { count: 100_000, isRestLeft: true };

/** Nothing had to be left out. */
const NOTHING: Losses & NextPage = { malformedRecords: 0, malformedValues: 0 };

/** Reads a reply that is no list of records. */
const wholeReader = (recordsIn: NonNullable<ListCall<unknown>['recordsIn']>) =>
  jsonReader((json) => {
    const value = recordsIn(json);
    return value && { value };
  });

/** Members of a body that other people read, and what they are called. */
const PUBLIC_MEMBERS = [
  ['label', 'label'],
  ['maintenance_reason', 'reason'],
] as const;

const SECRET_WITHIN = 'holds the API key or a secret, which others would read';
/** How long the ids of the caller's machines are not asked for again, in milliseconds: a page and its review name the same ones. */
const MACHINES_HOLD_MS = 60_000;

/** What the caller hosts; not whole where some of it was cut or could not be read. */
type MachineIds = { readonly ids: readonly number[]; readonly isWhole: boolean };

const FOREIGN_ADDRESS = 'The address of the log is neither https nor of this service.';

/** A client for one service and one key. Throws a TypeError when `baseUrl` is no address; nothing is sent yet. */
export const createClient = (options: ClientOptions): Client => {
  const { clock, networkUnit = 'MB/s' } = options;
  const { perform, redactor, baseUrl } = createCaller(options);
  const textOf = createRecordText(redactor);
  const listTextOf = createRecordText(redactor, PRIVATE_MEMBERS);
  /** Calls that the service has shown to lack. */
  const lacking = new Set<EndpointName>();

  /** Reads the records of `list`, and comes back with what had to be left out. */
  const recordsReader =
    <T>(
      { member, check }: Pick<ListCall<T>, 'member' | 'check'>,
      reading: Pick<RecordsReading<T>, 'most' | 'signal' | 'onRecords'> & Partial<RecordsReading<T>>,
    ): Reader<Losses & NextPage> =>
    async (body) => {
      const { textOf: read = textOf } = reading;
      const own = { textOf: (bytes: Buffer) => recordFrom(networkUnit, read(bytes)) };
      const result = await readRecords(body, { name: member, check, clock, ...reading, ...own });
      return 'unexpected' in result ? result : { value: result };
    };

  /** The caller's machines as they were read last: `isTaken` once somebody has asked for them, and not for their ids alone. */
  let machines:
    | { readonly reply: Promise<ListReply<HostMachine>>; readonly untilMs: number; readonly isTaken: boolean }
    | undefined;

  const readMachines = (
    listOptions: ListOptions<HostMachine> | undefined,
    isTaken: boolean,
  ): Promise<ListReply<HostMachine>> => {
    const reply = listed(CALLS.machines, listOptions);
    machines = { reply, untilMs: clock.ticks() + MACHINES_HOLD_MS, isTaken };
    // Where the service has no such call, that holds as long; any other failure says nothing of the next try.
    optionally(() => reply).catch(() => {
      if (machines?.reply === reply) machines = undefined;
    });
    return reply;
  };

  /** `reply`; or what `read` brings, where there is none, and where whoever asked for it has thought better of it. */
  const unlessCancelled = <Reply>(
    reply: Promise<Reply> | undefined,
    { signal }: CallOptions = {},
    read: () => Promise<Reply>,
  ): Promise<Reply> =>
    reply?.catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === 'aborted' && signal?.aborted !== true) return read();
      throw error;
    }) ?? read();

  /** The ids of the caller's machines; undefined where the service has no such call. */
  const machineIds = async (callOptions: CallOptions): Promise<MachineIds | undefined> => {
    const held = machines !== undefined && clock.ticks() < machines.untilMs ? machines.reply : undefined;
    const reply = await optionally(() => unlessCancelled(held, callOptions, () => readMachines(callOptions, false)));
    const ids = reply?.records.flatMap(({ id }) => id ?? []);
    return reply && ids && { ids, isWhole: isListWhole(reply) && ids.length === reply.records.length };
  };

  let userId: number | undefined;

  /** Where the caller's own templates are: found by the id of the user; all that there are where the service does not tell that. */
  const ownTemplatesPath = async (callOptions: CallOptions): Promise<string> => {
    userId ??= (await read(CALLS.user, undefined, callOptions))?.id;
    return templatesPath(userId === undefined ? {} : { creator_id: { eq: userId } });
  };
  const read: Client['read'] = (call, request, callOptions = {}) =>
    optionally(() =>
      perform(
        callOf(call, request),
        callOptions,
        jsonReader((json) => call.understand(json, redactor)),
      ),
    );

  const list: Client['list'] = async <T>(call: ListCall<T>, listOptions?: ListOptions<T>): Promise<ListReply<T>> => {
    if (call.name !== CALLS.machines.name) return listed(call, listOptions);
    // Whoever would have to wait because their ids were asked for a moment ago has what came then.
    const isHeld = listOptions?.isFresh !== true && (options.pacing?.remainingMs('machines') ?? 0) > 0;
    const held = isHeld && !machines?.isTaken ? machines : undefined;
    if (held !== undefined) machines = { ...held, isTaken: true };
    const read = () => readMachines(listOptions as ListOptions<HostMachine>, true);
    return unlessCancelled(held?.reply, listOptions, read) as Promise<ListReply<T>>;
  };

  const listed = async <T>(
    call: ListCall<T>,
    { keepsPrivate = false, onPage, isFresh: _, ...callOptions }: ListOptions<T> = {},
  ): Promise<ListReply<T>> => {
    const asked = pathOfMachines(call.name, []) === undefined ? undefined : await machineIds(callOptions);
    if (asked?.ids.length === 0 && asked.isWhole) return { ...NOTHING, records: [], texts: [] };
    const { recordsIn } = call;
    if (recordsIn !== undefined) {
      const told = await perform(callOf(call, undefined), callOptions, wholeReader(recordsIn));
      const records = told.flatMap((record) => call.check(record)?.record ?? []);
      return { ...NOTHING, records, texts: records.map((record) => redactor.redact(JSON.stringify(record))) };
    }
    const page = async (one: Call): Promise<Page<T>> => {
      const records: T[] = [];
      const texts: string[] = [];
      const reader = recordsReader(call, {
        textOf: keepsPrivate || call.masksPrivate ? textOf : listTextOf,
        most: LONGEST_LIST,
        signal: callOptions.signal,
        onRecords: (batch) => {
          for (const { record, text } of batch) {
            records.push(record);
            texts.push(text);
          }
        },
      });
      const told = await emptyWhereSaid(perform(one, callOptions, reader), NOTHING);
      return { ...told, records, texts };
    };
    const { pageAfter } = call;
    const ofMachines = asked && asked.ids.length > 0 ? pathOfMachines(call.name, asked.ids) : undefined;
    const path = call.name === CALLS.templates.name ? await ownTemplatesPath(callOptions) : ofMachines;
    const first = { ...callOf(call, undefined), ...(path !== undefined && { path }) };
    const whole = () =>
      readPages(
        (token) => page(token === undefined || pageAfter === undefined ? first : { ...first, path: pageAfter(token) }),
        pageAfter === undefined ? 0 : LONGEST_LIST.count,
        onPage,
      );
    const older = olderCall(call.name);
    if (older === undefined) return { ...(await whole()), ...(asked?.isWhole === false && { isTruncated: true }) };
    const newer = lacking.has(call.name) ? undefined : await optionally(whole);
    if (newer !== undefined) return newer;
    lacking.add(call.name);
    return readPages(() => page(callOf(older, undefined)), 0);
  };

  const searchCall: Client['searchCall'] = (request) => callOf(CALLS.search, requestFor(networkUnit, request));

  /** The text that lies at the address which `call` is answered with; undefined where the service has no such call. */
  const fetched = async (call: Call, callOptions: CallOptions = {}): Promise<LogReading | undefined> => {
    const errorOf = (facts: ErrorFacts): ApiError => new ApiError(call, redactFacts(facts, redactor));
    const told = await optionally(() =>
      perform(
        call,
        callOptions,
        jsonReader((json) => CALLS.requestLogs.understand(json, redactor)),
      ),
    );
    if (told === undefined) return undefined;
    const address = logAddress(told.address, baseUrl);
    if (address === undefined) throw errorOf({ kind: 'unreadable', stage: 'answered', text: FOREIGN_ADDRESS });
    const { lines, ...log } = await fetchLog(address, { ...options, signal: callOptions.signal, errorOf });
    // The machine may have written what it was rented with.
    return { ...log, lines: lines.map(redactor.redact), unfinished: redactor.redact(log.unfinished) };
  };

  return {
    baseUrl,
    searchCall,
    redact: redactor.redact,
    turnInMs: (endpoint) => options.pacing?.remainingMs(endpoint) ?? 0,

    list,

    searchOffers: async (request, { onRecords, keepsRecords = true, ...callOptions } = {}) => {
      const table = createRecordTable<Offer>();
      const reader = recordsReader(CALLS.search, {
        most: { count: request.limit, isRestLeft: true },
        signal: callOptions.signal,
        into: keepsRecords ? table : undefined,
        onRecords: (batch) => onRecords?.(batch),
      });
      return { ...(await perform(searchCall(request), callOptions, reader)), records: table.rows };
    },

    read,

    log: (request, callOptions) => fetched(callOf(CALLS.requestLogs, request), callOptions),

    output: (request, callOptions) => fetched(callOf(CALLS.runCommand, request), callOptions),

    write: async (call, request, callOptions = {}) => {
      const asked = callOf(call, request);
      const named = PUBLIC_MEMBERS.find(([member]) => {
        const text = asked.body?.[member];
        return typeof text === 'string' && redactor.redact(text) !== text;
      })?.[1];
      if (named !== undefined)
        throw new ApiError(asked, { kind: 'bad-request', stage: 'connecting', text: `The ${named} ${SECRET_WITHIN}` });
      return perform(
        asked,
        callOptions,
        jsonReader((json) => call.understand(json, redactor, request)),
      );
    },

    repeat: async (call, callOptions = {}) => {
      const row = CALLS[call.endpoint];
      const reader =
        row.kind === 'read'
          ? jsonReader<unknown>((json) => row.understand(json, redactor))
          : 'recordsIn' in row && row.recordsIn !== undefined
            ? wholeReader(row.recordsIn)
            : recordsReader<unknown>(row, {
                textOf: plainRecordText,
                most: LONGEST_REPEATED,
                signal: callOptions.signal,
                onRecords: () => undefined,
              });
      await perform(call, callOptions, reader);
    },
  };
};
