/** The job that offers are compared for: its form and keys, and what of it is remembered and saved. What is read back is checked. */

import { z } from 'zod';
import type { Workload } from '../../../pricing/job-cost.ts';
import { JOB_LINES, keptJob, lineOfJob } from '../../../pricing/kept-job.ts';
import {
  type PartReading,
  readPart,
  targetText,
  WORKLOAD_PARTS,
  type WorkloadPart,
} from '../../../pricing/workload-text.ts';
import type { JournalAccess } from '../../../storage/journal/profile-journal.ts';
import { bind } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer, formKeys } from '../../keys/field.ts';
import { fieldEdited, fieldMoved, fieldOpened, linesOf, textOf } from '../../state/form.ts';
import { type Line, type LineEdit, lineOf, lineReplaced } from '../../state/line.ts';
import { presentOf } from '../../state/list-places.ts';
import type { PageSite, RunningPage } from '../page/page.ts';
import { withoutGrouping } from './bid.ts';
import { acceptedWords } from './job-costs.ts';
import { workloadChanged } from './job-rows.ts';
import type { OffersTools } from './needs.ts';
import { type CancelledJob, pageClosed, pageShown, type WorkloadPage } from './pages.ts';
import type { OffersState } from './state.ts';

/** What a form says: a job, none (`workload` is undefined then), or the first field that is wrong and why. */
type FormReading =
  | { readonly workload: Workload | undefined }
  | { readonly part: WorkloadPart; readonly problem: string };

/** The form with the job in force, its first field open. */
export const formOpened = (workload: Workload | undefined, cancelled: CancelledJob = {}): WorkloadPage => {
  const lineOfPart = (part: WorkloadPart): Line => {
    const before = cancelled[part];
    const line = lineOf(partText(workload, part));
    return before === undefined ? line : { ...line, cancelled: before };
  };
  return fieldOpened({ kind: 'workload', at: 'hours', lines: linesOf(WORKLOAD_PARTS, lineOfPart) }, 'hours');
};

/** The open field's line changed. */
export const formEdited = ({ isTried: _, ...form }: WorkloadPage, edit: LineEdit): WorkloadPage =>
  fieldEdited(form, edit);

/** The form was to be accepted and something in `part` is wrong: that field is open. */
const formRefused = (form: WorkloadPage, part: WorkloadPart): WorkloadPage => ({
  ...(part === form.at ? form : fieldOpened(form, part)),
  isTried: true,
});

/** What stands in the form when it is cancelled, where it is another than the job in force. */
const formCancelled = (form: WorkloadPage, workload: Workload | undefined): CancelledJob =>
  Object.fromEntries(
    WORKLOAD_PARTS.flatMap((part) => {
      const { text } = form.lines[part];
      return text.trim() === '' || text === partText(workload, part) ? [] : [[part, text]];
    }),
  );

/**
 * What the form says, while a job is in force (`hasJob`) or none is. Without hours there is no job; an empty disk is the one that the search is priced with, empty traffic is
 * none, and an empty SLA target no cover.
 */
export const readForm = (form: WorkloadPage, searchDiskGb: number, hasJob: boolean): FormReading => {
  if (textOf(form, 'hours') === '') {
    const wrong = WORKLOAD_PARTS.find((part) => partProblem(form, part) !== undefined);
    const problem = wrong && partProblem(form, wrong);
    if (wrong !== undefined && problem !== undefined) return { part: wrong, problem };
    const isDescribed = !hasJob && WORKLOAD_PARTS.some((part) => textOf(form, part) !== '');
    return isDescribed ? { part: 'hours', problem: HOURS_MISSING } : { workload: undefined };
  }
  const values: Partial<Record<WorkloadPart, number>> = {};
  for (const part of WORKLOAD_PARTS) {
    const reading = readingOf(form, part);
    if (reading === undefined) continue;
    if ('problem' in reading) return { part, problem: reading.problem };
    values[part] = reading.value;
  }
  const { hours, disk = searchDiskGb, down = 0, up = 0, sla } = values;
  if (hours === undefined) return { workload: undefined };
  return { workload: { hours, diskGb: disk, downGb: down, upGb: up, ...(sla !== undefined && { slaTarget: sla }) } };
};

const HOURS_MISSING = 'A job needs hours, such as 72 or 3d.';

