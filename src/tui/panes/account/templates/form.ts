/** The form of a template: what stands in it at first, the parts that what is typed comes to, and what a later run resumes. */
import { z } from 'zod';
import { RUN_TYPES, type TemplateParts } from '../../../../api/requests.ts';
import type { Template } from '../../../../catalogue/values.ts';
import { readStorageGb } from '../../../../filter/value.ts';
import {
  environmentText,
  fileAt,
  parseEnvironment,
  readEnvironment,
  withoutTyped,
} from '../../../../rentals/environment.ts';
import { readOnStart } from '../../../../rentals/on-start.ts';
import type { presetParts } from '../../../../rentals/presets.ts';
import { partsOf, STAYS_IN_PRESET } from '../../../../templates/template.ts';
import { type Form, fieldOpened, linesOf, textOf } from '../../../state/form.ts';
import { type Line, lineOf, lineReplaced } from '../../../state/line.ts';
import type { Needs } from '../../pane.ts';

/** The fields in the order in which they stand. */
export const TEMPLATE_FIELDS = [
  ...(['preset', 'name', 'image', 'tag', 'disk', 'runType'] as const),
  ...(['environment', 'onStart', 'arguments', 'description', 'seenBy', 'login'] as const),
] as const;

type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** What stands before each, what it means while it is empty, and what is said of it while it is open. */
export const FIELDS: Readonly<
  Record<TemplateField, { readonly label: string; readonly empty: string; readonly means: string }>
> = {
  preset: {
    ...{ label: 'Preset', empty: 'none' },
    means: `A name in presets.json fills in the rest when the field is left. ${STAYS_IN_PRESET}`,
  },
  name: { label: 'Name', empty: 'needed', means: 'What it is called in lists.' },
  image: { label: 'Image', empty: 'such as pytorch/pytorch', means: 'The image that runs in what is rented by it.' },
  tag: { label: 'Tag', empty: 'that of the image, or latest', means: 'The tag of the image.' },
  disk: { label: 'Disk, GB', empty: '8', means: 'The disk of a rental that asks for no other, 8 GB or more.' },
  runType: { label: 'Run as', empty: 'ssh', means: `One of ${RUN_TYPES.join(', ')}.` },
  environment: {
    ...{ label: 'Environment', empty: 'as it is' },
    means:
      'HF_TOKEN for the variable of that name, MODE=fast, KEY=@~/file, -p 8080:8080. Replaces all that there was. The service keeps the values: whoever rents by it can read them.',
  },
  onStart: { label: 'On-start file', empty: 'as it is', means: 'The file of the script that runs at the start.' },
  arguments: { label: 'Arguments', empty: 'none', means: 'What the image is started with, for the run type args.' },
  description: { label: 'Description', empty: 'none', means: 'What it is, in a sentence.' },
  seenBy: { label: 'Seen by', empty: 'you', means: 'Write you, or all: then everybody sees it and can rent by it.' },
  login: {
    ...{ label: 'Registry login', empty: 'as it is' },
    means: 'Registry, user and password, such as ghcr.io me PASSWORD. It is sent, shown nowhere and kept nowhere here.',
  },
};

const NONE = { empty: 'none' };

/** The same of a new template, of which nothing stays as it is. */
export const NEW_FIELDS: typeof FIELDS = {
  ...FIELDS,
  environment: { ...FIELDS.environment, ...NONE },
  onStart: { ...FIELDS.onStart, ...NONE },
  login: { ...FIELDS.login, ...NONE },
};

type Texts = Readonly<Record<TemplateField, string>>;

/** `id` is that of the template that is changed, absent for a new one; `before` is what stood there at first. */
export type TemplateForm = Form<TemplateField> & { readonly id?: number | undefined; readonly before: Texts };

/** Of what is never told nothing stands there; what is left so stays as it is. */
const textsOf = (template: Template): Texts => ({
  ...{ preset: '', environment: '', onStart: '', login: '' },
  name: template.name ?? '',
  image: template.image ?? '',
  tag: template.tag ?? '',
  disk: String(template.recommended_disk_space ?? ''),
  runType: partsOf(template).runType ?? '',
  arguments: template.args_str ?? '',
  description: template.desc ?? '',
  seenBy: template.private === false ? 'all' : '',
});

/** The form of this template, or of a new one. */
export const formOf = (template: Template | undefined): TemplateForm => {
  const before = textsOf(template ?? {});
  const lines = linesOf(TEMPLATE_FIELDS, (field) => lineOf(before[field]));
  const at = template === undefined ? 'preset' : 'name';
  return fieldOpened({ id: template?.id ?? undefined, before, at, lines }, at);
};

