/** What completion offers at a place of a command line. */

/** A text that may stand there, and what it is. */
export type Offered = { readonly text: string; readonly note?: string };

/** What may stand in a word from `from` on; `isWhole` when the word is at its end with it. */
export type Offering =
  | { readonly kind: 'words'; readonly from: number; readonly offered: readonly Offered[]; readonly isWhole: boolean }
  | { readonly kind: 'files' | 'folders' };

/** What is known where a value is typed. */
type Place = {
  /** What was typed of the word. */
  readonly begun: string;
  /** The command, such as `views show`. */
  readonly command: string;
  /** The arguments before this one. */
  readonly before: readonly string[];
  /** The folder of `--config`, on this line or from the environment. */
  readonly configFolder: string | undefined;
};

/** What may stand at a place. */
export type Source = (place: Place) => Offering;

/** Where nothing can be known, and where nothing may stand. */
export const NOTHING: Offering = { kind: 'words', from: 0, offered: [], isWhole: true };

/** The words that begin with what was typed, in any letter case. */
export const beginning = (offered: readonly Offered[], begun: string): readonly Offered[] =>
  offered.filter(({ text }) => text.toLowerCase().startsWith(begun.toLowerCase()));

/** One of `offered`. */
export const oneOf = (offered: readonly Offered[], begun: string): Offering => ({
  kind: 'words',
  from: 0,
  offered: beginning(offered, begun),
  isWhole: true,
});
