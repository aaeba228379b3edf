/**
 * The form of what is to be rented: its fields, and how they are typed, filled by a preset, left, and read as a request; what is wrong
 * with them, and where a bid stands. Pure.
 */

import { isDeepStrictEqual } from 'node:util';
import { type RentedVolume, type RentRequest, RUN_TYPES } from '../../../../api/requests.ts';
import type { Offer, Template } from '../../../../catalogue/values.ts';
import { readStorageGb } from '../../../../filter/value.ts';
import { dollars, hourly, leastBidText } from '../../../../money/money.ts';
import { placeAt } from '../../../../pricing/place.ts';
import { readPart, targetText } from '../../../../pricing/workload-text.ts';
import {
  type EnvironmentSource,
  environmentText,
  parseEnvironment,
  withoutTyped,
} from '../../../../rentals/environment.ts';
import { planProblems, pointlessBid } from '../../../../rentals/plan.ts';
import type { presetParts } from '../../../../rentals/presets.ts';
import { readVolume, volumeText } from '../../../../rentals/volume.ts';
import { filledBy } from '../../../../templates/template.ts';
import { type Form, fieldEdited, fieldOpened, linesOf, textOf } from '../../../state/form.ts';
import { type LineEdit, lineOf, lineReplaced } from '../../../state/line.ts';
import { idle } from '../../../state/remote.ts';
import { leastBid, withoutGrouping } from '../bid.ts';
import {
  fillings,
  type Templates,
  templateProblem,
  templatesFound,
  templateTaken,
  templateText,
} from './template-field.ts';

/** The fields in the order in which they stand. */
export const RENT_FIELDS = [
  'template',
  'preset',
  'image',
  'disk',
  'label',
  'runType',
  'bid',
  'environment',
  'onStart',
  'volume',
  'sla',
  'until',
] as const;

/** One of them. */
export type RentField = (typeof RENT_FIELDS)[number];

/** What stands before each, most characters that it takes, and what it means while it is empty. */
export const FIELDS: Readonly<
  Record<RentField, { readonly label: string; readonly maximum: number; readonly empty: string }>
> = {
  template: { label: 'Template', maximum: 200, empty: 'none' },
  preset: { label: 'Preset', maximum: 60, empty: 'none' },
  image: { label: 'Image', maximum: 512, empty: 'such as ubuntu:24.04' },
  disk: { label: 'Disk, GB', maximum: 40, empty: '8 or more' },
  label: { label: 'Label', maximum: 256, empty: 'gpudeck- and six letters' },
  runType: { label: 'Run as', maximum: 20, empty: 'ssh' },
  bid: { label: 'Bid, $/h', maximum: 40, empty: 'on demand' },
  environment: { label: 'Environment', maximum: 20_000, empty: 'none' },
  onStart: { label: 'On-start file', maximum: 4096, empty: 'none' },
  volume: { label: 'Volume', maximum: 1040, empty: 'none' },
  sla: { label: 'SLA target, %', maximum: 40, empty: 'no cover' },
  until: { label: 'Until', maximum: 80, empty: 'none: until it is destroyed' },
};

/** What is said of a field that was left. */
export type Note = { readonly text: string; readonly isProblem: boolean };

/** The open field, what stands in all of them, what was found of those that were left, and what can be taken without typing. */
export type RentForm = Form<RentField> & {
  /** What it was opened for last; absent while nobody has. */
  readonly offerIds?: readonly number[] | undefined;
  readonly notes: Readonly<Partial<Record<RentField, Note>>>;
  readonly offered: Readonly<Partial<Record<RentField, readonly string[]>>>;
  readonly templates: Templates;
  /** What stood in the form unasked, which gives way to what a template fills in; absent while nobody has opened it. */
  readonly usual?: RentTexts;
};

/** What the fields say; those that are not named are empty. */
type RentTexts = Readonly<Partial<Record<RentField, string>>>;

