/** The preview of the offer under the cursor: which it is, what it costs, where that stands, and what else decides about it. Pure. */

import { fixed } from '../../../base/figures.ts';
import { printableStart } from '../../../base/text.ts';
import { pricePerGpu } from '../../../catalogue/computed-fields.ts';
import { displayText } from '../../../catalogue/format.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { isKnown } from '../../../pricing/job-cost.ts';
import { rowInFront } from '../../state/list.ts';
import { previewLines } from '../../ui/preview-lines.ts';
import { RECORD_MARGIN, type RecordLine } from '../../ui/record-lines.ts';
import { band, dim, plain, spreadSegments } from '../../ui/segments.ts';
import type { PreviewLines } from '../pane.ts';
import { alikeTo, leanRoles, leanWords } from './lean.ts';
import { hostGroup, mindGroup, weekGroup, worthGroup } from './offer-groups.ts';
import { costsPart, placeGroup } from './offer-meaning.ts';
import type { OffersState } from './state.ts';

/** Lines of the chart: more of them cost more bytes at each rest of the cursor than they tell. */
const PLACE_LINES = 6;
const WEEK_LINES = { blocks: 3, ascii: 1 } as const;

/** Undefined while no offer is seen. */
export const offerPreview = (state: OffersState): PreviewLines | undefined => {
  const offer = rowInFront(state.list);
  if (offer === undefined || state.page !== undefined) return undefined;
  return ({ isAscii, ...place }) => {
    const style = isAscii ? 'ascii' : 'blocks';
    return previewLines((width) => {
      const cells = width + RECORD_MARGIN + 1;
      const costsPlace = { width, look: style, named: String } as const;
      return {
        head: headLines(offer, state, width),
        groups: [
          { rank: 1, group: inPlace(placeGroup(offer, state, style, width, PLACE_LINES), 1 + PLACE_LINES) },
          {
            rank: 3,
            group: inPlace(weekGroup(state, offer, width, style), state.weeks?.isSeen ? WEEK_LINES[style] : 0),
          },
          { rank: 2, group: worthGroup(state, offer) },
          { rank: 4, group: state.workload === undefined ? [] : costsPart(offer, state, costsPlace) },
          { rank: 5, group: hostGroup(offer, cells) },
          { rank: 0, group: mindGroup(state, offer, width) },
        ],
      };
    }, place);
  };
};

/** A group with so many lines at least: what stands below it is not painted anew for an offer of which there is less to tell. */
const inPlace = (group: readonly RecordLine[], lines: number): readonly RecordLine[] => [
  ...group,
  ...Array.from({ length: Math.max(0, lines - group.length) }, (): RecordLine => []),
];

/** Which offer it is, where and whose, and what it costs. */
const headLines = (offer: Offer, state: OffersState, width: number): readonly RecordLine[] => {
  const { id, num_gpus: gpus, gpu_name: model, machine_id: machine, host_id: host, geolocation, dph_total } = offer;
  const text = (value: unknown): string => (typeof value === 'string' ? printableStart(displayText(value)) : '?');
  const price = pricePerGpu(offer);
  const median = alikeTo(offer, state.list.rows)?.median ?? 0;
  const lean = price === undefined || median <= 0 ? undefined : price / median - 1;
  return [
    band(printableStart(gpusText(gpus, model)), [dim(`offer ${id ?? '?'}`)]),
    spreadSegments([dim(text(geolocation))], [dim(`machine ${machine ?? '?'}  host ${host ?? '?'}`)], width),
    [],
    spreadSegments(
      [
        { text: isKnown(dph_total) ? fixed(dph_total, 4) : 'no price', role: 'strong' },
        ...(price === undefined ? [] : [dim(' $/h   '), plain(fixed(price, 4)), dim(' $/GPU/h')]),
      ],
      lean === undefined ? [] : [{ text: leanWords(lean), role: leanRoles(lean).text }, dim(' vs median')],
      width,
    ),
  ];
};
