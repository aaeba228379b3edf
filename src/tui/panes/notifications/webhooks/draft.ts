/** The webhook form as far as it is filled in: what each field lacks, the types that it offers, and the request that it makes. Pure. */

import type { WebhookRequest } from '../../../../api/requests.ts';
import { nearestWords } from '../../../../base/nearest-words.ts';
import type { ServiceWebhook } from '../../../../notifications/webhook.ts';
import { type Line, lineOf } from '../../../state/line.ts';
import { TYPE_MAXIMUM, typeProblem } from '../event-types.ts';
import { isSameUrl, type WebhookRow } from './rows.ts';

/** Longest name and address that the service takes, in characters (docs/interface.md, Notifications). */
const NAME_MAXIMUM = 120;
const URL_MAXIMUM = 2048;

/** What stands in the form. */
export type WebhookDraft = {
  readonly name: Line;
  readonly url: Line;
  /** What narrows the list of types; a type counts only once it is picked. */
  readonly typed: Line;
  /** The types picked, each once, in the order in which they were. */
  readonly types: readonly string[];
};

/** The fields that are typed. */
export const FIELDS = ['name', 'url', 'typed'] as const;

/** One of those. */
export type DraftField = (typeof FIELDS)[number];

/** Most characters that each of them takes. */
export const FIELD_MAXIMA: Readonly<Record<DraftField, number>> = {
  name: NAME_MAXIMUM,
  url: URL_MAXIMUM,
  typed: TYPE_MAXIMUM,
};

/** What is said of a field: nothing yet to complain about, something wrong, or something to think about. */
export type FieldHint = { readonly kind: 'missing' | 'wrong' | 'warning'; readonly text: string };

/** The empty form. */
export const EMPTY_DRAFT: WebhookDraft = { name: lineOf(''), url: lineOf(''), typed: lineOf(''), types: [] };

/** What a webhook is judged beside: the others that there are, and whether the service takes http addresses of its own machine. */
export type Around = {
  readonly others: readonly WebhookRow[];
  readonly takesTrials: boolean;
  /** What it is now, where it is there already: what stands there needs no judging. */
  readonly before?: ServiceWebhook | undefined;
};

/** What is to be said of `field`; undefined when all is well. */
export const hintOn = (draft: WebhookDraft, field: DraftField, around: Around): FieldHint | undefined => {
  switch (field) {
    case 'name':
      return hintOnName(draft.name.text);
    case 'url':
      if (around.before !== undefined && draft.url.text === around.before.url) return undefined;
      return hintOnUrl(draft.url.text.trim(), around);
    case 'typed':
      return hintOnTyped(draft);
  }
};

/** Why the form makes no request yet, and the field where that is; undefined when it makes one. */
export const draftProblem = (
  draft: WebhookDraft,
  takesTrials: boolean,
  before?: ServiceWebhook,
): { readonly field: DraftField; readonly text: string } | undefined => {
  for (const field of FIELDS) {
    const hint = hintOn(draft, field, { others: [], takesTrials, before });
    if (hint !== undefined && hint.kind !== 'warning') return { field, text: `${LABELS[field]}: ${hint.text}` };
  }
  if (before !== undefined && Object.keys(changesOf(draft, before)).length === 0)
    return { field: 'name', text: 'Nothing is different from what the service has.' };
  return undefined;
};

/** What the fields are called. */
export const LABELS: Readonly<Record<DraftField, string>> = { name: 'Name', url: 'URL', typed: 'Event types' };

/** The request that the form makes. It is complete when `draftProblem` has nothing to say. */
export const requestOf = ({ name, url, types }: WebhookDraft): WebhookRequest => ({
  name: name.text.trim(),
  url: url.text.trim(),
  eventTypes: types,
});

/** The form of a webhook that is there. */
export const draftOf = ({ name, url, types }: ServiceWebhook): WebhookDraft => ({
  name: lineOf(name),
  url: lineOf(url),
  typed: lineOf(''),
  types,
});

/** What of the form is different from `before`, which alone is sent. */
export const changesOf = (draft: WebhookDraft, before: ServiceWebhook): Partial<WebhookRequest> => {
  const { name, url, eventTypes } = requestOf(draft);
  return {
    ...(name !== before.name && { name }),
    ...(url !== before.url && { url }),
    ...(eventTypes.toSorted().join(' ') !== before.types.toSorted().join(' ') && { eventTypes }),
  };
};

/** The form of a webhook that has become another one elsewhere: what was not changed here follows, what was stays. */
export const draftRebased = (draft: WebhookDraft, before: ServiceWebhook, now: ServiceWebhook): WebhookDraft => {
  const { name, url, eventTypes } = changesOf(draft, before);
  return {
    ...draft,
    ...(name === undefined && { name: lineOf(now.name) }),
    ...(url === undefined && { url: lineOf(now.url) }),
    ...(eventTypes === undefined && { types: now.types }),
  };
};

/** A type was picked, or put back. */
export const typeToggled = (draft: WebhookDraft, type: string): WebhookDraft => ({
  ...draft,
  types: draft.types.includes(type) ? draft.types.filter((other) => other !== type) : [...draft.types, type],
});

const missing = (text: string): FieldHint => ({ kind: 'missing', text });
const wrong = (text: string): FieldHint => ({ kind: 'wrong', text });