/** The form with `texts` in it, its field `at` open. */
export const formOf = (texts: RentTexts, offered: RentForm['offered'], at: RentField = 'image'): RentForm =>
  fieldOpened(
    {
      ...{ at, lines: linesOf(RENT_FIELDS, (field) => lineOf(texts[field] ?? '')), notes: {}, offered },
      templates: { answer: idle },
    },
    at,
  );

/** The open field's line changed; what was said of it may not hold any more. */
export const formEdited = (form: RentForm, edit: LineEdit): RentForm => {
  const edited = noted(fieldEdited(form, edit), form.at, undefined);
  return takenIn(edited) === takenIn(form) ? edited : usualGivenWay(edited);
};

/** The template that was taken. */
const takenIn = (form: RentForm): Template | undefined => templateTaken(textOf(form, 'template'), form.templates);

/** What it says of each field that it fills in, as far as nothing stands there. */
export const filledIn = (form: RentForm): RentTexts => fillings(takenIn(form));

/** Another template was taken, or none: what is usual and was not touched gives way to what it fills in, or is there again. */
const usualGivenWay = (form: RentForm): RentForm => {
  const filled = filledIn(form);
  const lines = linesOf(RENT_FIELDS, (field) => {
    const line = form.lines[field];
    const usual = form.usual?.[field];
    if (usual === undefined || line.undo !== undefined || (line.text !== usual && line.text !== '')) return line;
    return lineOf(filled[field] === undefined ? usual : '');
  });
  return { ...form, lines };
};

/** Something was found of a field; undefined where there is nothing to say. */
export const noted = (form: RentForm, field: RentField, note: Note | undefined): RentForm => ({
  ...form,
  notes: { ...form.notes, [field]: note },
});

/** What can be taken in the open field without typing it. */
export const offeredIn = (form: RentForm): readonly string[] =>
  form.at === 'template'
    ? templatesFound(textOf(form, 'template'), form.templates).map(templateText)
    : (form.offered[form.at] ?? []);

/** What can be taken `steps` further on than what stands in the open field takes its place. */
export const offeredTaken = (form: RentForm, steps: number): RentForm => {
  const { at } = form;
  const texts = offeredIn(form);
  if (texts.length === 0) return form;
  const place = texts.indexOf(textOf(form, at));
  const next = place < 0 ? (steps > 0 ? 0 : texts.length - 1) : (place + steps + texts.length) % texts.length;
  return formEdited(form, lineReplaced(texts[next] ?? ''));
};

/** What a preset says stands in the fields that it names. */
export const presetFilled = (form: RentForm, parts: ReturnType<typeof presetParts>): RentForm => {
  const { image, diskGb, label, runType, sources, onStartFile, volume, slaTarget } = parts;
  const texts: Readonly<Partial<Record<RentField, string | undefined>>> = {
    image,
    disk: diskGb === undefined ? undefined : String(diskGb),
    label,
    runType,
    environment: sources && environmentText(sources, true),
    onStart: onStartFile,
    volume: volume && volumeText(volume),
    sla: slaTarget === undefined ? undefined : targetText(slaTarget),
  };
  const lines = linesOf(RENT_FIELDS, (field) => {
    const text = texts[field];
    return text === undefined ? form.lines[field] : lineReplaced(text)(form.lines[field]);
  });
  return { ...form, lines, notes: {} };
};

/** The form for these offers: what names one instance, is bid for it and ends it, starts afresh where they are others. */
export const formFor = (form: RentForm, offerIds: readonly number[]): RentForm => {
  if (isDeepStrictEqual(form.offerIds, offerIds)) return form;
  const lines = { ...form.lines, label: lineOf(''), bid: lineOf(''), until: lineOf('') };
  const { label: _, bid: __, until: ___, ...notes } = form.notes;
  return { ...form, offerIds, lines, notes };
};

