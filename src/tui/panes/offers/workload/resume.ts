/** What of the job is saved for a later run: the job, and the form while it is open. Pure; what is read back is checked. */

import { z } from 'zod';
import type { Workload } from '../../../../pricing/job-cost.ts';
import { WORKLOAD_PARTS } from '../../../../pricing/workload-text.ts';
import { lineReplaced } from '../../../state/line.ts';
import type { WorkloadPage } from '../pages.ts';
import { pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { fieldMoved, formEdited, formOpened } from './form.ts';
import { workloadChanged } from './priced-rows.ts';

const size = z.number().min(0);

/** `workload` is null where there is no job, and absent where an older program has saved; `form` is what stands in the fields. */
export const savedJob = z.object({
  workload: z
    .object({
      hours: z.number().positive(),
      diskGb: size,
      downGb: size,
      upGb: size,
      slaTarget: z.number().gt(0).lt(1).optional(),
    })
    .nullable(),
  bid: z.number().positive().optional(),
  form: z.object({ at: z.enum(WORKLOAD_PARTS), texts: z.partialRecord(z.enum(WORKLOAD_PARTS), z.string()) }).optional(),
});

/** What is to be saved. */
export const jobSaved = ({ workload, page, bid }: OffersState): z.input<typeof savedJob> => ({
  workload: workload ?? null,
  ...(bid !== undefined && { bid }),
  ...(page?.kind === 'workload' && {
    form: { at: page.at, texts: Object.fromEntries(WORKLOAD_PARTS.map((part) => [part, page.lines[part].text])) },
  }),
});

/** The pane with the job and the form as they were left. */
export const jobResumed = (state: OffersState, saved: z.output<typeof savedJob> | undefined): OffersState => {
  if (saved === undefined) return state;
  const { workload, form, bid } = saved;
  // The height is unknown here; the pane's screen tells it before anything is drawn.
  const resumed = workloadChanged({ ...state, bid }, workload === null ? undefined : workloadOf(workload), 1);
  return form === undefined ? resumed : pageShown(resumed, formResumed(resumed.workload, form));
};

const workloadOf = ({ slaTarget, ...rest }: NonNullable<z.output<typeof savedJob>['workload']>): Workload => ({
  ...rest,
  ...(slaTarget !== undefined && { slaTarget }),
});

const formResumed = (
  workload: Workload | undefined,
  { at, texts }: NonNullable<z.output<typeof savedJob>['form']>,
): WorkloadPage => {
  const typed = WORKLOAD_PARTS.reduce<WorkloadPage>((form) => {
    const text = texts[form.at];
    const edited =
      text === undefined || text === form.lines[form.at].text ? form : formEdited(form, lineReplaced(text));
    return fieldMoved(edited, 1);
  }, formOpened(workload));
  const there = fieldMoved(typed, WORKLOAD_PARTS.indexOf(at));
  const { text } = there.lines[at];
  // What was typed there goes on, and what stood there before is still selected.
  return text === formOpened(workload).lines[at].text ? there : formEdited(there, lineReplaced(text));
};
