/** Draws the page of where an offer stands in its market. */
import { Box } from 'ink';
import { memo, useContext } from 'react';
import { cellWidth } from '../../../../base/text.ts';
import { ageSegment } from '../../../ui/age.ts';
import { Field } from '../../../ui/field.tsx';
import { linesBelowBeside } from '../../../ui/more-words.ts';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, segmentsWidth } from '../../../ui/segments.ts';
import { LookContext, useNamed } from '../../../ui/theme.tsx';
import type { OffersState } from '../state.ts';
import { remoteOf } from './asked-market.ts';
import { positionLines, positionTitle } from './lines.ts';
import { questionOf } from './standing.ts';
import type { PositionPage } from './state.ts';

/** Lines above those that scroll: the title, and the field. */
export const POSITION_TITLE_LINES = 2;

/** Cells that the title leaves for how much is below. */
const BELOW = '  12 below '.length;

type Props = {
  readonly state: OffersState;
  readonly page: PositionPage;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
};

/** All offers at hand are gone through for it: when they, the page or the screen are other ones, and not for every frame. */
export const PositionView = memo(
  ({ state, page, width, height, timeZone }: Props) => {
    const { isAscii = false, isPlain = false } = useContext(LookContext);
    const named = useNamed();
    const room = Math.max(1, height - POSITION_TITLE_LINES);
    const place = { width, height: room, timeZone, isInWords: isAscii || isPlain, named };
    const lines = positionLines(state, page, place);
    const top = Math.max(0, Math.min(page.top, lines.length - room));
    const remote = remoteOf(state.market, questionOf(page, state.storageGb));
    const age = remote?.stage === 'loading' ? [ageSegment(remote, timeZone)] : [];
    const more = lines.length - top - room;
    const title = ` ${positionTitle(page, width - segmentsWidth(age) - (more > 0 ? BELOW : 0))}`;
    const below = linesBelowBeside(more, cellWidth(title) + segmentsWidth(age), width);
    return (
      <Box flexDirection="column" height={height}>
        <SegmentLine
          left={[{ text: title, role: 'strong' }]}
          right={[dim(below === '' ? '' : `${below} `), ...age]}
          width={width}
        />
        <Field
          label=" Price or place:"
          line={page.wish}
          isOpen={page.isAsking}
          example="press e: 0.30, 3rd, p25, median, -8%"
          opener="e changes it"
          width={width}
        />
        {lines.slice(top, top + room).map((line, index) => (
          <SegmentLine
            key={index}
            left={line.map((segment) => ({ ...segment, text: named(segment.text) }))}
            width={width}
          />
        ))}
      </Box>
    );
  },
  (before, now) =>
    before.page === now.page &&
    before.width === now.width &&
    before.height === now.height &&
    before.state.market === now.state.market &&
    before.state.past === now.state.past &&
    before.state.answer === now.state.answer &&
    before.state.list.rows === now.state.list.rows &&
    before.state.storageGb === now.state.storageGb,
);
