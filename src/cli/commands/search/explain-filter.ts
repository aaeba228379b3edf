/** Reads the whole market, and prints what each part of a filter keeps of it. */
import { LARGEST_LIMIT, type SearchRequest, sentOrder } from '../../../api/requests.ts';
import { printableJson } from '../../../base/printable.ts';
import type { Offer } from '../../../catalogue/values.ts';
import type { FilterLine } from '../../../filter/line.ts';
import { parseLine } from '../../../filter/parse.ts';
import { wireFilters } from '../../../filter/request.ts';
import { createWaterfall } from '../../../filter/waterfall.ts';
import { type Workload, withJobCost } from '../../../pricing/job-cost.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { tellLosses } from '../../print/choose-layout.ts';
import { writeText } from '../../print/record-writer.ts';
import { type SearchStart, withoutDefaults } from '../../shared-options/search-start.ts';
import { readWholeMarket } from '../../whole-market.ts';
import { withService } from '../../with-service.ts';

/** Prints the counts as JSON; resolves to the exit code, every message written. */
export const explainFilter = (
  line: FilterLine,
  { order, type, storageGb, workload }: SearchStart & { readonly workload: Workload | undefined },
  io: CommandIo,
): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const { filters } = wireFilters(parseLine(withoutDefaults('')));
    const request: SearchRequest = {
      filters,
      order: sentOrder(order),
      type,
      limit: LARGEST_LIMIT,
      allocatedStorageGb: storageGb,
    };
    const begin = () => {
      const waterfall = createWaterfall(line);
      const add = (batch: readonly Offer[]): void => waterfall.add(batch.map((offer) => withJobCost(offer, workload)));
      return { ...waterfall, add };
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
    if (await writeText(io.stdout, `${printableJson(JSON.stringify(explained, null, 2))}\n`)) tellLosses(losses, io);
    return EXIT.done;
  });
