/** The event types in the form's list: those that hold what is typed, and what is typed itself where it could be one. Pure. */
import { nearestWords } from '../../../../base/nearest-words.ts';
import { typeProblem } from '../event-type.ts';
import type { FieldHint, WebhookDraft } from './draft.ts';

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
