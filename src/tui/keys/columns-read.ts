/** Words of a filter are looked for in the columns of the table: rows follow the columns as they are chosen. */
import { type Arrangement, arranged, type List } from '../state/list.ts';
import type { Slice } from '../state/slice.ts';

type ReadNeeds<Row, Query> = {
  readonly slice: Slice<List<Row, Query>>;
  readonly arrangement: () => Arrangement<Row, Query>;
  /** What one row is called: `volume`. */
  readonly noun: string;
  /** Shows one line to the user. */
  readonly notify: (text: string) => void;
};

/** The slice with each change of the columns seen to. It is said how many rows are left where that differs. */
export const columnsRead = <Row, Query>({
  slice,
  arrangement,
  noun,
  notify,
}: ReadNeeds<Row, Query>): Slice<List<Row, Query>> => ({
  get: slice.get,
  change: (transition) => {
    const before = slice.get();
    slice.change((list) => {
      const next = transition(list);
      return next.columns?.shown === list.columns?.shown ? next : arranged(next, arrangement(), false);
    });
    const { shown, rows } = slice.get();
    if (shown.length === before.shown.length) return;
    const [left, all] = [shown.length, rows.length].map((count) => count.toLocaleString('en-US'));
    notify(`Words are looked for in the columns of the table: ${left} of ${all} ${noun}s left.`);
  },
});
