/** Asks for offers and prints those that the whole filter leaves, one batch as soon as it is there, or what each part of the filter keeps. */
import type { Received } from '../../api/records/records.ts';
import type { Losses } from '../../api/records/replies.ts';
import { isSortedHere, LARGEST_LIMIT, type SearchRequest, type SortKey, searchOf } from '../../api/requests.ts';
import { printable } from '../../base/printable.ts';
import { fieldValue, findComputedField } from '../../catalogue/computed-fields.ts';
import { OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, offerColumn } from '../../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../../catalogue/offer-fields.ts';
import type { Offer } from '../../catalogue/values.ts';
import type { FilterLine } from '../../filter/line.ts';
import { offerOrder } from '../../filter/offer-order.ts';
import { parseLine } from '../../filter/parse.ts';
import { printClause, printLine } from '../../filter/print.ts';
import { defaultClauses, wireFilters } from '../../filter/request.ts';
import { createSieve } from '../../filter/sieve.ts';
import { createWaterfall } from '../../filter/waterfall.ts';
import { JOB_FIELDS, type Workload, withJobCost } from '../../pricing/job-cost.ts';
import type { CommonOptions } from '../common-options.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { CommandIo } from '../io.ts';
import { CAUSE_UNKNOWN, formatFor, layoutFor, type Subject, tellLosses } from '../print.ts';
import { createRecordWriter, writeText } from '../record-writer.ts';
import { type SearchStart, withoutDefaults } from '../search-options.ts';
import type { Output } from '../shared-options.ts';
import { readForCommand, readWholeMarket, withService } from '../with-service.ts';

/** The same records with those of `names` that are computed here; null where a part of it is not known. */
const withComputed = (records: readonly Received<Offer>[], names: readonly string[]): readonly Received<Offer>[] => {
  const computed = names.filter((name) => findComputedField(name) !== undefined);
  if (computed.length === 0) return records;
  return records.map(({ record, text }) => {
    const members = Object.fromEntries(computed.map((name) => [name, fieldValue(record, name) ?? null]));
    return { record: { ...record, ...members }, text: joined(text, members) };
  });
};

/** The object `text` with `members` behind its own: of a name that stands twice the last one counts. */
const joined = (text: string, members: Readonly<Record<string, unknown>>): string => {
  const own = text.slice(0, text.lastIndexOf('}')).trimEnd();
  return `${own}${own.endsWith('{') ? '' : ','}${JSON.stringify(members).slice(1)}`;
};

/** What of a search the service cannot be asked for, the order wanted, and the defaults that hold where the filter lifts none. */
export type Rest = Parameters<typeof createSieve>[0] & {
  readonly defaults: Parameters<typeof printLine>[0]['clauses'];
  readonly order: readonly SortKey[];
  /** True where the filter says anything by itself. */
  readonly isFiltered: boolean;
};

type PrintOptions = CommonOptions & {
  readonly output: Output;
  readonly workload: Workload | undefined;
  /** Most offers that are printed, and whether the user said so. */
  readonly limit: number;
  readonly isLimitAsked: boolean;
  /** The columns of the view that is searched with, none where it has the usual ones. */
  readonly columns: readonly string[];
};