const savedTexts = z.record(z.enum(TEMPLATE_FIELDS), z.string());

/** What of the form a later run resumes. */
export const savedForm = z.object({
  id: z.int().positive().optional(),
  at: z.enum(TEMPLATE_FIELDS),
  before: savedTexts,
  texts: savedTexts,
});

export type SavedForm = z.output<typeof savedForm>;

/** It without values that were typed into the environment, and without a login. */
export const formSaved = (form: TemplateForm): z.input<typeof savedForm> => {
  const { id, at, before, lines } = form;
  const typed = TEMPLATE_FIELDS.map((field) => [field, lines[field].text]);
  const texts = { ...Object.fromEntries(typed), environment: withoutTyped(lines.environment.text), login: '' };
  return { id, at, before, texts };
};

export const formResumed = ({ texts, ...form }: SavedForm): TemplateForm =>
  fieldOpened({ ...form, lines: linesOf(TEMPLATE_FIELDS, (field) => lineOf(texts[field])) }, form.at);

/** What a preset says stands in the fields that it names. */
export const presetFilled = (form: TemplateForm, parts: ReturnType<typeof presetParts>): TemplateForm => {
  const { image, diskGb, runType, sources, onStartFile } = parts;
  const texts: Readonly<Partial<Record<TemplateField, string | undefined>>> = {
    ...{ image, runType, onStart: onStartFile, disk: diskGb === undefined ? undefined : String(diskGb) },
    environment: sources && environmentText(sources, true),
  };
  const lines = linesOf(TEMPLATE_FIELDS, (field) => {
    const text = texts[field];
    return text === undefined ? form.lines[field] : lineReplaced(text)(form.lines[field]);
  });
  return { ...form, lines };
};

/** A line as it is shown: of a login marks alone, and of values nothing while they are not typed. */
export const shownLine = ({ at, lines }: TemplateForm, field: TemplateField): Line => {
  const line = lines[field];
  const isHidden = field === 'login' || (field === 'environment' && at !== field);
  return isHidden ? { ...line, text: '*'.repeat(line.text.length) } : line;
};

type Problem = { readonly problem: string };

/** What one field comes to, in its text as it was typed. */
const READ: Readonly<
  Record<TemplateField, (text: string, places: Needs['renting']['places']) => TemplateParts | Problem>
> = {
  preset: () => ({}),
  name: (name) => ({ name }),
  image: (image) => ({ image }),
  tag: (tag) => ({ tag }),
  disk: (text) => {
    const diskGb = readStorageGb(text);
    return diskGb === undefined || diskGb < 8 ? { problem: 'A disk has 8 GB or more, such as 40 or 2TB.' } : { diskGb };
  },
  runType: (text) => {
    const runType = RUN_TYPES.find((known) => known === text);
    return runType === undefined ? { problem: `Write one of ${RUN_TYPES.join(', ')}.` } : { runType };
  },
  environment: (text, places) => {
    const sources = parseEnvironment(text);
    return 'problem' in sources ? sources : readEnvironment(sources, places);
  },
  onStart: (file, places) => {
    const script = readOnStart(fileAt(file, places));
    return 'problem' in script ? script : { onStart: script.text };
  },
  arguments: (text) => ({ arguments: text }),
  description: (description) => ({ description }),
  seenBy: (text) =>
    ['you', 'all', ''].includes(text) ? { isPrivate: text !== 'all' } : { problem: 'Write you, or all.' },
  login: (text) => {
    const [registry, user, password, ...rest] = text.split(/\s+/);
    return registry && user && password && rest.length === 0
      ? { login: { registry, user, password } }
      : { problem: 'A login is written as registry, user and password, such as ghcr.io me PASSWORD.' };
  },
};

/** The parts that differ from what stood there at first, or the first field that is wrong. */
export const partsIn = (
  form: TemplateForm,
  places: Needs['renting']['places'],
): TemplateParts | (Problem & { readonly field: TemplateField }) => {
  let parts: TemplateParts = {};
  for (const field of TEMPLATE_FIELDS) {
    const text = textOf(form, field);
    if (text === form.before[field].trim()) continue;
    const read = READ[field](text, places);
    if ('problem' in read) return { field, ...read };
    parts = { ...parts, ...read };
  }
  return parts;
};
