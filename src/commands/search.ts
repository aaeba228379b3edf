/** `gpudeck search`: prints the offers that match, or with a dry run the request that would ask for them. */
import type { ReceivedOffer } from '../api/replies.ts';
import { type SearchRequest, searchCall } from '../api/requests.ts';
import { OFFER_COLUMNS, OFFER_COLUMNS_KEPT_LONGEST, offerColumn } from '../catalogue/offer-columns.ts';
import { OFFER_FIELDS } from '../catalogue/offer-fields.ts';
import { compileLine } from '../filter/evaluate.ts';
import { parseLine } from '../filter/parse.ts';
import { wireFilters } from '../filter/request.ts';
import type { SearchOptions } from '../options.ts';
import { createRecordWriter, writeText } from '../print/record-writer.ts';
import { EXIT, type ExitCode } from './exit.ts';
import { pointAtProblems } from './filter-problems.ts';
import type { CommandIo } from './io.ts';
import { layoutFor, type Subject, tellLosses } from './output.ts';
import { inItsTurn } from './pacing.ts';
import { type ServiceAccess, withService } from './service-call.ts';

/** Runs the command. */
export const runSearch = async (options: SearchOptions, io: CommandIo): Promise<ExitCode> => {
  const { filter, ...start } = options.start;
  const line = parseLine(filter);
  if (line.problems.length > 0) {
    io.writeError(`gpudeck search: the filter is wrong, nothing was sent\n${pointAtProblems(filter, line.problems)}\n`);
    return EXIT.badUsage;
  }
  const { filters, local } = wireFilters(line);
  const request = {
    filters,
    limit: start.limit,
    type: start.type,
    order: start.order,
    allocatedStorageGb: start.storageGb,
  };
  if (options.isDryRun) {
    await writeText(io.stdout, `${dryRunText(request)}\n`);
    return EXIT.done;
  }
  return withService(options.address, io, (access) =>
    search(request, { words: line.words, clauses: local }, access, options, io),
  );
};

/** Asks for offers and prints those that `rest` of the filter leaves, the part that the service cannot be asked for. */
const search = async (
  request: SearchRequest,
  rest: Parameters<typeof compileLine>[0],
  { client, pacing }: ServiceAccess,
  options: SearchOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const isWanted = compileLine(rest);
  const writer = createRecordWriter(layoutFor(options, OFFERS, io), io.stdout);
  const noReader = new AbortController();
  const { signal } = noReader;
  const onOffers = async (batch: readonly ReceivedOffer[]): Promise<void> => {
    const wanted = batch.filter(({ offer }) => isWanted(offer));
    const isRead = await writer.add(wanted.map(({ offer, text }) => ({ record: offer, text })));
    if (!isRead) noReader.abort();
  };
  try {
    const { offers, ...losses } = await inItsTurn('search', pacing, io, (call) =>
      client.searchOffers(request, { ...call, signal, onOffers }),
    );
    await writer.end();
    if (offers.length >= request.limit) {
      io.writeError(`gpudeck: first ${offers.length}: the list may be cut; --limit asks for more\n`);
    }
    tellLosses(losses, io);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return EXIT.done;
};

const OFFERS: Subject = {
  fields: OFFER_FIELDS,
  columns: OFFER_COLUMNS,
  keptLongest: OFFER_COLUMNS_KEPT_LONGEST,
  findColumn: offerColumn,
};

const dryRunText = (request: SearchRequest): string => {
  const { method, path, body } = searchCall(request);
  return JSON.stringify({ method, path, body }, null, 2);
};