/** Prints the offers; resolves to the exit code, every message written. */
export const printOffers = (
  request: SearchRequest,
  rest: Rest,
  options: PrintOptions,
  io: CommandIo,
): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const sieve = createSieve(rest);
    const { workload, limit, isLimitAsked } = options;
    const output = withColumns(options, io);
    const computed = output.fields ?? (workload === undefined ? [] : JOB_FIELDS);
    const subject = workload === undefined ? OFFERS : JOBS;
    const shown = output === options.output ? subject : { ...subject, findColumn: columnAsShown };
    const writer = createRecordWriter(await layoutFor({ ...options, output }, shown, io), io.stdout);
    const noReader = new AbortController();
    const enough = new AbortController();
    const signal = AbortSignal.any([noReader.signal, enough.signal]);
    const isSorted = rest.order.some(([field]) => isSortedHere(field));
    let waiting: Received<Offer>[] = [];
    let received = 0;
    let printed = 0;
    const print = async (offers: readonly Received<Offer>[]): Promise<void> => {
      const isRead = await writer.add(withComputed(offers, computed));
      if (!isRead) noReader.abort();
    };
    const onRecords = async (batch: readonly Received<Offer>[]): Promise<void> => {
      received += batch.length;
      const wanted = batch
        .map(({ record, text }) => ({ record: withJobCost(record, workload), text }))
        .filter(({ record }) => sieve.keeps(record));
      if (isSorted) {
        waiting.push(...wanted);
        return;
      }
      const first = wanted.slice(0, limit - printed);
      printed += first.length;
      await print(first);
      // All are asked for where a rest of the filter is applied here: what comes behind the limit need not come.
      if (printed === limit && request.limit > limit) enough.abort();
    };
    const read = () =>
      readForCommand(
        {
          read: 'search',
          call: (options) => {
            // A reply that broke off is asked for again, from the beginning.
            waiting = [];
            received = 0;
            printed = 0;
            return client.searchOffers(request, { ...options, signal, onRecords, keepsRecords: false });
          },
          isPartOut: () => !isSorted && received > 0,
        },
        client,
        io,
      ).catch((error: unknown) => {
        if (enough.signal.aborted) return { malformedValues: 0, malformedRecords: 0 };
        throw error;
      });
    try {
      const losses: Losses = await read();
      const compare = offerOrder(rest.order);
      if (isSorted) {
        const first = waiting.sort((a, b) => compare(a.record, b.record)).slice(0, limit);
        printed = first.length;
        await print(first);
      }
      if (!(await writer.end())) return EXIT.done;
      const isMore = waiting.length > limit || enough.signal.aborted;
      tellCounts(
        { received, printed, asked: request.limit, isMore, isTruncated: losses.isTruncated === true, isLimitAsked },
        rest,
        io,
      );
      if (printed === 0) tellCauses(received, rest, sieve, io);
      tellLosses(losses, io);
    } catch (error) {
      if (!noReader.signal.aborted) throw error;
    }
    return EXIT.done;
  });

/** Tables and CSV have the columns of the view where no fields are named; JSON is as received. */
const withColumns = ({ output, workload, columns }: PrintOptions, io: Pick<CommandIo, 'columns'>): Output => {
  const format = formatFor(output, io.columns);
  if (output.fields !== undefined || (format !== 'csv' && format !== 'table')) return output;
  const fields = columns.filter(
    (name) => offerColumn(name) !== undefined && (workload !== undefined || !findComputedField(name)?.needsWorkload),
  );
  return fields.length === 0 ? output : { ...output, fields };
};

type Counts = {
  readonly received: number;
  readonly printed: number;
  /** How many offers were asked for at the most. */
  readonly asked: number;
  /** More are left of the filter than were printed. */
  readonly isMore: boolean;
  readonly isTruncated: boolean;
  /** Then it is no news that it was reached. */
  readonly isLimitAsked: boolean;
};

/** Says on stderr what stdout cannot: that there may be more, and that part of the filter was applied only here. */
const tellCounts = (
  { received, printed, asked, isMore, isTruncated, isLimitAsked }: Counts,
  rest: Rest,
  { writeError }: Pick<CommandIo, 'writeError'>,
): void => {
  if (isMore || (received >= asked && asked < LARGEST_LIMIT)) {
    const more = isTruncated && !isMore ? 'are' : 'may be';
    if (!isLimitAsked) writeError(`gpudeck: showing the first ${printed}; there ${more} more offers: raise --limit\n`);
  } else if (received >= asked)
    writeError(`gpudeck: no more than ${received} offers come at once: narrow the filter to find the rest\n`);
  else if (isTruncated)
    writeError(
      `gpudeck: showing the first ${received}; the service cut the list short: narrow the filter to find the rest\n`,
    );
  const sortedHere = rest.order.map(([field]) => field).filter(isSortedHere);
  if (sortedHere.length > 0 && (received >= asked || isTruncated))
    writeError(
      `gpudeck: ${sortedHere.join(', ')} is computed by gpudeck, so only these ${received} offers are sorted by it; others may come before them\n`,
    );
  const applied = printable(printLine(rest));
  const left = isMore ? '' : `; ${printed} of ${received} offers left`;
  if (applied !== '') writeError(`gpudeck: applied to the answer: ${applied}${left}\n`);
};

