/** The form of what machines are offered at: what stands in it at first, what is typed, and what that comes to for each machine. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { HostMachine } from '../../../../catalogue/values.ts';
import { type ListingWish, planOf } from '../../../../hosting/list-plan.ts';
import { notedPrice } from '../../../../hosting/list-write.ts';
import { listingOf } from '../../../../hosting/machine.ts';
import type { MachineMarket } from '../../../../hosting/machine-market.ts';
import { readPriceWord } from '../../../../hosting/price-word.ts';
import { type Form, fieldOpened, linesOf, textOf } from '../../../state/form.ts';
import { lineOf, lineReplaced } from '../../../state/line.ts';
import { FIELDS, MAY_BE_UNKNOWN, PRICE_FIELDS, type PriceField, readTyped, valueText } from './fields.ts';

/** A machine as it is listed now, and the market that its price stands in. */
export type Priced = {
  readonly machine: HostMachine & { readonly id: number };
  readonly market: MachineMarket | undefined;
};

/** By what is read and written: an IANA name, and Unix epoch milliseconds. */
type PriceContext = { readonly timeZone: string; readonly nowEpochMs: number };

/** The open field and what stands in all of them, for these machines. A field that says what stood there at first, or nothing, leaves each machine its own value. */
export type PriceForm = Form<PriceField> & {
  readonly ids: readonly number[];
  /** The moment is when it was opened, or reviewed last. */
  readonly context: PriceContext;
  /** What was sent for them before and never answered, as the journal notes it: the price of a change stays what it was then. */
  readonly unanswered?: readonly { readonly id: number; readonly value: string }[];
  /** What stands in each field where nothing is typed: what all of the machines have. */
  readonly present: Texts;
};

type Texts = Readonly<Record<PriceField, string>>;

/** What is typed. */
type Typed = Readonly<Partial<Record<PriceField, string>>>;

/** The value that a machine has now; undefined where it is not known, or is past and so never sent again. Of one that is not listed, none is no value. */
const presentValue = (
  field: PriceField,
  { machine }: Priced,
  { nowEpochMs }: PriceContext,
): number | null | undefined => {
  const value = field === 'volumeGb' ? undefined : listingOf(machine)[field];
  if (value === null) return machine.listed === true ? null : undefined;
  return field === 'end' && value !== undefined && value * 1000 <= nowEpochMs ? undefined : value;
};

const presentTexts = (machines: readonly Priced[], context: PriceContext): Texts => {
  const textIn = (field: PriceField): string => {
    const values = new Set(machines.map((machine) => presentValue(field, machine, context)));
    const [value] = values;
    return values.size !== 1 || value === undefined ? '' : valueText(field, value, context.timeZone);
  };
  // Every field is there: the type of `fromEntries` does not say so.
  return Object.fromEntries(PRICE_FIELDS.map((field) => [field, textIn(field)])) as Texts;
};

/** What an empty field stands for, where there is little room without figures. */
const emptyWords = (
  field: PriceField,
  machines: readonly Priced[],
  context: PriceContext,
  isBrief: boolean,
): string => {
  if (field === 'volumeGb') return ALWAYS_ASKED;
  const values = machines.map((machine) => presentValue(field, machine, context));
  const known = values.filter((value) => value !== undefined);
  const unknown = values.length - known.length;
  const isPast = field === 'end' && machines.some(({ machine }) => machine.end_date != null) && unknown > 0;
  const lack = isPast ? 'past' : 'not known';
  if (known.length === 0) return MAY_BE_UNKNOWN.includes(field) ? 'not known: not sent' : `${lack}: fill it in`;
  const figures = known.filter((value) => value !== null).toSorted((a, b) => a - b);
  const ends = [figures[0], figures.at(-1)].flatMap((value) =>
    value === undefined ? [] : [valueText(field, value, context.timeZone)],
  );
  if (isBrief) return unknown === 0 ? 'several' : `${lack} of ${unknown}`;
  const range = field === 'end' || ends.length === 0 ? 'each keeps its own' : [...new Set(ends)].join(' to ');
  return `several: ${range}${unknown === 0 ? '' : `, ${lack} of ${unknown}`}`;
};

const ALWAYS_ASKED = 'GB, or none: asked each time';

/** What stands before each field, and what an empty one stands for. */
export const labelsOf = ({ context }: PriceForm, machines: readonly Priced[], isBrief: boolean) => {
  const labels = PRICE_FIELDS.map(
    (field) => [field, { label: FIELDS[field].label, empty: emptyWords(field, machines, context, isBrief) }] as const,
  );
  // Every field is there.
  return Object.fromEntries(labels) as Record<PriceField, (typeof labels)[number][1]>;
};

