/** Groups rows that agree in some values, whatever those are: no text is made for a row, and each value is looked up once. */

/** What is under a value: further branches by the next value, or at the end a group. */
type Branch = Map<unknown, unknown>;

const newBranch = (): Branch => new Map();

const GROUP = Symbol('group');

/** What `begin` made of the first row that agreed in all of `parts` with the one that is given. */
export const createGroups = <Row, Group>(
  parts: readonly ((row: Row) => unknown)[],
  begin: (row: Row) => Group,
): ((row: Row) => Group) => {
  const first: Branch = new Map();
  return (row) => {
    let branch = first;
    for (const partOf of parts) {
      const value = partOf(row);
      branch = (branch.get(value) ?? branch.getOrInsertComputed(value, newBranch)) as Branch;
    }
    if (!branch.has(GROUP)) branch.set(GROUP, begin(row));
    return branch.get(GROUP) as Group;
  };
};