/** Says on stderr what is known here of why there is nothing to print. */
const tellCauses = (
  received: number,
  { defaults, isFiltered }: Rest,
  { barren, cause }: Pick<ReturnType<typeof createSieve>, 'barren' | 'cause'>,
  { writeError }: Pick<CommandIo, 'writeError'>,
): void => {
  const known = cause();
  const said = [...barren(), ...(known === undefined ? [] : [known])];
  if (received > 0) {
    for (const text of said) writeError(`gpudeck: of the offers received, ${printable(text)}\n`);
    return;
  }
  const held = defaults.map(printClause).join(', ');
  const hint =
    held === '' ? '' : `; by default ${held}: ${defaults.map(({ field }) => `${field}=any`).join(', ')} lifts that`;
  writeError(`gpudeck: no offer matches${hint}\n`);
  if (isFiltered) writeError(CAUSE_UNKNOWN);
};

const OFFERS: Subject = {
  fields: OFFER_FIELDS,
  columns: OFFER_COLUMNS,
  keptLongest: OFFER_COLUMNS_KEPT_LONGEST,
  findColumn: offerColumn,
};

/** The column as the terminal shows it in a view, the GPUs with their number. */
const columnAsShown = (name: string) => OFFER_COLUMNS.find(({ id }) => id === name) ?? offerColumn(name);

const JOB_COLUMNS = JOB_FIELDS.flatMap((name) => offerColumn(name) ?? []);

/** The same where a job is known: what it costs stands first. */
const JOBS: Subject = {
  ...OFFERS,
  fields: [...OFFER_FIELDS, ...JOB_FIELDS.flatMap((name) => findComputedField(name) ?? [])],
  columns: [...JOB_COLUMNS, ...OFFER_COLUMNS],
  keptLongest: [...JOB_FIELDS, ...OFFER_COLUMNS_KEPT_LONGEST],
};

/** Prints the counts as JSON; resolves to the exit code, every message written. */
export const explainFilter = (
  line: FilterLine,
  { workload, ...start }: SearchStart & { readonly workload: Workload | undefined },
  io: CommandIo,
): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const { filters } = wireFilters(parseLine(withoutDefaults('')));
    const request = searchOf(filters, start, { order: start.order });
    const begin = () => {
      const waterfall = createWaterfall(line);
      const sieve = createSieve({ ...line, clauses: [...line.clauses, ...defaultClauses(line)] });
      let kept = 0;
      const add = (batch: readonly Offer[]): void => {
        const priced = batch.map((offer) => withJobCost(offer, workload));
        waterfall.add(priced);
        kept += priced.filter(sieve.keeps).length;
      };
      return { ...waterfall, add, cause: () => (kept > 0 ? undefined : sieve.cause()) };
    };
    const { counter: waterfall, losses } = await readWholeMarket(request, begin, client, io);
    const offers = waterfall.offers();
    const explained = {
      base: {
        offers,
        cut: losses.isTruncated === true || offers >= LARGEST_LIMIT,
        as_of: new Date(io.clock.now()).toISOString(),
      },
      clauses: waterfall.steps().map(({ isEvaluated, ...step }) => ({ ...step, evaluated: isEvaluated })),
    };
    if (!(await writeText(io.stdout, `${JSON.stringify(explained, null, 2)}\n`))) return EXIT.done;
    const cause = waterfall.cause();
    if (cause !== undefined) io.writeError(`gpudeck: of the ${offers} offers of the market, ${printable(cause)}\n`);
    tellLosses(losses, io);
    return EXIT.done;
  });
