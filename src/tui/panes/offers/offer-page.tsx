/** The page of one offer that is looked at closely: its fields, or its costs and where its price stands. */

import { Box } from 'ink';
import { useContext } from 'react';
import { cellWidth, printableStart } from '../../../base/text.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { isDeparted } from '../../state/list-places.ts';
import type { OpenedRow } from '../../state/over-list.ts';
import { Field } from '../../ui/field.tsx';
import { barLook } from '../../ui/gauge.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../ui/record-lines.ts';
import { SegmentLine, SegmentLines } from '../../ui/segment-line.tsx';
import {
  dim,
  linesBelowBeside,
  openTabSegments,
  pageTabSegments,
  type Segment,
  segmentsWidth,
} from '../../ui/segments.ts';
import { GUTTER } from '../../ui/table.tsx';
import { LookContext, useNamed } from '../../ui/theme.tsx';
import type { Place } from '../pane.ts';
import { costsPageLines, detailLines, isCostsPage, isPastPage, OFFER_PAGES } from './detail.ts';
import { offerPastLines, priceLine } from './market/past-lines.ts';
import type { OffersState } from './state.ts';
import { PROMPT_LABELS } from './terms.ts';
import { departedWord } from './watch-changes.ts';

/** Cells from which the names of all pages stand beside the title. */
const ALL_TABS_FROM = 70;

type OfferPageProps = {
  readonly state: OffersState;
  readonly opened: OpenedRow<Offer>;
} & Pick<Place, 'width' | 'height' | 'timeZone'>;

/** The page in `width` by `height` cells. */
export const OfferPage = ({ state, opened, timeZone, width, height }: OfferPageProps) => {
  const { list, past, prompt } = state;
  const { row: offer, page, top } = opened;
  const { isAscii = false, isPlain = false } = useContext(LookContext);
  const named = useNamed();
  const look = barLook(useContext(LookContext));
  const place = { timeZone, isInWords: isAscii || isPlain };
  const lines = isPastPage(page)
    ? offerPastLines(past, { ...place, width: width - RECORD_MARGIN })
    : (isCostsPage(page) ? costsPageLines : detailLines)(offer, state, width, { ...place, isPlain, look, named });
  const below = lines.length - top - (height - RECORD_TITLE_LINES);
  const titles = OFFER_PAGES.map((known) => known.title);
  const tabs: readonly Segment[] =
    width < ALL_TABS_FROM ? openTabSegments(titles, page) : pageTabSegments(titles, page);
  const gone = isDeparted(list, offer) ? ` ${departedWord(state, offer)}:` : '';
  const beside = segmentsWidth(tabs) + GUTTER + gone.length;
  const title = ` ${titleOf(offer, width - beside)}`;
  const more = linesBelowBeside(below, cellWidth(title) + beside, width);
  // Which offer it is, is known first.
  const isRoom = cellWidth(title) + beside + more.length + GUTTER <= width;
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[
          { text: gone, role: 'warning' },
          { text: title, role: 'strong' },
        ]}
        right={[dim(isRoom ? `${more}  ` : ''), ...tabs]}
        width={width}
      />
      {prompt !== undefined ? (
        <OpenForm prompt={prompt} width={width} />
      ) : (
        <SegmentLine left={isPastPage(page) ? [] : priceLine(past, { ...place, width })} width={width} />
      )}
      <SegmentLines
        lines={lines.slice(top, top + height - (prompt?.problem === undefined ? 2 : 3))}
        margin={isPastPage(page) ? 1 : RECORD_MARGIN}
        width={width}
      />
    </Box>
  );
};

/** `Offer 12345   4× RTX 4090   Virginia, US`; place and GPUs are left out where they have no room in `width` cells. */
const titleOf = ({ id, num_gpus: count, gpu_name: model, geolocation: place }: Offer, width: number): string => {
  const which = `Offer ${id ?? '?'}`;
  const offer = printableStart(`${which}   ${gpusText(count, model)}`);
  const whole = typeof place === 'string' ? printableStart(`${offer}   ${place}`) : offer;
  return [whole, offer].find((title) => cellWidth(title) + GUTTER < width) ?? which;
};

type OpenFormProps = {
  readonly prompt: NonNullable<OffersState['prompt']>;
  readonly width: number;
};

/** The open form over the costs, and what is wrong with what was typed. */
const OpenForm = ({ prompt, width }: OpenFormProps) => (
  <>
    <Field label={PROMPT_LABELS[prompt.subject]} line={prompt.line} isOpen width={width} />
    {prompt.problem === undefined ? undefined : (
      <SegmentLine left={[{ text: `   ${prompt.problem}`, role: 'danger' }]} width={width} />
    )}
  </>
);
