/** Draws the overview, the chosen row with its mark, or why there is nothing to see. */
import { useContext } from 'react';
import { keyName } from '../../../base/named-keys.ts';
import { printable } from '../../../base/text.ts';
import { overviewOf } from '../../../overview/layout.ts';
import { GUTTER, type Line } from '../../../overview/part.ts';
import { isUnasked, lastArrived, type Remote, retryOf } from '../../state/remote.ts';
import { barLook } from '../../ui/gauge.ts';
import { ageSegment, keptSegments, waitSegments } from '../../ui/list-words.ts';
import { failureSentences, MessagePage } from '../../ui/message-page.tsx';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { cutSegments, piece, type Segment } from '../../ui/segments.ts';
import { LookContext, useNamed } from '../../ui/theme.tsx';
import type { Place } from '../pane.ts';
import { chosenRow, factsOf, type OverviewState, topLine } from './state.ts';

/** The page. */
export const OverviewView = ({ state, place }: { readonly state: OverviewState; readonly place: Place }) => {
  const bars = barLook(useContext(LookContext));
  const { width, height, timeZone, money } = place;
  const failures = failedLines(state);
  const room = Math.max(1, height - failures.length);
  const overview = overviewOf(factsOf(state, money), { width, height: room, timeZone, bars, named: useNamed() });
  const chosen = overview.rows[chosenRow(state, overview)];
  if (chosen === undefined) return <MessagePage lines={emptyLines(state)} width={width} />;
  const top = topLine(state, overview, room);
  return (
    <>
      {failures.map((line, index) => (
        <SegmentLine key={index} left={line} width={width} />
      ))}
      {overview.lines.slice(top, top + room).map((line, index) => (
        <SegmentLine
          key={index}
          left={top + index === chosen.at ? marked(line, chosen.from) : line}
          {...(top + index === 0 && { right: ageSegments(state, timeZone) })}
          width={width}
        />
      ))}
    </>
  );
};

/** The line with the mark of the cursor in the gutter that begins at the cell `from`. */
const marked = (line: Line, from: number): Line => {
  const before = cutSegments(line, from);
  let cells = from + GUTTER.length;
  const behind = line.flatMap((segment): readonly Segment[] => {
    const skipped = Math.min(cells, segment.text.length);
    cells -= skipped;
    const text = segment.text.slice(skipped);
    return text === '' ? [] : [{ ...segment, text }];
  });
  return [...before, piece(' > ', 'strong'), ...behind];
};

const lists = ({ instances, machines, windows }: OverviewState) => [instances, machines, windows];

/** What was asked and not answered, over what is known all the same. */
const failedLines = (state: OverviewState): readonly Line[] =>
  lists(state).flatMap(({ answer }) =>
    answer.stage === 'failed'
      ? [[piece(printable(` ! ${answer.failure.tried} ${answer.failure.whatCameBack}`), 'danger')]]
      : [],
  );

const emptyLines = (state: OverviewState): Parameters<typeof MessagePage>[0]['lines'] => {
  const { answer } = state.instances;
  if (answer.stage === 'failed') return failureSentences(answer.failure);
  if (lists(state).some((list) => isUnasked(list.answer) || list.answer.stage === 'loading'))
    return ['Asking for what is yours ...'];
  return [
    'There is nothing of yours to see yet.',
    'What you rent and host stands here, what it costs and earns, what your alerts have found, and how prices move.',
    `${keyName('frame.offers')} lists the offers.`,
  ];
};

/** How old what is shown is: the oldest answer of those that are. */
const ageSegments = (state: OverviewState, timeZone: string): readonly Segment[] => {
  const known = lists(state).map(({ answer }): Remote<unknown, unknown> => answer);
  const asking = known.find((answer) => answer.stage === 'loading' && answer.isQuiet !== true && !isUnasked(answer));
  const oldest = known
    .filter((answer) => lastArrived(answer) !== undefined)
    .toSorted((one, other) => (lastArrived(one)?.atEpochMs ?? 0) - (lastArrived(other)?.atEpochMs ?? 0))[0];
  const shown = asking ?? oldest;
  if (shown === undefined) return [];
  const kept = keptSegments(shown, timeZone);
  return kept.length > 0 ? kept : [ageSegment(shown, timeZone)];
};

/** What the first question that waits is waiting for. */
export const overviewStatus = (state: OverviewState): readonly Segment[] => {
  const waiting = lists(state).find(({ waitS, answer }) => waitS !== undefined || retryOf(answer) !== undefined);
  return waiting === undefined ? [] : waitSegments(waiting.waitS, retryOf(waiting.answer));
};
