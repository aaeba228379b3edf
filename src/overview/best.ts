/** The best offers of the last search for the job that is set: what the job costs in all, the cheapest first. Pure. */
import { fixed, grouped } from '../base/figures.ts';
import { printableStart } from '../base/text.ts';
import { pricePerGpu } from '../catalogue/computed-fields.ts';
import { displayText } from '../catalogue/format.ts';
import { alignedGpus } from '../catalogue/offer-columns.ts';
import type { Offer } from '../catalogue/values.ts';
import { dim, plain } from '../drawing/segments.ts';
import { isKnown, jobCost, shortfallOf, type Workload } from '../pricing/job-cost.ts';
import type { OverviewFacts, SearchedOffers } from './facts.ts';
import { medianColumn } from './market.ts';
import { type Part, type PartPlace, partBand, rowLines } from './part.ts';

/** An offer, and what the job costs on it, $. */
type Best = { readonly offer: Offer; readonly dollars: number };

/** Those that can hold the job and whose price is known. With cover asked for nobody knows whether it is in the price. */
export const bestOf = ({ value, job }: SearchedOffers): readonly Best[] =>
  value
    .flatMap((offer): readonly Best[] => {
      const { job_total: dollars } = jobCost(offer, job, false);
      return isKnown(dollars) && shortfallOf(offer, job) === undefined ? [{ offer, dollars }] : [];
    })
    .sort((one, other) => one.dollars - other.dollars);

/** Present where a job is set, and an offer of the last search can hold it. */
export const bestPart = ({ searched, market }: OverviewFacts, place: PartPlace): Part | undefined => {
  const best = searched === undefined ? [] : bestOf(searched).slice(0, place.most);
  if (searched === undefined || best.length === 0) return undefined;
  return {
    name: 'best',
    lines: [
      partBand('Best for you', [[dim(jobWords(searched.job))]], place.width),
      ...rowLines(
        best,
        [
          { heading: '   GPU', rank: 0, most: 22, cell: ({ offer }) => [plain(printableStart(alignedGpus(offer)))] },
          { heading: '$/job', rank: 1, isRight: true, cell: ({ dollars }) => [plain(fixed(dollars, 2))] },
          medianColumn(2, market, place.bars, ({ offer }) => ({ price: pricePerGpu(offer), model: offer.gpu_name })),
          {
            heading: 'at',
            rank: 3,
            most: 12,
            cell: ({ offer: { geolocation: at } }) => [plain(printableStart(displayText(at ?? '')))],
          },
          {
            heading: 'Rel %',
            rank: 4,
            isRight: true,
            cell: ({ offer: { reliability } }) =>
              typeof reliability === 'number' ? [plain(fixed(100 * reliability, 1))] : [],
          },
        ],
        place,
        ({ offer }) => ({ to: 'offers', key: offer.id ?? undefined }),
        { to: 'offers' },
      ),
    ],
  };
};

/** `job 72 h, 200 GB`. */
const jobWords = ({ hours, diskGb }: Workload): string => `job ${grouped(hours)} h, ${grouped(diskGb)} GB`;
