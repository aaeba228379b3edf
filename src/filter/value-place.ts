/** Finds the field of which a value is typed at the end of some tokens: behind its operator, in a list, or behind a bar. Pure. */
import { type FilterField, findFilterField } from '../catalogue/lookup.ts';
import { isAlternativeLink } from './alternatives.ts';
import { operatorAt } from './clause-parts.ts';
import type { Comparison } from './line.ts';
import type { Token } from './tokens.ts';

/** Where a value is typed. */
export type ValuePlace = {
  readonly field: FilterField;
  readonly operator: Comparison;
  /** What of the value is there; without its quotes. */
  readonly begun: string;
  /** How much of the line that is, in UTF-16 units. */
  readonly begunLength: number;
  /** The values before it in its list, as typed. */
  readonly listed: readonly string[];
  /** True behind a comma or a bar, where another clause may begin as well. */
  readonly isFurther: boolean;
};

/** The place behind `before`, where `begun` is all of the value so far; undefined where no value is typed. */
export const valuePlace = (before: readonly Token[], begun: Token | undefined): ValuePlace | undefined => {
  const nearest = before.at(-1);
  const isBehindBar = isAlternativeLink(nearest);
  const isInList = nearest?.kind === 'comma' || nearest?.kind === 'open';
  const bar = begun?.kind === 'word' ? begun.text.lastIndexOf('|') : -1;
  for (let index = before.length - 1; index > 0; index--) {
    const operator = operatorAt(before, index)?.operator;
    if (operator !== undefined) {
      if (isInList && operator !== 'in' && operator !== 'notin') return undefined;
      if (isBehindBar && operator !== 'in' && operator !== 'eq') return undefined;
      const isTwoWords = operator === 'in' && before[index - 1]?.text.toLowerCase() === 'not';
      const named = before[isTwoWords ? index - 2 : index - 1];
      const field = named?.kind === 'word' ? findFilterField(named.text) : undefined;
      if (field === undefined) return undefined;
      const begunText = begun?.text ?? '';
      return {
        field,
        operator: isTwoWords ? 'notin' : operator,
        begun: begunText.slice(bar + 1),
        begunLength: begun === undefined ? 0 : begun.to - begun.from - (bar + 1),
        listed: listedIn(before.slice(index + 1), begunText.slice(0, Math.max(0, bar))),
        isFurther: nearest?.kind === 'comma' || isBehindBar,
      };
    }
    if (!(isInList || isBehindBar) || (isInList && before[index]?.kind === 'close')) return undefined;
  }
  return undefined;
};

const listedIn = (tokens: readonly Token[], joined: string): readonly string[] => [
  ...tokens.filter(({ kind }) => kind === 'word' || kind === 'quoted').map(({ text }) => text),
  ...joined.split('|'),
];
