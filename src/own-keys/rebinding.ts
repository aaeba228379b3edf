/** Which keys rows have with those that the user has given them, and what cannot be (docs/files-and-keys.md, Own keys). Pure. */

import { nearestWords } from '../base/nearest-words.ts';
import { FIXED_PRESSES, shownPress } from '../base/press-names.ts';
import { readKeyName, typesText } from './key-names.ts';
import type { KeyRow } from './written-rows.ts';

/** The keys that rows were given, by their ids, but for those that mean the same everywhere. */
export type OwnKeys = ReadonlyMap<string, readonly string[]>;

/** What is wrong with the keys of a row. */
type RowProblem = { readonly id: string; readonly message: string };

/** The rows that there are, and those that can be in force at once. */
type KeyTables = {
  readonly rows: readonly KeyRow[];
  readonly contexts: readonly (readonly KeyRow[])[];
  /** The keys that rows had in earlier versions, by their ids. */
  readonly former?: Readonly<Record<string, string>>;
};

/** Those rows have other keys by now: who has given one of these to another row keeps it, and the row has its former one. */
const FORMER = {
  'offers.view-delete': 'x',
  'offers.position-past': 'h',
  'offers.position-gpus': 'n',
  'offers.position-verification': 'v',
  'offers.position-place': 'r',
  'offers.position-reliability': 'b',
  'offers.position-datacenter': 'd',
  'offers.own-gpus': 'n',
  'offers.own-verification': 'v',
  'offers.own-place': 'r',
  'offers.own-reliability': 'b',
  'offers.own-datacenter': 'd',
  'notifications.forget': 'f',
  'notifications.save-secret': 'w',
  'maintenance.forget': 'f',
};

/** Keys that hands press by habit: none of them may take something away. */
const HABITUAL: readonly string[] = ['space', 'backspace', 'ctrl-d', 'ctrl-k', 'ctrl-w'];

/** The keys that `wanted` gives to rows. What is wrong is left out and told; the rest holds. */
export const rebound = (
  wanted: Readonly<Record<string, string | readonly string[]>>,
  { rows, contexts, former = FORMER }: KeyTables,
): { readonly keys: OwnKeys; readonly problems: readonly RowProblem[] } => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const keys = new Map<string, readonly string[]>();
  const problems: RowProblem[] = [];
  for (const [id, written] of Object.entries(wanted)) {
    const row = byId.get(id);
    const texts = typeof written === 'string' ? [written] : written;
    const problem = row === undefined ? unknownWords(id, rows) : rowProblem(row, texts);
    if (problem !== undefined) problems.push({ id, message: problem });
    else keys.set(id, [...new Set(pressesOf(texts))]);
  }
  const isTaken = (id: string, presses: readonly string[]) =>
    contexts.some(
      (context) =>
        context.some((row) => row.id === id) &&
        context.some((other) => other.id !== id && keys.get(other.id)?.some((key) => presses.includes(key))),
    );
  for (const [id, before] of Object.entries(former)) {
    const usual = byId.get(id)?.keys ?? [];
    if (!keys.has(id) && isTaken(id, usual) && !isTaken(id, [before])) keys.set(id, [before]);
  }
  // One that is left out has its usual keys again, which may be those that another one was given.
  for (let clash = clashIn(keys, contexts); clash !== undefined; clash = clashIn(keys, contexts)) {
    keys.delete(clash.id);
    problems.push(clash);
  }
  return { keys, problems };
};

const pressesOf = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => {
    const reading = readKeyName(text);
    return 'press' in reading ? [reading.press] : [];
  });

const unknownWords = (id: string, rows: readonly KeyRow[]): string => {
  const near = nearestWords(
    id,
    rows.map((row) => row.id),
  );
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  return `no key has this id.${meant} "gpudeck config keys" lists all`;
};

/** False for what confirms, and for what is on no other key than those that mean the same everywhere. */
export const canHaveOwn = ({ keys, isConfirming }: KeyRow): boolean =>
  !isConfirming && (keys.length === 0 || keys.some((key) => !FIXED_PRESSES.includes(key)));

const rowProblem = (row: KeyRow, texts: readonly string[]): string | undefined => {
  if (row.isConfirming) return `"${row.label}" confirms: its key cannot be changed`;
  if (!canHaveOwn(row)) {
    return `"${row.label}" is on ${row.keys.map(shownPress).join(' and ')}, which means the same everywhere: it has no other key`;
  }
  if (texts.length === 0) return 'at least one key is needed: leave the line out to have the usual ones';
  for (const text of texts) {
    const reading = readKeyName(text);
    if ('problem' in reading) return reading.problem;
    const { press } = reading;
    if (row.keys.includes(press)) continue;
    if (row.isDestructive && HABITUAL.includes(press)) {
      return `"${row.label}" takes something away, and ${shownPress(press)} is pressed by habit: take another key`;
    }
    if (row.isWhileTyping && typesText(press)) {
      return `${shownPress(press)} is typed into the text there: take a key that types nothing, such as Ctrl or Alt with a letter`;
    }
  }
  return undefined;
};

/** The row latest in the file whose new key another row has too, in some place where both work. */
const clashIn = (keys: OwnKeys, contexts: KeyTables['contexts']): RowProblem | undefined => {
  for (const [id, own] of [...keys].reverse()) {
    for (const context of contexts) {
      const row = context.find((one) => one.id === id);
      const clash = row && clashAt(row, own, context, keys);
      if (clash !== undefined) return clash;
    }
  }
  return undefined;
};

const clashAt = (
  row: KeyRow,
  own: readonly string[],
  context: readonly KeyRow[],
  keys: OwnKeys,
): RowProblem | undefined => {
  const others = context.filter(({ id }) => id !== row.id);
  const owner = (key: string) => others.find((other) => (keys.get(other.id) ?? other.keys).includes(key));
  const usualOwner = (key: string) => others.find((other) => other.keys.includes(key));
  // Where both have a key usually, the place knows which of them it means; but it must not be the only one that is left.
  const isOld = (key: string) => row.keys.includes(key) && usualOwner(key) !== undefined;
  const isHidden =
    own.every((key) => owner(key) !== undefined) && row.keys.some((key) => usualOwner(key) === undefined);
  const key = own.find((one) => owner(one) !== undefined && (isHidden || !isOld(one)));
  const other = key === undefined ? undefined : owner(key);
  if (key === undefined || other === undefined) return undefined;
  const what = `${shownPress(key)} is the key of ${other.id} ("${other.label}") in the same place`;
  return { id: row.id, message: `${what}: take another key, or give that one another` };
};
