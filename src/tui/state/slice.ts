/** A pane's own part of the store, as its actions see it: read the part, or replace it by a transition's result. */

/** One part of the store. */
export type Slice<State> = {
  /** The state now; read it each time, never keep it across an await. */
  get(): State;
  /** Replaces the state by what `transition` makes of it. */
  change(transition: (state: State) => State): void;
};

/** `state` with its part `name` as `transition` makes it; the same where that changes nothing. */
export const partChanged = <State extends object, Name extends keyof State>(
  state: State,
  name: Name,
  transition: (part: State[Name]) => State[Name],
): State => {
  const part = transition(state[name]);
  return part === state[name] ? state : { ...state, [name]: part };
};

/** The slice, with `onAnswer` told where its answer is another than before. */
export const tellingAnswers = <State extends { readonly answer: unknown }>(
  { get, change }: Slice<State>,
  onAnswer: () => void,
): Slice<State> => ({
  get,
  change: (transition) => {
    const { answer } = get();
    change(transition);
    if (get().answer !== answer) onAnswer();
  },
});

/** A part of what `slice` has, as a slice of its own. */
export const partOf = <State extends object, Name extends keyof State>(
  slice: Slice<State>,
  name: Name,
): Slice<State[Name]> => ({
  get: () => slice.get()[name],
  change: (transition) => slice.change((state) => partChanged(state, name, transition)),
});
