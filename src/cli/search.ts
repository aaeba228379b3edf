/** `gpudeck search`: prints the offers that match, or with a dry run the request that would ask for them. */

import type { ServiceAccess } from '../access/service-access.ts';
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import type { ReceivedOffer } from '../api/records/replies.ts';
import type { SearchRequest } from '../api/requests.ts';
import { printable } from '../base/printable.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import { OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, offerColumn } from '../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { defaultClauses } from '../filter/defaults.ts';
import type { FilterLine } from '../filter/line.ts';
import { parseLine } from '../filter/parse.ts';
import { printClause, printLine } from '../filter/print.ts';
import { wireFilters } from '../filter/request.ts';
import { createSieve } from '../filter/sieve.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import type { SearchOptions, SearchStart } from './options.ts';
import { layoutFor, type Subject, tellLosses } from './output.ts';
import { createRecordWriter, writeText } from './print/record-writer.ts';
import { readForCommand } from './read.ts';
import { withService } from './service-call.ts';

/** Runs the command. */
export const runSearch = async (options: SearchOptions, io: CommandIo): Promise<ExitCode> => {
  const { filter } = options.start;
  const line = parseLine(filter);
  if (line.problems.length > 0) {
    const { pointAtProblems } = await import('./filter-problems.ts');
    io.writeError(`gpudeck search: the filter is wrong, nothing was sent\n${pointAtProblems(filter, line.problems)}\n`);
    const lone = line.problems.map(({ from, to }) => filter.slice(from, to)).find(findFilterField);
    if (lone !== undefined) io.writeError(eatenByShell(lone));
    return EXIT.badUsage;
  }
  for (const { message } of line.hints) io.writeError(`gpudeck: ${printable(message)}\n`);
  const { request, rest } = requestOf(line, options.start);
  if (options.isDryRun) {
    if (!(await writeText(io.stdout, `${dryRunText(request)}\n`))) return EXIT.done;
    const applied = printable(printLine(rest));
    if (applied !== '') io.writeError(`gpudeck: ${applied}: not sent, to be applied to the answer\n`);
    return EXIT.done;
  }
  return withService(io, (access) => search(request, rest, access, options, io));
};

/** What may have become of a field's operator and value; the file is there then, with nothing in it. */
const eatenByShell = (field: string): string =>
  `Without quotes a shell takes > and < for itself, and ${field}>=4 writes a file named "=4". Put the filter in quotes: '${field}>=4'\n`;

/** What the service is asked for, and the rest of the filter, which it cannot be asked for. */
const requestOf = (line: FilterLine, { order, type, limit, storageGb }: SearchStart) => {
  const { filters, local } = wireFilters(line);
  const request: SearchRequest = { filters, order, type, limit, allocatedStorageGb: storageGb };
  return { request, rest: { words: line.words, clauses: local, defaults: defaultClauses(line) } };
};

type Rest = ReturnType<typeof requestOf>['rest'];

const dryRunText = (request: SearchRequest): string => {
  const { method, path, body } = callOf(CALLS.search, request);
  return JSON.stringify({ method, path, body }, null, 2);
};

/** Asks for offers and prints those that the rest of the filter leaves. */
const search = async (
  request: SearchRequest,
  rest: Rest,
  { client }: ServiceAccess,
  options: SearchOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const sieve = createSieve(rest);
  const writer = createRecordWriter(await layoutFor(options, OFFERS, io), io.stdout);
  const noReader = new AbortController();
  const { signal } = noReader;
  let received = 0;
  let printed = 0;
  const onOffers = async (batch: readonly ReceivedOffer[]): Promise<void> => {
    received += batch.length;
    const wanted = batch.filter(({ offer }) => sieve.keeps(offer));
    printed += wanted.length;
    const isRead = await writer.add(wanted.map(({ offer, text }) => ({ record: offer, text })));
    if (!isRead) noReader.abort();
  };
  try {
    const losses = await readForCommand(
      {
        read: 'search',
        call: (options) => client.searchOffers(request, { ...options, signal, onOffers, keepsOffers: false }),
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
};

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
    writeError(`gpudeck: first ${received}: the list ${isTruncated ? 'is' : 'may be'} cut; --limit asks for more\n`);
  else if (isTruncated)
    writeError(`gpudeck: first ${received}: the service cut the list; only a narrower filter finds the rest\n`);
  const applied = printable(printLine(rest));
  if (applied !== '') writeError(`gpudeck: ${applied}: applied to the answer, ${printed} of ${received} left\n`);
};

/** Says on stderr what is known here of why there is nothing to print. */
const tellCauses = (
  received: number,
  { defaults }: Rest,
  barren: readonly string[],
  { writeError }: Pick<CommandIo, 'writeError'>,
): void => {
  if (received > 0) {
    for (const said of barren) writeError(`gpudeck: of the offers that came, ${printable(said)}\n`);
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
