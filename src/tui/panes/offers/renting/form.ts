/** The form of what is to be rented: its fields, and how they are typed, filled by a preset, and left. Pure. */

import { targetText } from '../../../../pricing/workload-text.ts';
import { environmentText, parseEnvironment } from '../../../../rentals/environment.ts';
import { presetEnvironment } from '../../../../rentals/presets.ts';
import type { Preset } from '../../../../storage/files/presets.ts';
import { type Line, type LineEdit, lineAccepted, lineOf, lineOffered, lineReplaced } from '../../../state/line.ts';

/** The fields in the order in which they stand. */
export const RENT_FIELDS = [
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
] as const;

/** One of them. */
export type RentField = (typeof RENT_FIELDS)[number];

/** Most characters that each takes. */
export const FIELD_MAXIMA: Readonly<Record<RentField, number>> = {
  image: 512,
  disk: 40,
  label: 256,
  runType: 20,
  bid: 40,
  environment: 20_000,
  onStart: 4096,
  volume: 1040,
  sla: 40,
  preset: 60,
};

/** What is said of a field that was left. */
export type Note = { readonly text: string; readonly isProblem: boolean };

/** The open field, what stands in all of them, what was found of those that were left, and what can be taken without typing. */
export type RentForm = {
  readonly at: RentField;
  readonly lines: Readonly<Record<RentField, Line>>;
  readonly notes: Readonly<Partial<Record<RentField, Note>>>;
  readonly offered: Readonly<Partial<Record<RentField, readonly string[]>>>;
};

/** What the fields say; those that are not named are empty. */
type RentTexts = Readonly<Partial<Record<RentField, string>>>;

/** The form with `texts` in it, its field `at` open. */
export const formOf = (texts: RentTexts, offered: RentForm['offered'], at: RentField = 'image'): RentForm =>
  fieldOpened({ at, lines: linesOf((field) => lineOf(texts[field] ?? '')), notes: {}, offered }, at);

const linesOf = (lineOfField: (field: RentField) => Line): RentForm['lines'] => ({
  image: lineOfField('image'),
  disk: lineOfField('disk'),
  label: lineOfField('label'),
  runType: lineOfField('runType'),
  bid: lineOfField('bid'),
  environment: lineOfField('environment'),
  onStart: lineOfField('onStart'),
  volume: lineOfField('volume'),
  sla: lineOfField('sla'),
  preset: lineOfField('preset'),
});

/** What stands in a field, without blanks around it. */
export const textOf = ({ lines }: Pick<RentForm, 'lines'>, field: RentField): string => lines[field].text.trim();

/** The open field's line changed; what was said of it may not hold any more. */
export const fieldEdited = (form: RentForm, edit: LineEdit): RentForm => ({
  ...form,
  lines: { ...form.lines, [form.at]: edit(form.lines[form.at]) },
  notes: { ...form.notes, [form.at]: undefined },
});

/** The field `steps` further on was opened; behind the last comes the first. */
export const fieldMoved = (form: RentForm, steps: number): RentForm => {
  const count = RENT_FIELDS.length;
  return fieldOpened(form, RENT_FIELDS[(RENT_FIELDS.indexOf(form.at) + steps + count) % count] ?? form.at);
};

/** A field was opened, and its text selected. */
export const fieldOpened = (form: RentForm, field: RentField): RentForm => {
  const lines = { ...form.lines, [form.at]: lineAccepted(form.lines[form.at]) };
  return { ...form, at: field, lines: { ...lines, [field]: lineOffered(lines[field]) } };
};

/** Something was found of a field; undefined where there is nothing to say. */
export const noted = (form: RentForm, field: RentField, note: Note | undefined): RentForm => ({
  ...form,
  notes: { ...form.notes, [field]: note },
});

/** What can be taken `steps` further on than what stands in the open field takes its place. */
export const offeredTaken = (form: RentForm, steps: number): RentForm => {
  const { at } = form;
  const texts = form.offered[at] ?? [];
  if (texts.length === 0) return form;
  const place = texts.indexOf(textOf(form, at));
  const next = place < 0 ? (steps > 0 ? 0 : texts.length - 1) : (place + steps + texts.length) % texts.length;
  return fieldEdited(form, lineReplaced(texts[next] ?? ''));
};

/** What a preset says stands in the fields that it names. */
export const presetFilled = (form: RentForm, preset: Preset, absolute: (file: string) => string): RentForm => {
  const texts = presetTexts(preset, absolute);
  const lines = linesOf((field) => {
    const text = texts[field];
    return text === undefined ? form.lines[field] : lineReplaced(text)(form.lines[field]);
  });
  return { ...form, lines, notes: {} };
};

const presetTexts = (preset: Preset, absolute: (file: string) => string): RentTexts => {
  const { volume } = preset;
  const environment = presetEnvironment(preset).map((source) =>
    source.from === 'file' ? { ...source, file: absolute(source.file) } : source,
  );
  return {
    ...(preset.image !== undefined && { image: preset.image }),
    ...(preset.disk !== undefined && { disk: String(preset.disk) }),
    ...(preset.label !== undefined && { label: preset.label }),
    ...(preset.runtype !== undefined && { runType: preset.runtype }),
    ...(preset.env !== undefined && { environment: environmentText(environment, true) }),
    ...(preset.onstart_file !== undefined && { onStart: absolute(preset.onstart_file) }),
    ...(volume !== undefined && {
      volume: `${'id' in volume ? `#${volume.id}` : volume.new_gb} ${volume.mount_path}`,
    }),
    ...(preset.target_reliability !== undefined && { sla: targetText(preset.target_reliability) }),
  };
};

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

const withoutTyped = (text: string): string => {
  const sources = parseEnvironment(text);
  return 'problem' in sources ? '' : environmentText(sources, false);
};
