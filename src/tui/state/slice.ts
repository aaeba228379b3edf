/** A pane's own part of the store, as its actions see it: read the part, or replace it by a transition's result. */

/** One part of the store. */
export type Slice<State> = {
  /** The state now; read it each time, never keep it across an await. */
  get(): State;
  /** Replaces the state by what `transition` makes of it. */
  change(transition: (state: State) => State): void;
};