/** What is wrong with the field of `part`; undefined when nothing is, or nothing stands there. */
export const partProblem = (form: WorkloadPage, part: WorkloadPart): string | undefined => {
  const reading = readingOf(form, part);
  return reading !== undefined && 'problem' in reading ? reading.problem : undefined;
};

const readingOf = (form: WorkloadPage, part: WorkloadPart): PartReading | undefined => {
  const text = textOf(form, part);
  return text === '' ? undefined : readPart(part, withoutGrouping(text));
};

/** What stands in a field for the job in force. */
const partText = (workload: Workload | undefined, part: WorkloadPart): string => {
  if (workload === undefined) return '';
  const { hours, diskGb, downGb, upGb, slaTarget } = workload;
  const figures = { hours, disk: diskGb, down: downGb, up: upGb };
  if (part === 'sla') return slaTarget === undefined ? '' : targetText(slaTarget);
  return String(figures[part]);
};

/** The job that an earlier run was left with; undefined where there is none, or nothing is kept. */
const rememberedWorkload = (journal: JournalAccess): Workload | undefined =>
  'problem' in journal ? undefined : keptJob(journal.filterLines(JOB_LINES).list());

/** Keeps the job for the next run; what cannot be kept ends with the program. */
const rememberWorkload = (journal: JournalAccess, workload: Workload | undefined): void => {
  if ('problem' in journal) return;
  journal.filterLines(JOB_LINES).keep(lineOfJob(workload));
};

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
    return fieldMoved(edited, WORKLOAD_PARTS, 1);
  }, formOpened(workload));
  const there = fieldOpened(typed, at);
  const { text } = there.lines[at];
  // What was typed there goes on, and what stood there before is still selected.
  return text === formOpened(workload).lines[at].text ? there : formEdited(there, lineReplaced(text));
};

/** Most characters of a field: no figure is written longer. */
const FIGURE_MAXIMUM = 40;

/** The row that opens the form, and the layer in force while it is open. A job that was kept is in force from now on. */
export const createWorkload = (
  site: PageSite<OffersState, WorkloadPage>,
  { slice, height, journal, notify, searching }: OffersTools,
): RunningPage<WorkloadPage> => {
  const kept = rememberedWorkload(journal());
  if (slice.get().workload === undefined && kept !== undefined)
    slice.change((state) => workloadChanged(state, kept, height()));

  const { page: form, change } = site;
  const open = () => site.show(formOpened(slice.get().workload, slice.get().cancelledJob));

  const accept = () => {
    const { storageGb, workload: before } = slice.get();
    const page = form();
    if (page === undefined) return;
    const reading = readForm(page, storageGb, before !== undefined);
    if ('problem' in reading) {
      change((now) => formRefused(now, reading.part));
      return;
    }
    const { workload } = reading;
    slice.change((state) => workloadChanged({ ...pageClosed(state), cancelledJob: {} }, workload, height()));
    rememberWorkload(journal(), workload);
    if (workload !== undefined) notify(acceptedWords(presentOf(slice.get().list, slice.get().list.shown), workload));
    else if (before !== undefined) notify('There is no job any more: its columns are gone.');
    searching.searchNow();
  };

  const cancel = () =>
    slice.change((state) =>
      state.page?.kind === 'workload'
        ? {
            ...pageClosed(state),
            cancelledJob: { ...state.cancelledJob, ...formCancelled(state.page, state.workload) },
          }
        : state,
    );

  return {
    openers: [
      bind('offers.workload', ['$'], 'job', 'Price', open, {
        tip: 'prices your job',
        help: 'what a job of yours costs: hours, disk, traffic, SLA',
        words: ['what will it cost', 'workload', 'price', 'money', 'total', 'hours', 'traffic', 'budget'],
      }),
    ],
    layers: () => [
      fieldLayer({
        owner: 'offers',
        line: () => form()?.lines[form()?.at ?? 'hours'],
        change: (edit) => change((page) => formEdited(page, edit)),
        maximum: FIGURE_MAXIMUM,
        accept: acceptKey('offers.workload-accept', 'compare for it', accept),
        cancel: cancelKey('offers.workload-cancel', cancel),
        own: formKeys('offers.workload', (steps) => change((page) => fieldMoved(page, WORKLOAD_PARTS, steps))),
      }),
    ],
  };
};
