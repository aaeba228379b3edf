/** What the line of a list of records says: words alone (see `row-words.ts`). */
import type { LanguageSection } from './language-help.ts';

const entry = (name: string, meaning: string) => ({ name, aside: '', meaning, words: [] });

/** The whole of it. Each name is an example of itself. */
export const WORD_LANGUAGE: readonly LanguageSection[] = [
  {
    title: 'Words: a row stays when it has each of them, in any letter case',
    entries: [
      entry('word', 'a column shows it, also as a part of a longer text or of a figure'),
      entry('one two', 'columns show both, in any order'),
      entry('"one two"', 'a column shows what is in the quotes as it stands, with the space'),
      entry('one_two', 'a column shows one_two, or one two: _ matches a space too'),
      entry('!word', 'no column shows it: the rows that do are left out'),
      entry('!"one two"', 'the same for more than a word'),
      entry('any:word', 'it stands anywhere in the row, also in what has no column'),
      entry('any:"one two"', 'the same for more than a word'),
      entry('"and"', 'and, or, && and || have to be in quotes: every word must be in a row anyway'),
      entry('"a=b"', 'what looks like a condition has to be in quotes: only offers take conditions'),
    ],
  },
];
