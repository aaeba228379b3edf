/** Asks for offers and prints those that the whole filter leaves, one batch as soon as it is there. */
import type { Received } from '../../../api/records/records.ts';
import type { SearchRequest } from '../../../api/requests.ts';
import { printable } from '../../../base/printable.ts';
import { OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, offerColumn } from '../../../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../../../catalogue/offer-fields.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { printClause, printLine } from '../../../filter/print.ts';
import { createSieve } from '../../../filter/sieve.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import type { Output } from '../../options/output.ts';
import { readForCommand } from '../../patient-read.ts';
import { layoutFor, type Subject, tellLosses } from '../../print/choose-layout.ts';
import { createRecordWriter } from '../../print/record-writer.ts';
import { withService } from '../../with-service.ts';

/** What of a filter the service cannot be asked for, and the defaults that hold where the filter lifts none. */
export type Rest = Parameters<typeof createSieve>[0] & {
  readonly defaults: Parameters<typeof printLine>[0]['clauses'];
};

/** Prints the offers; resolves to the exit code, every message written. */
export const printOffers = (
  request: SearchRequest,
  rest: Rest,
  options: CommonOptions & { readonly output: Output },
  io: CommandIo,
): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const sieve = createSieve(rest);
    const writer = createRecordWriter(await layoutFor(options, OFFERS, io), io.stdout);
    const noReader = new AbortController();
    const { signal } = noReader;
    let received = 0;
    let printed = 0;
    const onRecords = async (batch: readonly Received<Offer>[]): Promise<void> => {
      received += batch.length;
      const wanted = batch.filter(({ record }) => sieve.keeps(record));
      printed += wanted.length;
      const isRead = await writer.add(wanted);
      if (!isRead) noReader.abort();
    };
    try {
      const losses = await readForCommand(
        {
          read: 'search',
          call: (options) => client.searchOffers(request, { ...options, signal, onRecords, keepsRecords: false }),
          isPartOut: () => received > 0,
        },
        client,
        io,
      );
      if (!(await writer.end())) return EXIT.done;
      tellCounts({ received, printed, limit: request.limit, isTruncated: losses.isTruncated === true }, rest, io);
      if (printed === 0) tellCauses(received, rest, sieve.barren(), io);
      tellLosses(losses, io);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return EXIT.done;
  });

/** Says on stderr what stdout cannot: that there may be more, and that part of the filter was applied only here. */
const tellCounts = (
  {
    received,
    printed,
    limit,
    isTruncated,
  }: { readonly received: number; readonly printed: number; readonly limit: number; readonly isTruncated: boolean },
  rest: Rest,
  { writeError }: Pick<CommandIo, 'writeError'>,
): void => {
  if (received >= limit)
    writeError(
      `gpudeck: showing the first ${received}; there ${isTruncated ? 'are' : 'may be'} more offers: raise --limit\n`,
    );
  else if (isTruncated)
    writeError(
      `gpudeck: showing the first ${received}; the service cut the list short: narrow the filter to find the rest\n`,
    );
  const applied = printable(printLine(rest));
  if (applied !== '') writeError(`gpudeck: applied to the answer: ${applied}; ${printed} of ${received} offers left\n`);
};

/** Says on stderr what is known here of why there is nothing to print. */
const tellCauses = (
  received: number,
  { defaults }: Rest,
  barren: readonly string[],
  { writeError }: Pick<CommandIo, 'writeError'>,
): void => {
  if (received > 0) {
    for (const said of barren) writeError(`gpudeck: of the offers received, ${printable(said)}\n`);
    return;
  }
  const held = defaults.map(printClause).join(', ');
  const hint =
    held === '' ? '' : `; by default ${held}: ${defaults.map(({ field }) => `${field}=any`).join(', ')} lifts that`;
  writeError(`gpudeck: no offer matches${hint}\n`);
};

const OFFERS: Subject = {
  fields: OFFER_FIELDS,
  columns: OFFER_COLUMNS,
  keptLongest: OFFER_COLUMNS_KEPT_LONGEST,
  findColumn: offerColumn,
};
