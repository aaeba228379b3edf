/**
 * Prints the overview: what was kept at once, and in its place what the service answers within a second and a half. No local service is
 * started for it.
 */
import { createAnswerCaches } from '../access/answer-cache.ts';
import { openJournals } from '../access/journals.ts';
import { LOCAL_KEY_MARK } from '../access/service-access.ts';
import { FIRED, firingIn } from '../alerts/firing.ts';
import { CALLS, type ListCall } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { isListWhole, type ListReply } from '../api/records/replies.ts';
import { asciiText } from '../base/text.ts';
import { clockTimeAndDay } from '../base/time.ts';
import type { Segment } from '../drawing/segments.ts';
import { openHistory } from '../history/open-store.ts';
import { HistoryTrouble } from '../history/store.ts';
import { medianWeeks } from '../history/weeks.ts';
import { readIsHost } from '../money/charges.ts';
import { findMoney, keepMoney, moneyFrom } from '../money/kept-money.ts';
import { type OverviewFacts, searchedFor } from '../overview/facts.ts';
import { overviewOf } from '../overview/layout.ts';
import { marketWeek } from '../overview/market-week.ts';
import { inWidth } from '../overview/part.ts';
import { overviewRecord } from '../overview/record.ts';
import { JOB_LINES, keptJob } from '../pricing/kept-job.ts';
import { historyFile } from '../storage/files/places.ts';
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import { writeText } from './record-writer.ts';
import { withService } from './with-service.ts';

/** So long the service has, ms: the whole command is over within two seconds. */
const PATIENCE_MS = 1500;

/** Cells of a line that goes into a pipe or a file. */
const PIPE_WIDTH = 100;

/** Firings that are told at the most. */
const MOST_FIRINGS = 20;

type Options = CommonOptions & { readonly isJson: boolean };

/** With no service to ask, as where it is the program's own, what was kept is all. */
export const printOverview = async (options: Options, io: CommandIo): Promise<ExitCode> =>
  io.setup.address.kind === 'local'
    ? tell(options, io, { keyMark: LOCAL_KEY_MARK })
    : withService(io, ({ client, keyMark }) => tell(options, io, { client, keyMark }));

type Access = { readonly client?: Client; readonly keyMark: string };

const tell = async (options: Options, io: CommandIo, access: Access): Promise<ExitCode> => {
  const facts = await factsFor(io, access);
  const { setup, columns, stdout, writeError, clock } = io;
  if (options.isJson) {
    await writeText(stdout, `${JSON.stringify(overviewRecord(facts), undefined, 2)}\n`);
    return EXIT.done;
  }
  const { lines } = overviewOf(facts, {
    ...{ width: columns ?? PIPE_WIDTH, height: WHOLE, timeZone: setup.timeZone, nowEpochMs: clock.now() },
    bars: options.isAscii ? 'ascii' : 'blocks',
  });
  if (lines.length === 0) writeError('gpudeck overview: nothing of yours is known yet\n');
  const look = { ...options, hasColour: options.hasColour && columns !== undefined };
  const [, ...below] = lines;
  await writeText(
    stdout,
    [ageLine(facts, io), ...below].map((line) => `${printed(inWidth(line, columns ?? PIPE_WIDTH), look)}\n`).join(''),
  );
  return EXIT.done;
};

/** When the oldest of it was told. */
const ageLine = (
  { instances, machines, windows, money }: OverviewFacts,
  { clock, setup }: CommandIo,
): readonly Segment[] => {
  const told = [instances, machines, windows, money].flatMap((part) => part?.atEpochMs ?? []);
  if (told.length === 0) return [];
  const text = `as of ${clockTimeAndDay(Math.min(...told), clock.now(), setup.timeZone)}`;
  return [{ text, role: 'dim', isAtEnd: true }];
};

/** Lines enough for all rows that there may be. */
const WHOLE = 1000;

const DIM = '\x1b[2m';
const NOT_DIM = '\x1b[22m';

/** A line as text; only what is dim looks otherwise, as in other commands. */
const printed = (line: readonly Segment[], { isAscii, hasColour }: Pick<Options, 'isAscii' | 'hasColour'>): string =>
  line
    .map(({ text, role }) => {
      const shown = isAscii
        ? asciiText(text.replaceAll('…', '~').replaceAll('×', 'x').replaceAll('·', '.').replaceAll('→', '->'))
        : text;
      return hasColour && role === 'dim' && shown.trim() !== '' ? `${DIM}${shown}${NOT_DIM}` : shown;
    })
    .join('')
    .trimEnd();

