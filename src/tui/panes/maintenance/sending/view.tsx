/** Draws the step of the sending: how far the queue is, what it asks, and the announcements it is made of. */

import { padCell } from '../../../../base/text.ts';
import type { Fate, Item, Queue } from '../../../../maintenance/queue.ts';
import { type Cursor, cursorInView } from '../../../state/cursor.ts';
import { Field } from '../../../ui/field.tsx';
import { firstLines } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import { BLANK, Lines, line, paragraph, type TextLine } from '../lines.tsx';
import { QUESTION_LINES, queueRows } from '../measures.ts';
import type { MaintenanceState } from '../state.ts';
import { answerWords, fateWords, modeWords, progressBar, tallyWords } from './words.ts';

/** Least and most cells of the bar, and those of the spaces around it. */
const BAR_WIDTHS = { least: 10, most: 40 } as const;
const BAR_MARGIN = 5;

const ROLES: Readonly<Record<Fate['stage'], Role>> = {
  waiting: 'dim',
  sending: 'accent',
  announced: 'good',
  failed: 'danger',
  unknown: 'warning',
  before: 'warning',
};

/** The step in `width` cells of a pane of `height` rows. */
export const SendingStep = ({
  state,
  width,
  height,
}: {
  readonly state: MaintenanceState;
  readonly width: number;
  readonly height: number;
}) => {
  const { queue, queueCursor, repeating } = state;
  if (queue === undefined) return <Lines lines={[line('Nothing has been confirmed yet.', 'dim')]} width={width} />;
  const asked = queue.mode.kind === 'asking' ? queue.items[queue.mode.about] : undefined;
  const tally = tallyWords(queue);
  const rows = queueRows(height, asked !== undefined);
  return (
    <>
      <Lines
        lines={[
          [...line(`${progressBar(queue, barWidth(tally, width))} `), { text: tally, role: 'plain' }],
          line(modeWords(queue), queue.problem === undefined ? 'accent' : 'danger'),
        ]}
        width={width}
      />
      {asked === undefined ? (
        <Lines lines={[BLANK]} width={width} />
      ) : (
        <>
          <Lines
            lines={questionLines(asked, width, QUESTION_LINES + Math.max(0, rows - queue.items.length))}
            width={width}
          />
          {repeating === undefined ? (
            <Lines lines={[BLANK]} width={width} />
          ) : (
            <Field
              label={`   Type ${asked.request.machineId} to send it once more; its renters may be notified twice:`}
              line={repeating}
              isOpen={state.isEditing}
              width={width}
            />
          )}
        </>
      )}
      <Lines
        lines={itemLines(queue, cursorInView(queueCursor, { count: queue.items.length, height: rows }), rows)}
        width={width}
      />
    </>
  );
};

/** The counts are to be read to their end: the bar takes what they leave. */
const barWidth = (tally: string, width: number): number =>
  Math.max(BAR_WIDTHS.least, Math.min(BAR_WIDTHS.most, width - tally.length - BAR_MARGIN));

/** What was tried, what came back, what can be done, in at most `room` lines and never in fewer than the question has. */
const questionLines = ({ request, fate }: Item, width: number, room: number): readonly TextLine[] => {
  if (!('explanation' in fate)) return [];
  const toDo = firstLines(paragraph(fate.explanation.whatToDo, width), 2);
  const lines = [
    line(`Machine ${request.machineId}: ${fateWords(fate)}.`, 'strong'),
    ...firstLines(paragraph(fate.explanation.whatCameBack, width, 'danger'), room - 1 - toDo.length),
    ...toDo,
  ];
  return [...lines, ...Array.from({ length: Math.max(0, QUESTION_LINES - lines.length) }, () => BLANK)];
};

const itemLines = ({ items }: Queue, cursor: Cursor, rows: number): readonly TextLine[] =>
  items.slice(cursor.top, cursor.top + rows).map(({ request, fate }, index) => {
    const isCurrent = cursor.top + index === cursor.row;
    return [
      {
        text: `${isCurrent ? ' > ' : '   '}${padCell(String(request.machineId), 9)}`,
        role: isCurrent ? 'strong' : 'plain',
      },
      { text: padCell(fateWords(fate), 17), role: ROLES[fate.stage] },
      { text: answerWords(fate), role: 'plain' },
    ];
  });
