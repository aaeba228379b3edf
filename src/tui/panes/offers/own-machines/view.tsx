/** Draws the page of the user's own machines. */
import { Box } from 'ink';
import { memo } from 'react';
import { cursorInView } from '../../../state/cursor.ts';
import { ageSegment } from '../../../ui/list-words.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim } from '../../../ui/segments.ts';
import { remoteOf } from '../position/asked-market.ts';
import type { OffersState } from '../state.ts';
import {
  comparedLine,
  emptyLines,
  gpusRoom,
  markedWords,
  ownHeading,
  ownLine,
  ownTitle,
  withoutOfferLine,
} from './lines.ts';
import { rentedLine } from './rented-line.ts';
import { isMarked, type OwnMachinesPage, ownQuestionOf, ownRows } from './state.ts';

type Props = {
  readonly state: OffersState;
  readonly page: OwnMachinesPage;
  readonly width: number;
  readonly height: number;
  readonly timeZone: string;
};

/** The page in `width` by `height` cells. */
export const OwnMachinesView = memo(
  ({ state, page, width, height, timeZone }: Props) => {
    const { rows = [], cursor } = page;
    const without = withoutOfferLine(page, width);
    const room = ownRows(page, height);
    const { row, top } = cursorInView(cursor, { count: rows.length, height: room });
    const gpus = gpusRoom(page, width);
    const remote = remoteOf(state.market, ownQuestionOf(page));
    return (
      <Box flexDirection="column" height={height}>
        <SegmentLine
          left={[{ text: ` ${ownTitle(page)}`, role: 'strong' }]}
          right={[dim(markedWords(page)), ageSegment(remote ?? { stage: 'idle' }, timeZone)]}
          width={width}
        />
        <SegmentLine left={comparedLine(state, page, width)} width={width} />
        {rows.length === 0 ? (
          <>
            <MessagePage lines={emptyLines(state, page)} width={width} />
            <SegmentLine left={without} width={width} />
          </>
        ) : (
          <>
            <SegmentLine left={rentedLine(state.past, rows[row]?.subject.machineId, width)} width={width} />
            <SegmentLine left={ownHeading(gpus, width)} width={width} />
            {rows.slice(top, top + room).map((placed, index) => (
              <SegmentLine
                key={index}
                left={ownLine(
                  placed,
                  { isCurrent: top + index === row, isMarked: isMarked(page, placed.subject.machineId) },
                  gpus,
                  width,
                )}
                width={width}
              />
            ))}
            {without.length === 0 ? undefined : <SegmentLine left={without} width={width} />}
          </>
        )}
      </Box>
    );
  },
  (before, now) =>
    before.page === now.page &&
    before.width === now.width &&
    before.height === now.height &&
    before.state.market === now.state.market &&
    before.state.past === now.state.past,
);