/** What is known of everything by then. */
const factsFor = async (io: CommandIo, { client, keyMark }: Access): Promise<OverviewFacts> => {
  const { setup, clock } = io;
  const journals = openJournals(setup);
  const { answers = { problem: '' } } = journals.answersOf(setup);
  const keeping: Promise<void>[] = [];
  const caches = createAnswerCaches({
    access: answers,
    clock,
    keyInUse: () => ({ keyMark, redact: client?.redact }),
    run: (task) => void keeping.push(task()),
    say: () => true,
  });
  const patience = new AbortController();
  const stop = clock.after(PATIENCE_MS, () => patience.abort());
  const ask = async <Reply>(call: (service: Client) => Promise<Reply>): Promise<Reply | undefined> => {
    try {
      return client === undefined || patience.signal.aborted ? undefined : await call(client);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  };
  /** What was kept, and what is told now or else that. */
  const listed = async <Kept>(call: ListCall<Kept>) => {
    const cache = caches.of(call);
    const kept = await cache.find();
    const came = await ask((service) => service.list(call, { signal: patience.signal }));
    if (came !== undefined) cache.keep(came, clock.now());
    const told = (reply: ListReply<Kept> | undefined, atEpochMs: number) =>
      reply && { value: reply.records, isPartial: !isListWhole(reply), atEpochMs };
    const before = kept && told(kept.answer, kept.atEpochMs);
    return { before, now: told(came, clock.now()) ?? before };
  };
  const money = async () => {
    const user = await ask((service) => service.read(CALLS.user, undefined, { signal: patience.signal }));
    const atEpochMs = clock.now();
    const rate = await ask((service) => service.read(CALLS.spendRate, undefined, { signal: patience.signal }));
    const isHost = await ask((service) =>
      readIsHost((call, request) => service.read(call, request, { signal: patience.signal }), user, atEpochMs),
    );
    if (user === undefined) return findMoney(answers, keyMark);
    const { credit, balance, autobillThreshold, hasCard } = user;
    const told = { money: { credit, balance, autobillThreshold, hasCard, isHost, rate }, atEpochMs };
    if (client !== undefined) keeping.push(keepMoney(answers, keyMark, told, client.redact));
    return told;
  };
  try {
    const [instances, machines, told, past, searched] = await Promise.all([
      listed(CALLS.instances),
      listed(CALLS.machines),
      money(),
      pastOf(io),
      caches.offers.find(),
    ]);
    const besideRows = <Kept>(rows: readonly unknown[] | undefined, call: ListCall<Kept>) =>
      (rows ?? []).length === 0 ? undefined : listed(call);
    const [windows, increases] = await Promise.all([
      besideRows(machines.now?.value, CALLS.windows),
      besideRows(instances.now?.value, CALLS.priceIncreases),
    ]);
    const journal = journals.of(setup);
    const job = 'problem' in journal ? undefined : keptJob(journal.filterLines(JOB_LINES).list());
    const leases = 'problem' in journal ? [] : journal.leases.list();
    return {
      ...past,
      ...{ instances: instances.now, machines: machines.now, windows: windows?.now, increases: increases?.now },
      before: { instances: instances.before, machines: machines.before },
      ...(!('problem' in leases) && { leases }),
      ...(told !== undefined && {
        money: moneyFrom(told, { instances: instances.now?.isPartial ? undefined : instances.now?.value }),
      }),
      searched: searchedFor(job, searched),
    };
  } finally {
    stop();
    await Promise.all(keeping);
    await journals.close();
  }
};

/** The week of the market, and what has fired; nothing of either where no history can be read. */
const pastOf = async ({
  setup,
  clock,
  accessParts,
}: Pick<CommandIo, 'setup' | 'clock' | 'accessParts'>): Promise<Pick<OverviewFacts, 'market' | 'firings'>> => {
  const { history: named, service, places } = setup;
  if (named === false) return {};
  const opened = await openHistory(named ?? { kind: 'sqlite', file: historyFile(places), isUsual: true }, {
    ...{ clock, environment: accessParts.environment },
    isOnlyRead: true,
    say: () => undefined,
  });
  if ('problem' in opened) return {};
  const { store } = opened;
  try {
    const reads = { ...store, medianWeeks: (wanted: Parameters<typeof medianWeeks>[1]) => medianWeeks(store, wanted) };
    const events = await store.events({ service, kind: FIRED, most: MOST_FIRINGS });
    return {
      firings: events.flatMap((event) => firingIn(event) ?? []),
      market: await marketWeek(reads, service, clock.now()),
    };
  } catch (error) {
    if (error instanceof HistoryTrouble) return {};
    throw error;
  } finally {
    await store.close();
  }
};
