/** What has changed in the rows of a list since the user looked at it last: what the list had when its pane was left. */

/** What is watched of a record: each value in words, by what it is called. */
export type Watched = Readonly<Record<string, string>>;

/** A row, and in words what has changed in it; absent where nothing has. */
type SeenRow<Kept> = { readonly key: string; readonly record: Kept; readonly changed?: readonly string[] };

/** What was seen last, and what is new against it; of a list of which nothing is watched, nothing ever is. */
export const createLastLook = <Kept>(watched: ((record: Kept) => Watched) | undefined) => {
  let seen: ReadonlyMap<string, Watched> | undefined;
  const remember = (rows: readonly SeenRow<Kept>[]): void => {
    if (watched !== undefined) seen = new Map(rows.map(({ key, record }) => [key, watched(record)]));
  };
  return {
    /** `rows` of a new answer, each with what has changed in it. The first answer is what is seen first. */
    compared: <Row extends SeenRow<Kept>>(rows: readonly Row[]): readonly Row[] => {
      const before = seen;
      if (watched === undefined || before === undefined) {
        remember(rows);
        return rows;
      }
      return rows.map((row) => {
        const changed = changesIn(before.get(row.key), watched(row.record));
        return changed.length === 0 ? row : { ...row, changed };
      });
    },
    /** The pane was left: what it shows was seen. */
    left: <Row extends SeenRow<Kept>>(rows: readonly Row[]): readonly Row[] => {
      if (seen === undefined) return rows;
      remember(rows);
      if (rows.every(({ changed }) => changed === undefined)) return rows;
      return rows.map(({ changed: _, ...row }) => row as Row);
    },
    /** Another service or key is in use. */
    forgotten: (): void => {
      seen = undefined;
    },
  };
};

const changesIn = (before: Watched | undefined, now: Watched): readonly string[] =>
  before === undefined
    ? ['not there before']
    : Object.entries(now).flatMap(([name, value]) =>
        before[name] === value ? [] : `${name} was ${before[name] === '' ? 'not set' : before[name]}`,
      );