/** The form with what is typed in it, its field `at` open. */
export const formOf = (
  machines: readonly Priced[],
  ids: readonly number[],
  context: PriceContext,
  typed: Typed = {},
  at: PriceField = 'pricePerGpu',
): PriceForm => {
  const present = presentTexts(machines, context);
  const lines = linesOf(PRICE_FIELDS, (field) => lineOf(typed[field] ?? present[field]));
  return fieldOpened({ ids, context, at, present, lines }, at);
};

/** What of the form was typed. */
export const typedIn = (form: PriceForm): Typed =>
  Object.fromEntries(
    PRICE_FIELDS.flatMap((field) => {
      const text = typedText(form, field);
      return text === undefined ? [] : [[field, text]];
    }),
  );

const typedText = (form: PriceForm, field: PriceField): string | undefined => {
  const text = textOf(form, field);
  return text === '' || text === form.present[field] ? undefined : text;
};

/** The form as it is opened for machines: as it was left for the very same; else as they are, where Ctrl-R brings back what was typed for others. */
export const formFor = (
  before: PriceForm | undefined,
  machines: readonly Priced[],
  context: PriceContext,
): PriceForm => {
  const ids = machines.map(({ machine }) => machine.id);
  if (before !== undefined && isDeepStrictEqual(before.ids, ids))
    return formOf(machines, ids, context, typedIn(before), before.at);
  const form = formOf(machines, ids, context);
  const left = before === undefined ? {} : typedIn(before);
  const lines = linesOf(PRICE_FIELDS, (field) => {
    const text = left[field];
    return text === undefined ? form.lines[field] : { ...form.lines[field], cancelled: text };
  });
  return { ...form, lines };
};

/** Another list of the machines is here: what was not touched follows it. */
export const formFollowed = (form: PriceForm, machines: readonly Priced[]): PriceForm => {
  const present = presentTexts(machines, form.context);
  if (isDeepStrictEqual(present, form.present)) return form;
  const lines = linesOf(PRICE_FIELDS, (field) =>
    textOf(form, field) === form.present[field] ? lineReplaced(present[field])(form.lines[field]) : form.lines[field],
  );
  return { ...form, present, lines };
};

/** Nothing is typed any more; each field's undo brings its text back. */
export const formEmptied = (form: PriceForm): PriceForm => ({
  ...form,
  lines: linesOf(PRICE_FIELDS, (field) => lineReplaced(form.present[field])(form.lines[field])),
});

/** Why what is typed for a field says nothing; undefined where it does, or nothing is typed that has to be. */
export const fieldProblem = (form: PriceForm, field: PriceField): string | undefined => {
  const text = typedText(form, field);
  if (text === undefined)
    return field === 'volumeGb' ? 'The size of the volume is asked each time: write GB, or none.' : undefined;
  const reading = field === 'pricePerGpu' ? readPriceWord(text) : readTyped(field, text, form.context);
  return 'problem' in reading ? reading.problem : undefined;
};

/** What is wished for by what is typed; fields that say nothing are left out. */
const wishIn = (form: PriceForm): ListingWish => {
  const valueIn = (field: Exclude<PriceField, 'pricePerGpu'>): number | null | undefined => {
    const text = typedText(form, field);
    const reading = text === undefined ? undefined : readTyped(field, text, form.context);
    return reading !== undefined && 'value' in reading ? reading.value : undefined;
  };
  const figureIn = (field: Parameters<typeof valueIn>[0]) => valueIn(field) ?? undefined;
  const word = typedText(form, 'pricePerGpu');
  const price = word === undefined ? undefined : readPriceWord(word);
  return {
    price: price === undefined || 'problem' in price ? undefined : price,
    diskPrice: figureIn('diskPrice'),
    upPrice: figureIn('upPrice'),
    downPrice: figureIn('downPrice'),
    minBid: valueIn('minBid'),
    minChunk: figureIn('minChunk'),
    end: valueIn('end'),
    discount: figureIn('discount'),
    volumeGb: figureIn('volumeGb') ?? 0,
    volumePrice: figureIn('volumePrice'),
  };
};

/** What is sent for each machine, or why nothing is. */
export const plannedIn = (form: PriceForm, machines: readonly Priced[]) => {
  const wish = wishIn(form);
  const { unanswered = [], context } = form;
  return machines.map(({ machine, market }) => {
    const sent = unanswered.find(({ id }) => id === machine.id);
    const figure = sent && wish.price?.kind === 'change' ? notedPrice(sent.value, wish.price.word) : undefined;
    return { machine, market, plan: planOf(machine, wish, { market, figure, nowEpochMs: context.nowEpochMs }) };
  });
};