/** Nothing stands in the form any more but the usual disk; each field's undo brings its text back. */
export const formEmptied = (form: RentForm, disk: string): RentForm => ({
  ...form,
  lines: linesOf(RENT_FIELDS, (field) => lineReplaced(field === 'disk' ? disk : '')(form.lines[field])),
  notes: {},
});

/** The texts of the form as they may be kept: values that were typed into the environment are left out. */
export const keptTexts = ({ lines }: Pick<RentForm, 'lines'>): RentTexts =>
  Object.fromEntries(
    RENT_FIELDS.flatMap((field) => {
      const { text } = lines[field];
      const kept = field === 'environment' ? withoutTyped(text) : text;
      return kept === '' ? [] : [[field, kept]];
    }),
  );

/** What stands in the closed field of the environment: its typed values masked. Nothing of what cannot be read. */
export const shownEnvironment = (text: string): string => {
  const sources = parseEnvironment(text);
  if ('problem' in sources) return text.trim() === '' ? '' : '****';
  return sources
    .map((source) => environmentText([source], false) + (source.from === 'typed' && source.value !== '' ? '****' : ''))
    .join(' ');
};

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

/** What decides about the price, or the first of these fields that is wrong. */
export const readPriced = (form: RentForm, offer: Offer | undefined): ReadForm['plan'] | FieldProblem => {
  for (const field of PRICED_FIELDS) {
    const message = fieldProblem(form, field, offer);
    if (message !== undefined) return { field, message };
  }
  return planOf(form);
};

const PRICED_FIELDS: readonly RentField[] = ['template', 'disk', 'bid', 'sla'];

/** What is wrong with `field`, as far as that shows without reading a file, or was found when it was left. */
export const fieldProblem = (form: RentForm, field: RentField, offer: Offer | undefined): string | undefined => {
  const note = form.notes[field];
  if (note?.isProblem) return note.text;
  const text = textOf(form, field);
  if (field === 'template') return templateProblem(text, form.templates);
  const reading = text === '' && filledIn(form)[field] !== undefined ? undefined : READ[field]?.(text);
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
  const {
    image = '',
    diskGb = 0,
    ...filled
  } = filledBy(takenIn(form), {
    image: textOf(form, 'image') || undefined,
    diskGb: valueIn(readDisk(textOf(form, 'disk'))),
    runType: textOf(form, 'runType') === '' ? undefined : valueIn(readRunType(textOf(form, 'runType'))),
    onStart: textOf(form, 'onStart') || undefined,
  });
  return {
    ...{ image, diskGb, ...filled },
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

/** The place of `bid`, $/hour for the whole of `offer`, among those `seen`; what the least bid is where nothing is bid. */
export const bidWords = (bid: number | undefined, offer: Offer | undefined, seen: readonly Offer[]): string => {
  const least = leastBid(offer);
  const pointless = offer && pointlessBid(offer);
  const leastWords = least === undefined ? '' : `The least bid here is ${hourly(leastBidText(least))}. `;
  const known = pointless === undefined ? leastWords : `${pointless} `;
  const gpus = offer?.num_gpus ?? 0;
  const others = perGpu(seen.filter(({ id, gpu_name: model }) => id !== offer?.id && model === offer?.gpu_name));
  if (bid === undefined || gpus < 1) return `${known}Empty: on demand, which nobody can outbid.`;
  if (others.length === 0) return `${known}No other offer of this model is in the list to compare the bid with.`;
  const { cheaper, equal } = placeAt(bid / gpus, others);
  const taken = cheaper + equal;
  return `${known}${dollars(bid / gpus)} for a GPU: enough for ${taken} of the ${others.length} other offers of ${offer?.gpu_name} in the list.`;
};

const perGpu = (offers: readonly Offer[]): readonly number[] =>
  offers
    .flatMap((offer) => {
      const least = leastBid(offer);
      return least === undefined || !offer.num_gpus ? [] : [least / offer.num_gpus];
    })
    .sort((a, b) => a - b);
