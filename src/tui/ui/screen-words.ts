/** What the words on the screen mean, for the help page: those that more than one pane shows. */

/** Something that stands on the screen, and what it means. */
export type ScreenWord = { readonly word: string; readonly meaning: string };

/** The words of every list. */
export const LIST_WORDS: readonly ScreenWord[] = [
  { word: 'as of 14:03', meaning: 'when the service gave the answer that you see; R asks again' },
  { word: '12/41 of 60', meaning: 'the cursor is on row 12 of 41, which the filter leaves of 60' },
  { word: '+2 clauses (F)', meaning: 'parts of a long filter that do not fit; F shows all of it' },
  { word: 'Ctrl-G', meaning: 'while you type: what a filter can say; Enter there puts it into the line' },
  {
    word: 'Ctrl-_',
    meaning: 'while you type: takes back the last edit, and once more does it again; Ctrl-/ in most terminals',
  },
  { word: 'marked only', meaning: 'rows without a mark are not shown; M shows all again' },
  { word: '3 marked, 1 hidden', meaning: 'the filter hides a marked row; actions skip it' },
  { word: '1 gone', meaning: 'a marked row is missing from the newest answer' },
  {
    word: '~',
    meaning: 'at the left of a row: the row shows the text found with f; n and N go from match to match',
  },
  { word: '↑¹ ↓²', meaning: 'sorted by this column first, ascending, and by that one second, descending' },
  {
    word: 'by $/h ↑, Days ↓',
    meaning: 'what the rows are sorted by, also where the column is not in view; +1: and one more',
  },
  { word: '← →', meaning: 'at the left of the headings: there are more columns on that side; h and l go there' },
  { word: '?', meaning: 'the service sent a value of an unexpected type' },
  { word: '-', meaning: 'the service sent no value' },
];
