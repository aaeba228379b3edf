/** What of a pane a later run resumes: how that is saved, and how it is read back, which is never trusted. Pure. */
import type { z } from 'zod';
import type { SavedWords } from './saved-list.ts';

/** What a later run resumes of a pane whose state is a `State`; `nothingSaved` says why that is nothing. */
export type Resume<State> = Saved<State> | { readonly nothingSaved: string };

/** One pane's part of what is saved. */
type Saved<State> = {
  /** True where the user's work may end in something sent: it is named before all else. */
  readonly isWriting: boolean;
  /** What is to be saved, as JSON. */
  readonly saved: (state: State) => unknown;
  /** The same without what is there again at the next start by itself; absent where nothing is. */
  readonly offered?: (state: State) => unknown;
  /** What must not wait for a pause in typing: it is written as soon as one of these is another. */
  readonly steps: (state: State) => readonly unknown[];
  /** Reads what `saved` has given; undefined when it is not understood. */
  readonly read: (content: unknown) => ReadBack<State> | undefined;
};

/** A part that was read: what it holds in words, and the state as it is resumed. */
type ReadBack<State> = { readonly words: SavedWords; readonly resumed: (state: State) => State };

/** Says how a pane is saved and resumed by the schema of what is saved. */
export const resumedBy = <State, Schema extends z.ZodType>({
  schema,
  words,
  resumed,
  ...rest
}: Pick<Saved<State>, 'isWriting' | 'steps' | 'offered'> & {
  readonly schema: Schema;
  readonly saved: (state: State) => z.input<Schema>;
  readonly words: (saved: z.output<Schema>) => SavedWords;
  readonly resumed: (state: State, saved: z.output<Schema>) => State;
}): Saved<State> => ({
  ...rest,
  read: (content) => {
    const { data, success } = schema.safeParse(content);
    return success ? { words: words(data), resumed: (state) => resumed(state, data) } : undefined;
  },
});

/** How a pane is saved and resumed of which that is one part, and the rest begins anew. */
export const resumedInPart = <Part, State>(
  resume: Resume<Part>,
  partOf: (state: State) => Part,
  withPart: (state: State, part: Part) => State,
): Resume<State> => {
  if ('nothingSaved' in resume) return resume;
  const { isWriting, saved, offered, steps, read } = resume;
  return {
    isWriting,
    saved: (state) => saved(partOf(state)),
    ...(offered && { offered: (state) => offered(partOf(state)) }),
    steps: (state) => steps(partOf(state)),
    read: (content) => {
      const back = read(content);
      return back && { words: back.words, resumed: (state) => withPart(state, back.resumed(partOf(state))) };
    },
  };
};
