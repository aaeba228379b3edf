/** What a request tells of other people's tokens. An answer may repeat it in any words, for example in a refusal. Pure. */
import type { Body } from '../call-row.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { PRIVATE_MEMBERS } from './secret-values.ts';

/** Characters from which on a word of a script is taken for a token. */
const SHORTEST_TOKEN = 16;

const WORD = /[\w.~+/-]+/g;

/** A redactor that also knows what stands in the environment and the script of `body`: the same where there is none. */
export const redactorFor = (body: Body | undefined, redactor: Redactor): Redactor => {
  const texts = PRIVATE_MEMBERS.flatMap((name) => textsIn(body?.[name]));
  if (texts.length === 0) return redactor;
  const own = createRedactor('');
  for (const text of texts) own.remember(text);
  return {
    ...redactor,
    redact: (text) => own.redact(redactor.redact(text)),
    redactCut: (text) => own.redactCut(redactor.redactCut(text)),
  };
};

/** The texts in `value` without the names of members, each line of them, and each word that is as long as a token. */
const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') {
    const words = [...value.matchAll(WORD)].map(([word]) => word).filter((word) => word.length >= SHORTEST_TOKEN);
    return [value, ...value.split('\n').map((line) => line.trim()), ...words];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
