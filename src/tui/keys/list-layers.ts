/** The key layers of a list pane, the same in every one: those of any list, copying, and the keys that only this list has. */

import { isComparable } from '../state/over-list.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer, outOfFooter, withFirst } from './binding.ts';
import type { listKeys } from './list.ts';
import type { ListKeysNeeds } from './list-needs.ts';

/** Tells the layers in force, innermost first, of the list whose keys are `keys`. */
export const listLayers = <Row, Query>(
  { owner, slice }: Pick<ListKeysNeeds<Row, Query>, 'owner' | 'slice'>,
  keys: ReturnType<typeof listKeys>,
  {
    copy,
    save,
    find = [],
    look = [],
    own = [],
    ownFirst = [],
    ownQuiet = () => [],
    opened: ofOpenRow = [],
    over = () => [],
    inFront = () => [],
  }: {
    /** Copies what is chosen, one row at least; by which words help and palette know it. */
    readonly copy: Pick<Binding, 'label' | 'help' | 'words' | 'run'>;
    /** Writes the marked rows, or else all that are shown, into a file. */
    readonly save?: () => void;
    /** What lies over the list and an open row alike. */
    readonly inFront?: () => readonly Layer[];
    /** Keys that bring other rows. */
    readonly find?: readonly Binding[];
    /** Keys that work on the open row or the one under the cursor, in the footer where nothing refuses them. */
    readonly look?: readonly Binding[];
    /** Keys that work on what is chosen. */
    readonly own?: readonly Binding[];
    /** Ids of own keys that stand first in the footer, in their order, as long as nothing refuses them. */
    readonly ownFirst?: readonly string[];
    /** Ids of own keys that the footer does not show. */
    readonly ownQuiet?: () => readonly string[];
    /** Keys that only an open row has. */
    readonly opened?: readonly Binding[];
    /** What lies over the list for the moment, innermost first. */
    readonly over?: () => readonly Layer[];
  },
): (() => readonly Layer[]) => {
  const { comparing } = keys;
  const { label, run, ...told } = copy;
  const copying = bind(`${owner}.copy`, ['y'], label, 'Copy', run, {
    ...inFooter,
    refusal: keys.needsChosen,
    ...told,
  });

  const exporting =
    save === undefined
      ? []
      : [
          bind(`${owner}.export`, ['Y'], 'export', 'Copy', save, {
            help: 'write the rows into a file',
            refusal: keys.needsChosen,
            words: ['save', 'file', 'csv', 'json', 'ndjson'],
          }),
        ];

  const pane = (): readonly Binding[] =>
    withFirst(
      [
        ...keys.find,
        ...find,
        ...keys.look,
        ...footerOfAllowed(look),
        ...keys.mark,
        ...own.map((binding) => (ownQuiet().includes(binding.id) ? outOfFooter(binding) : binding)),
        copying,
        ...(comparing === undefined ? [] : [comparing.open]),
        ...exporting,
        ...keys.move,
      ],
      allowedFirst(),
    );

  /** Where no row is shown the footer has nothing that works on rows. */
  const offered = (): readonly Binding[] => {
    const all = pane();
    return slice.get().shown.length > 0 ? all : footerOfAllowed(all, [`${owner}.sort`]);
  };

  const allowedFirst = (): readonly string[] =>
    ownFirst.filter((id) => own.some((one) => one.id === id && one.refusal?.() === undefined));

  /** What works on marks is in the footer as long as there are some. */
  const onMarks = () => [
    ...(comparing !== undefined && isComparable(slice.get().marked.length) ? [comparing.open.id] : []),
    ...new Set([...allowedFirst(), ...own.map(({ id }) => id)].filter((id) => !ownQuiet().includes(id))),
    copying.id,
    `${owner}.unmark`,
    `${owner}.marked-only`,
  ];

  /** Rows side by side may be asked for anew as well. */
  const compared = (): readonly Binding[] => [
    ...(comparing?.comparing() ?? []),
    ...find.filter(({ id }) => id === `${owner}.refresh`).map(({ isInFooter: _, ...refresh }) => refresh),
  ];

  /** What goes through matches is, as long as a text is looked for. */
  const onFind = [`${owner}.find-next`, `${owner}.find-before`, keys.finding.end.id];

  const opened = (): readonly Binding[] =>
    withFirst(
      [
        ...keys.opened,
        ...ofOpenRow,
        ...footerOfAllowed(look).map((binding) => ({ ...binding, group: 'Detail' })),
        ...[...own, copying, ...exporting].map(forOpenRow),
      ],
      [`${owner}.close`, ...ofOpenRow.map(({ id }) => id), ...allowedFirst().map(openRowId)],
    );

  return () => {
    const front = inFront();
    if (front.length > 0) return front;
    const {
      editing,
      opened: open,
      comparing: isComparing,
      marked,
      find: sought,
      jump,
      choosing,
      whole,
      language,
    } = slice.get();
    if (language !== undefined) return [keys.reading()];
    if (editing !== undefined) return [keys.editing()];
    if (whole !== undefined) return [keys.whole];
    if (jump !== undefined) return [keys.jumping()];
    if (sought?.stage === 'typed') return [keys.finding.typing];
    if (choosing !== undefined) return [keys.choosing()];
    if (open !== undefined) return [{ bindings: opened() }];
    if (isComparing !== undefined) return [{ bindings: compared() }];
    const all = marked.length === 0 ? offered() : withFirst(offered(), onMarks());
    return [...over(), { bindings: sought?.stage === 'kept' ? withFirst([...all, keys.finding.end], onFind) : all }];
  };
};

/** The id of such a key where a row is open. */
const openRowId = (id: string): string => `${id}-open`;

/** The same key where a row is open, which it then works on. */
const forOpenRow = (binding: Binding): Binding => ({
  ...binding,
  id: openRowId(binding.id),
  like: binding.id,
  group: 'Detail',
});
