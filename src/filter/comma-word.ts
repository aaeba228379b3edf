/** Digits with commas between, as in `1,000` and `0,5`: a number or several words, and a problem in any case. */
import { type Piece, problemAt } from './clause.ts';
import { operatorAt } from './clause-parts.ts';
import type { Token } from './tokens.ts';
import { problemOfComma } from './word.ts';

/** Digits with commas between, which would be words of their own. */
export const commaWordAt = (tokens: readonly Token[], token: Token, index: number): Piece | undefined => {
  let { text, to } = token;
  let next = index + 1;
  for (;;) {
    const comma = tokens[next];
    const behind = tokens[next + 1];
    const isJoined =
      comma?.kind === 'comma' && comma.from === to && behind?.kind === 'word' && behind.from === comma.to;
    if (!isJoined || !/\d$/.test(text) || !/^\d/.test(behind.text) || operatorAt(tokens, next + 2) !== undefined) break;
    text += `,${behind.text}`;
    to = behind.to;
    next += 2;
  }
  if (next === index + 1) return undefined;
  return { from: token.from, to, next, meaning: problemAt({ from: token.from, to }, problemOfComma(text)) };
};
