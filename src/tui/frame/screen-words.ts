/** What the words of the header mean, for the help page. */
import type { ScreenWord } from '../ui/list-words.ts';

export const HEADER_WORDS: readonly ScreenWord[] = [
  { word: 'key ..3f2a', meaning: 'the last characters of the API key in use, and where it came from' },
  { word: 'read-only', meaning: 'nothing is sent that notifies, creates, replaces or costs' },
];
