/** The key tables as people read them: how keys are printed, by group, and in the footer. */
import { shownPress } from '../../base/press-names.ts';
import type { Binding } from '../keys/binding.ts';
import { dim, plain, type Segment, segmentsWidth } from '../ui/segments.ts';

/** Every key of a row, as printed. */
export const shownKeys = ({ keys }: Binding): string => keys.map(shownPress).join(' ');

/** The bindings by group, groups in the order in which they first appear. */
export const groupsOf = (bindings: readonly Binding[]): readonly (readonly [string, readonly Binding[]])[] => {
  const groups = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const members = groups.get(binding.group);
    if (members === undefined) groups.set(binding.group, [binding]);
    else members.push(binding);
  }
  return [...groups];
};

/**
 * The footer's keys: as many of those meant for it as fit into `width` cells, in their order. What leads back and the help always
 * stand there, at the end.
 */
export const footerSegments = (bindings: readonly Binding[], width: number): readonly Segment[] => {
  const meant = bindings.filter(({ isInFooter }) => isInFooter);
  const back = meant.slice(0, -1).filter(({ keys: [first] }) => first === 'escape');
  const others = meant.slice(0, -1).filter((binding) => !back.includes(binding));
  const last = [...back.slice(0, 1), ...meant.slice(-1)].flatMap(pairOf);
  const shown: Segment[] = [];
  for (const binding of [...others, ...back.slice(1)]) {
    const pair = pairOf(binding);
    if (segmentsWidth([...shown, ...pair, ...last]) <= width) shown.push(...pair);
  }
  return [...shown, ...last];
};

const pairOf = ({ keys: [first = ''], label }: Binding): readonly Segment[] => [
  plain(` ${shownPress(first)} `),
  dim(`${label}  `),
];
