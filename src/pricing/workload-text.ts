/** A job as a text, `hours=72,disk=200,down=50,up=5,sla=99%`: how its parts are read, and how it is written. Pure. */
import { grouped } from '../base/figures.ts';
import { findFilterField } from '../catalogue/lookup.ts';
import { printNumber, readNumber, readStorageGb } from '../filter/value.ts';

import type { Workload } from './job-cost.ts';

/** The parts by name, in the order in which they are written and asked for. */
export const WORKLOAD_PARTS = ['hours', 'disk', 'down', 'up', 'sla'] as const;

/** One part of a job. */
export type WorkloadPart = (typeof WORKLOAD_PARTS)[number];

/** What shows how a job is written. */
export const WORKLOAD_EXAMPLE = 'hours=72,disk=200,down=50,up=5';

/** A part that was read, in hours, GB, or as a share from 0 to 1; or in words what is wrong with it. */
export type PartReading = { readonly value: number } | { readonly problem: string };

/** Most hours of a job: what is longer was mistyped. */
const HOURS_MAXIMUM = 1_000_000;

/** What `text` says of `part`. Hours may be typed as `3d`, sizes as `2TB`, an SLA target as `99%`, `99` or `0.99`. */
export const readPart = (part: WorkloadPart, text: string): PartReading => {
  const typed = text.trim();
  switch (part) {
    case 'hours':
      return hoursOf(typed);
    case 'sla':
      return targetOf(typed);
    default:
      return sizeOf(typed);
  }
};

/** The job that `text` describes, its disk `searchDiskGb` where it names none; or what is wrong with it. */
export const readWorkload = (
  text: string,
): (Omit<Workload, 'diskGb'> & { readonly diskGb?: number }) | { readonly problem: string } => {
  const given = new Map<WorkloadPart, number>();
  for (const piece of text.split(',').map((words) => words.trim())) {
    const [name = '', value = ''] = piece.split('=', 2);
    if (piece === '') return { problem: 'Expected words separated by single commas.' };
    const part = WORKLOAD_PARTS.find((known) => known === name.trim().toLowerCase());
    if (part === undefined) {
      return {
        problem: `"${name}" is not a part of a job: write hours, disk, down, up or sla, as in ${WORKLOAD_EXAMPLE}.`,
      };
    }
    if (given.has(part)) return { problem: `${part} is given twice: remove one.` };
    const reading = readPart(part, value);
    if ('problem' in reading) return reading;
    given.set(part, reading.value);
  }
  const hours = given.get('hours');
  if (hours === undefined) return { problem: `A job needs hours, as in ${WORKLOAD_EXAMPLE}.` };
  const diskGb = given.get('disk');
  const slaTarget = given.get('sla');
  return {
    hours,
    downGb: given.get('down') ?? 0,
    upGb: given.get('up') ?? 0,
    ...(diskGb !== undefined && { diskGb }),
    ...(slaTarget !== undefined && { slaTarget }),
  };
};

/** `workload` as it is written: read again, it is the same. */
export const workloadText = ({ hours, diskGb, downGb, upGb, slaTarget }: Workload): string =>
  [
    `hours=${hours}`,
    `disk=${diskGb}`,
    `down=${downGb}`,
    `up=${upGb}`,
    ...(slaTarget === undefined ? [] : [`sla=${targetText(slaTarget)}`]),
  ].join(',');

/** `99%` for 0.99. */
export const targetText = (target: number): string => {
  const field = findFilterField(TARGET);
  return field === undefined ? String(target) : printNumber(field, target);
};

/** The filter by which the service is asked for the price with SLA cover. */
export const TARGET = 'target_reliability';

const hoursOf = (text: string): PartReading => {
  const hours = text === '' ? Number.NaN : Number(text);
  const value = Number.isNaN(hours) ? spanOf(text) : hours;
  if (value === 0) return { problem: 'A job of 0 hours has no price: write how long it runs, such as 72 or 3d.' };
  if (value > HOURS_MAXIMUM)
    return { problem: `"${text}" is too long: a job runs at most ${grouped(HOURS_MAXIMUM)} hours.` };
  if (value > 0) return { value };
  return { problem: `"${text}" is not a number of hours: write a number above 0, such as 72, or 3d.` };
};

/** Hours that a length with a unit has; not a number for what is none. */
const spanOf = (text: string): number => {
  const field = findFilterField('duration');
  const reading = field === undefined ? undefined : readNumber(field, text);
  return reading !== undefined && 'value' in reading ? reading.value / 3600 : Number.NaN;
};

const sizeOf = (text: string): PartReading => {
  const value = text !== '' && Number(text) === 0 ? 0 : readStorageGb(text);
  if (value !== undefined) return { value };
  return { problem: `"${text}" is not a size: write 0 or a size in GB, such as 50 or 2TB.` };
};

const targetOf = (text: string): PartReading => {
  const field = findFilterField(TARGET);
  // A share is below 1: a bare number above it can only be meant as a percentage.
  const meant = Number(text) > 1 ? `${text}%` : text;
  const reading = field === undefined ? undefined : readNumber(field, meant);
  if (reading !== undefined && 'value' in reading && reading.value > 0 && reading.value < 1) return reading;
  return { problem: `"${text}" is not an SLA target: write a share below 100 %, such as 99%.` };
};
