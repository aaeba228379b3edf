/** What the form asks for: a request without the parts that are read when they are sent, or what is wrong with it. Pure. */
import { type RentedVolume, type RentRequest, RUN_TYPES } from '../../../../api/requests.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { readStorageGb } from '../../../../filter/storage-size.ts';
import { readPart } from '../../../../pricing/workload-text.ts';
import { type EnvironmentSource, parseEnvironment } from '../../../../rentals/environment.ts';
import { planProblems } from '../../../../rentals/plan.ts';
import { readVolume } from '../../../../rentals/volume.ts';
import { withoutGrouping } from '../figure-prompt.ts';
import { RENT_FIELDS, type RentField, type RentForm, textOf } from './form.ts';

/** The request for one offer, and where the values of its environment and its script come from. */
export type ReadForm = {
  readonly plan: Omit<RentRequest, 'offerId' | 'label'>;
  /** Undefined where one is to be made. */
  readonly label: string | undefined;
  readonly sources: readonly EnvironmentSource[];
  /** As it is typed. */
  readonly onStartFile: string | undefined;
};

/** Something wrong with a field. */
export type FieldProblem = { readonly field: RentField; readonly message: string };

type Reading<Value> = { readonly value: Value } | { readonly problem: string };

/** What the form says, or the first field that is wrong; `offer` is the one that is to be rented, where there is one and it is known. */
export const readForm = (form: RentForm, offer: Offer | undefined): ReadForm | FieldProblem => {
  for (const field of RENT_FIELDS) {
    const message = fieldProblem(form, field, offer);
    if (message !== undefined) return { field, message };
  }
  const sources = parseEnvironment(textOf(form, 'environment'));
  const label = textOf(form, 'label');
  const onStartFile = textOf(form, 'onStart');
  return {
    plan: planOf(form),
    label: label === '' ? undefined : label,
    sources: 'problem' in sources ? [] : sources,
    onStartFile: onStartFile === '' ? undefined : onStartFile,
  };
};

/** What is wrong with `field`, as far as that shows without reading a file. */
export const fieldProblem = (form: RentForm, field: RentField, offer: Offer | undefined): string | undefined => {
  const reading = READ[field]?.(textOf(form, field));
  if (reading !== undefined && 'problem' in reading) return reading.problem;
  const member = MEMBERS[field];
  if (member === undefined) return undefined;
  const plan = { ...planOf(form), offerId: offer?.id ?? 0, label: textOf(form, 'label') };
  return planProblems(plan, offer).find((problem) => problem.member === member)?.message;
};

const MEMBERS: Readonly<Partial<Record<RentField, keyof RentRequest>>> = {
  image: 'image',
  disk: 'diskGb',
  label: 'label',
  bid: 'bid',
  volume: 'volume',
  sla: 'slaTarget',
};

/** Fields that say nothing are left out, and so are those that are wrong. */
const planOf = (form: RentForm): ReadForm['plan'] => {
  const bid = valueIn(readBidText(textOf(form, 'bid')));
  const volume = valueIn(readOptionalVolume(textOf(form, 'volume')));
  const slaTarget = valueIn(readTarget(textOf(form, 'sla')));
  return {
    image: textOf(form, 'image'),
    diskGb: valueIn(readDisk(textOf(form, 'disk'))) ?? 0,
    runType: valueIn(readRunType(textOf(form, 'runType'))) ?? 'ssh',
    ...(bid !== undefined && { bid }),
    environment: {},
    ...(volume !== undefined && { volume }),
    ...(slaTarget !== undefined && { slaTarget }),
  };
};

const valueIn = <Value>(reading: Reading<Value | undefined>): Value | undefined =>
  'value' in reading ? reading.value : undefined;

const readDisk = (text: string): Reading<number> => {
  const size = readStorageGb(withoutGrouping(text));
  return size === undefined ? { problem: 'Write the disk in GB, such as 40, 500GB or 2TB.' } : { value: size };
};

const readBidText = (text: string): Reading<number | undefined> => {
  if (text === '') return { value: undefined };
  const bid = bidIn(text);
  return bid === undefined
    ? { problem: 'Write the bid in $/h, such as 0.25, or nothing to rent on demand.' }
    : { value: bid };
};

/** The bid that `text` names, $/hour: `0.25`, `$0.25` or `0.25 $/h`; undefined where it names none. */
export const bidIn = (text: string): number | undefined => {
  const bid = Number(text.replaceAll(/[$\s]|\/h$/g, '') || Number.NaN);
  return bid > 0 && Number.isFinite(bid) ? bid : undefined;
};

const readRunType = (text: string): Reading<RentRequest['runType']> => {
  const runType = text === '' ? 'ssh' : RUN_TYPES.find((known) => known === text.toLowerCase());
  return runType === undefined ? { problem: `Write one of ${RUN_TYPES.join(', ')}.` } : { value: runType };
};

const readOptionalVolume = (text: string): Reading<RentedVolume | undefined> =>
  text === '' ? { value: undefined } : readVolume(text);

const readTarget = (text: string): Reading<number | undefined> =>
  text === '' ? { value: undefined } : readPart('sla', text);

const READ: Readonly<Partial<Record<RentField, (text: string) => Reading<unknown>>>> = {
  disk: readDisk,
  runType: readRunType,
  bid: readBidText,
  environment: (text) => {
    const sources = parseEnvironment(text);
    return 'problem' in sources ? sources : { value: sources };
  },
  volume: readOptionalVolume,
  sla: readTarget,
};
