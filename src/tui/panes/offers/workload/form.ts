/** The form that asks for the job that offers are compared for: opened, typed into, accepted, cancelled. Pure. */

import type { Workload } from '../../../../pricing/job-cost.ts';
import {
  type PartReading,
  readPart,
  targetText,
  WORKLOAD_PARTS,
  type WorkloadPart,
} from '../../../../pricing/workload-text.ts';
import { type Line, type LineEdit, lineAccepted, lineOf, lineOffered } from '../../../state/line.ts';
import { withoutGrouping } from '../figure-prompt.ts';
import type { CancelledJob, WorkloadPage } from '../pages.ts';

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
  const lines = {
    hours: lineOfPart('hours'),
    disk: lineOfPart('disk'),
    down: lineOfPart('down'),
    up: lineOfPart('up'),
    sla: lineOfPart('sla'),
  };
  return { kind: 'workload', at: 'hours', lines: { ...lines, hours: lineOffered(lines.hours) } };
};

/** The open field's line changed. */
export const formEdited = ({ isTried: _, ...form }: WorkloadPage, edit: LineEdit): WorkloadPage => ({
  ...form,
  lines: { ...form.lines, [form.at]: edit(form.lines[form.at]) },
});

/** The field `steps` further on was opened; behind the last comes the first. */
export const fieldMoved = (form: WorkloadPage, steps: number): WorkloadPage => {
  const count = WORKLOAD_PARTS.length;
  const place = (WORKLOAD_PARTS.indexOf(form.at) + steps + count) % count;
  return fieldOpened(form, WORKLOAD_PARTS[place] ?? form.at);
};

/** The form was to be accepted and something in `part` is wrong: that field is open. */
export const formRefused = (form: WorkloadPage, part: WorkloadPart): WorkloadPage => ({
  ...(part === form.at ? form : fieldOpened(form, part)),
  isTried: true,
});

const fieldOpened = (form: WorkloadPage, part: WorkloadPart): WorkloadPage => {
  const lines = { ...form.lines, [form.at]: lineAccepted(form.lines[form.at]) };
  return { ...form, at: part, lines: { ...lines, [part]: lineOffered(lines[part]) } };
};

/** What stands in the form when it is cancelled, where it is another than the job in force. */
export const formCancelled = (form: WorkloadPage, workload: Workload | undefined): CancelledJob =>
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

const textOf = ({ lines }: WorkloadPage, part: WorkloadPart): string => lines[part].text.trim();

/** What stands in a field for the job in force. */
const partText = (workload: Workload | undefined, part: WorkloadPart): string => {
  if (workload === undefined) return '';
  const { hours, diskGb, downGb, upGb, slaTarget } = workload;
  const figures = { hours, disk: diskGb, down: downGb, up: upGb };
  if (part === 'sla') return slaTarget === undefined ? '' : targetText(slaTarget);
  return String(figures[part]);
};
