/** Draws the step of the review: what is announced, and under it the line that confirms it. */

import { confirmationPrompt } from '../../../../writes/confirmation.ts';
import { Field } from '../../../ui/field.tsx';
import { isNarrow, moreLinesBelow } from '../../../ui/segments.ts';

import { planOf } from '../draft.ts';
import { BLANK, Lines, line } from '../lines.tsx';
import { reviewRows } from '../measures.ts';
import type { MaintenanceState } from '../state.ts';
import { type Describe, reviewLines } from './lines.ts';

/** The step in `width` cells of a pane of `height` rows. */
export const ReviewStep = ({
  state,
  width,
  height,
  describe,
}: {
  readonly state: MaintenanceState;
  readonly width: number;
  readonly height: number;
  readonly describe: Describe;
}) => {
  const plan = planOf(state.draft, state.nowEpochMs);
  const all = reviewLines(state, describe, width);
  const rows = reviewRows(height);
  const top = Math.max(0, Math.min(state.reviewTop, all.length - rows));
  const visible = all.slice(top, top + rows);
  const below = all.length - top - visible.length;
  const padding = Array.from({ length: rows - visible.length }, () => BLANK);
  const { confirmationProblem } = state;
  return (
    <>
      <Lines lines={[...visible, ...padding]} width={width} />
      <Lines
        lines={[
          confirmationProblem !== undefined
            ? line(confirmationProblem, 'danger')
            : below > 0
              ? line(`${moreLinesBelow(below)} (Space)`, 'accent')
              : BLANK,
        ]}
        width={width}
      />
      {plan === undefined ? (
        <Lines lines={[BLANK]} width={width} />
      ) : (
        <Field
          label={`   ${confirmationPrompt({ ids: plan.machineIds, noun: 'machine', verb: 'announce' }, isNarrow(width))}`}
          line={state.confirmation}
          isOpen={state.isEditing}
          example="Enter, then type it"
          opener="Enter to edit it"
          width={width}
        />
      )}
    </>
  );
};
