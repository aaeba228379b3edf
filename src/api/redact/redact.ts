/** Takes the key and webhook secrets out of any text before it is kept or shown (docs/promises.md, 3). */
import { bareText, LONGEST_ESCAPE, shownText } from '../http/bare-text.ts';

import { escapedStretches } from './escaped-stretches.ts';
import { beginningAtEnd, findParts, type Wanted, wantedIn } from './secret-parts.ts';
import { SECRET_MEMBERS, withoutSecretValues } from './secret-values.ts';

/** What stands where a key or a secret stood. */
export const REDACTED = '[redacted]';

/** What stands for a whole text that could not be searched. */
const UNSEARCHED = '[not shown: it could not be checked for the key]';

/** Takes secrets out of texts; knows one key and whatever secrets it was told. */
export type Redactor = {
  /**
   * `text` without the key, without any secret remembered or more than half of one, and without the value of any
   * a member that is secret in every text in it. Never throws.
   */
  readonly redact: (text: string) => string;
  /** The same for a text that was cut: what it ends with is also taken out when it is how the key or a secret begins. */
  readonly redactCut: (text: string) => string;
  /** Texts, none longer than a word: where none of them stands, `redact` has nothing to take out of what people usually write. */
  readonly traces: () => readonly string[];
  /** Adds a secret that must not be shown from now on. */
  readonly remember: (secret: string) => void;
};

/**
 * Fewest characters of a key or secret that are looked for, escapes in it read as what they stand for. A shorter one is
 * found in any text by chance: everything would be redacted, and where it is, the reader could tell the key.
 */
const SHORTEST_TOLD = 8;

/** True for a key or a secret that can be told from the words of a text. */
export const isTold = (secret: string): boolean => bareText(secret).text.length >= SHORTEST_TOLD;

/** What is looked for: each secret as it is, and as it reads without escapes; and what of all of them decides about escapes. */
type Known = {
  readonly secrets: { readonly plain: Wanted; readonly bare: Wanted }[];
  readonly codes: Set<number>;
  longest: number;
};

/** A redactor for the key of one client. */
export const createRedactor = (apiKey: string): Redactor => {
  const known: Known = { secrets: [], codes: new Set(), longest: 0 };
  const traces = [...SECRET_MEMBERS, ESCAPED_LETTER];
  const remember = (secret: string): void => {
    if (!isTold(secret)) return;
    const bare = bareText(secret).text;
    known.secrets.push({ plain: wantedIn(secret), bare: wantedIn(bare) });
    for (let at = 0; at < bare.length; at++) known.codes.add(bare.charCodeAt(at));
    known.longest = Math.max(known.longest, bare.length);
    traces.push(traceOf(secret));
  };
  remember(apiKey);
  const redactor =
    (isCut: boolean) =>
    (text: string): string => {
      try {
        return withoutSecrets(withoutSecretValues(text, REDACTED), known, isCut);
      } catch {
        // Whatever it was, nothing of the text may be said.
        return UNSEARCHED;
      }
    };
  const redactCut = redactor(true);
  return {
    remember,
    traces: () => traces,
    redact: redactor(false),
    redactCut: (text) => redactCut(withoutCutCharacter(text)),
  };
};

/** `text` up to an escape or a character that it may end in the middle of. */
const withoutCutCharacter = (text: string): string => {
  const end = text.slice(-LONGEST_ESCAPE).search(/[\\%&\ufffd]/);
  return end < 0 ? text : text.slice(0, Math.max(0, text.length - LONGEST_ESCAPE) + end);
};

/** How JSON begins a character of ASCII that is escaped though it need not be. */
const ESCAPED_LETTER = '\\u00';

const withoutSecrets = (text: string, known: Known, isCut: boolean): string => {
  let ends: Int32Array | undefined;
  const take = (start: number, end: number): void => {
    ends ??= new Int32Array(text.length);
    ends[start] = Math.max(ends[start] ?? 0, end);
  };
  for (const { plain } of known.secrets) takeParts(text, plain, isCut, take);
  for (const [from, to] of escapedStretches(text, known)) {
    const { text: bare, starts } = bareText(text.slice(from, to));
    const shown = shownText(bare);
    const takeBare = (start: number, end: number) => take(from + (starts[start] ?? 0), from + (starts[end] ?? 0));
    const takeShown = (start: number, end: number) => takeBare(shown?.starts[start] ?? 0, shown?.starts[end] ?? 0);
    const isEndCut = isCut && to === text.length;
    for (const { bare: wanted } of known.secrets) {
      takeParts(bare, wanted, isEndCut, takeBare);
      if (shown !== undefined) takeParts(shown.text, wanted, isEndCut, takeShown);
    }
  }
  return ends === undefined ? text : withoutStretches(text, ends);
};

const takeParts = (text: string, wanted: Wanted, isCut: boolean, take: (start: number, end: number) => void): void => {
  findParts(text, wanted, take);
  const beginning = isCut ? beginningAtEnd(text, wanted) : undefined;
  if (beginning !== undefined) take(beginning, text.length);
};

/** `text` without the stretches of which `ends` has the end where they begin; those that overlap count as one. */
const withoutStretches = (text: string, ends: Int32Array): string => {
  let rest = '';
  let from = 0;
  for (let start = 0; start < text.length; start++) {
    let end = ends[start] ?? 0;
    if (end === 0) continue;
    rest += text.slice(from, start) + REDACTED;
    for (let at = start + 1; at < end; at++) end = Math.max(end, ends[at] ?? 0);
    from = end;
    start = end - 1;
  }
  return rest + text.slice(from);
};

/** Characters that nobody escapes, whether in JSON, in an address or in HTML. */
const UNESCAPED = /[\w.~-]+/g;

const LONGEST_TRACE = 16;

/** The middle of the longest part of a secret that looks the same in every usual spelling. */
const traceOf = (secret: string): string => {
  const runs = [...secret.matchAll(UNESCAPED)].map(([run]) => run);
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  const from = Math.max(0, Math.floor((longest.length - LONGEST_TRACE) / 2));
  return longest.slice(from, from + LONGEST_TRACE);
};