const hintOnName = (text: string): FieldHint | undefined => {
  const length = [...text.trim()].length;
  if (length === 0) return missing('A name is needed, to tell it from others.');
  return length > NAME_MAXIMUM ? wrong(`${length} characters; ${NAME_MAXIMUM} are allowed.`) : undefined;
};

/** How addresses of this machine begin, which the local service takes for trials (docs/interface.md, Decisions). */
const TRIALS = ['http://localhost', 'http://127.0.0.1', 'http://[::1]'];
const TRIAL_WORDS = 'For a trial: http://localhost:PORT, as gpudeck listen prints it.';

const isTrial = (text: string): boolean => {
  const address = URL.parse(text);
  return address !== null && TRIALS.includes(`${address.protocol}//${address.hostname}`);
};

const hintOnUrl = (text: string, { others, takesTrials }: Around): FieldHint | undefined => {
  if (text === '')
    return missing(
      takesTrials
        ? 'An https address, or http://localhost:PORT.'
        : 'The https address that receives the notifications.',
    );
  if (!/^https?:/i.test(text)) {
    return 'https://'.startsWith(text.toLowerCase())
      ? missing(`An address begins with https://${takesTrials ? ', or http://localhost for a trial' : ''}`)
      : wrong('The address must begin with https://');
  }
  if (/^http:/i.test(text) && !(takesTrials && isTrial(text)))
    return takesTrials && TRIALS.some((start) => start.startsWith(text.toLowerCase()))
      ? missing(TRIAL_WORDS)
      : wrong(`The address must begin with https://${takesTrials ? '; http is for this machine alone' : ''}`);
  if (/[\s\p{Cc}]/u.test(text)) return wrong('An address has no spaces.');
  if (!/^https?:\/\/[^/?#\\]/i.test(text)) return wrong('The host name is missing: https://HOST/...');
  if (text.length > URL_MAXIMUM) {
    return wrong(`${text.length} characters; ${URL_MAXIMUM} are allowed.`);
  }
  const address = URL.parse(text);
  if (address === null || address.hostname === '')
    return wrong('This is not an address: check the host name and port.');
  const twin = others.find(({ url, standing }) => standing !== 'gone' && isSameUrl(url, text));
  return twin === undefined ? undefined : twinWarning(twin);
};

const twinWarning = ({ name, standing }: WebhookRow): FieldHint => ({
  kind: 'warning',
  text:
    standing === 'unknown' || standing === 'sending'
      ? `A webhook "${name}" with this address was sent before, and its outcome is unknown.`
      : `The webhook "${name}" has this address already; a service refuses the same address twice.`,
});

/** Text that narrows the list to a type that is picked has done its work; any other was meant to be one. */
const hintOnTyped = ({ typed, types }: WebhookDraft): FieldHint | undefined => {
  const text = typed.text.trim();
  if (types.length === 0 && text === '') return missing('At least one event type is needed.');
  const isUsed = types.some((type) => type.toLowerCase().includes(text.toLowerCase()));
  return isUsed ? undefined : wrong(`"${text}" is typed, but not picked as a type.`);
};

/** One row; `isKnown` is false for a type that nobody has named before, which is taken all the same (docs/interface.md, Events). */
export type TypeRow = { readonly type: string; readonly isKnown: boolean };

/** The rows in the order of `offered`, but that a type typed in full comes first, and one that is not known last. */
export const typeRows = (offered: readonly string[], { typed }: WebhookDraft): readonly TypeRow[] => {
  const text = typed.text.trim();
  const fitting = fittingTypes(offered, text);
  const isNew = text !== '' && !offered.includes(text) && typeProblem(text) === undefined;
  return [
    ...fitting.filter((type) => type === text).map(known),
    ...fitting.filter((type) => type !== text).map(known),
    ...(isNew ? [{ type: text, isKnown: false }] : []),
  ];
};

/** What is to be said of the type being typed, with the cursor on `row` of the list; undefined while nothing is typed. */
export const hintOnTyping = (
  offered: readonly string[],
  { typed, types }: WebhookDraft,
  row: TypeRow | undefined,
): FieldHint | undefined => {
  const text = typed.text.trim();
  if (text === '') return undefined;
  if (row === undefined) {
    const near = guess(text, offered);
    return { kind: 'wrong', text: near === '' ? (typeProblem(text) ?? '') : `No type matches.${near}` };
  }
  if (types.includes(row.type)) return { kind: 'wrong', text: `${row.type} is picked already.` };
  if (row.isKnown) {
    const count = `${fittingTypes(offered, text).length} of ${offered.length} match`;
    return { kind: 'missing', text: `${count}: Enter picks ${row.type}.` };
  }
  return { kind: 'warning', text: `This is not a known type.${guess(text, offered)}` };
};

const known = (type: string): TypeRow => ({ type, isKnown: true });

const fittingTypes = (offered: readonly string[], text: string): readonly string[] =>
  offered.filter((type) => type.toLowerCase().includes(text.toLowerCase()));

/** The type that `text` may be a slip of, with or without its group. */
const guess = (text: string, offered: readonly string[]): string => {
  const eventOf = (type: string) => type.slice(type.indexOf(':') + 1);
  const [event] = nearestWords(text, offered.map(eventOf), 1);
  const near = nearestWords(text, offered, 1)[0] ?? offered.find((type) => eventOf(type) === event);
  return near === undefined ? '' : ` Did you mean ${near}?`;
};
