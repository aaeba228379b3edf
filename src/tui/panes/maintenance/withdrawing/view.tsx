/** Draws a withdrawal: its review, and what became of each machine. */
import { confirmationPrompt } from '../../../../writes/confirmation.ts';
import { footOf } from '../../../keys/confirmation-page.ts';
import { Field } from '../../../ui/field.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { RecordPage } from '../../../ui/record-page.tsx';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { plain } from '../../../ui/segments.ts';
import { FOOT_LINES, type Telling, titleOf, withdrawingLines } from './lines.ts';
import { machinesToSend, type Stage, type Withdrawing, withdrawingReopened } from './state.ts';

/** The page in `width` by `height` cells. */
export const WithdrawingPage = ({
  withdrawing,
  telling,
  width,
  height,
}: {
  readonly withdrawing: Withdrawing;
  readonly telling: Telling;
  readonly width: number;
  readonly height: number;
}) => {
  const { stage } = withdrawing;
  const lines = withdrawingLines(withdrawing, telling, width - RECORD_MARGIN);
  const top = 'top' in stage ? stage.top : 0;
  const below = lines.length - top - (height - FOOT_LINES - RECORD_TITLE_LINES);
  const isAsking = stage.kind === 'review' && stage.isChecking !== true;
  return (
    <>
      <RecordPage
        width={width}
        height={height - FOOT_LINES}
        title={`${titleOf(withdrawing)}${isAsking ? '?' : ''}`}
        lines={lines}
        top={top}
      />
      <SegmentLine left={[plain(' ')]} width={width} />
      {stage.kind === 'review' && stage.typed !== undefined ? (
        <Field label={` ${promptIn(stage, width)}`} line={stage.typed} isOpen width={width} />
      ) : (
        <SegmentLine
          left={[{ text: footOf(isAsking ? below : 0, ` ${footWords(withdrawing)}`), role: 'strong' }]}
          width={width}
        />
      )}
    </>
  );
};

/** Cells that the answer to a prompt takes, with what stands around it. */
const ANSWER_CELLS = 14;

const promptIn = ({ standing }: Extract<Stage, { kind: 'review' }>, width: number): string => {
  const confirming = { ids: machinesToSend(standing), noun: 'machine', verb: 'withdraw' } as const;
  const prompt = confirmationPrompt(confirming);
  return prompt.length + ANSWER_CELLS > width ? confirmationPrompt(confirming, true) : prompt;
};

const footWords = (withdrawing: Withdrawing): string => {
  const { stage } = withdrawing;
  const isAnyLeft = withdrawingReopened(withdrawing).machineIds.length > 0;
  switch (stage.kind) {
    case 'reading':
      return 'Nothing is sent before you have read them and confirmed.';
    case 'unread':
      return 'R asks again, Esc leaves it.';
    case 'review': {
      const ids = machinesToSend(stage.standing);
      if (stage.isChecking) return 'Reading the windows once more before anything is sent.';
      if (ids.length === 0) return 'Esc goes back.';
      return `Enter, then type ${ids.length === 1 ? `the id, ${ids[0]}` : `their number, ${ids.length}`}. Esc leaves it.`;
    }
    case 'sent':
      if (stage.isOver) return `Nothing more is sent. ${isAnyLeft ? 'a reviews the rest, ' : ''}Esc goes back.`;
      return stage.isStopped
        ? 'Stopping after the pending answer.'
        : 'Each call is sent once. Esc sends no more of them.';
  }
};
