/** The key tables as people read them: the help page, the palette's rows, the footer, and the README's block. */
import type { Binding } from '../../keys/binding.ts';
import { shownPress } from '../../keys/press.ts';
import { dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { padCell } from '../../ui/text.ts';

/** A row of the help page: the heading of a group, or keys and what they do. */
type HelpRow =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'keys'; readonly keys: string; readonly label: string }
  | { readonly kind: 'blank' };

/** Every key of a row, as printed. */
export const shownKeys = ({ keys }: Binding): string => keys.map(shownPress).join(' ');

/** `bindings` under the headings of their groups, groups in the order in which they first appear. */
export const helpRows = (bindings: readonly Binding[]): readonly HelpRow[] =>
  groupsOf(bindings).flatMap(([group, members], index) => [
    ...(index === 0 ? [] : [{ kind: 'blank' } as const]),
    { kind: 'heading', text: group } as const,
    ...members.map((binding) => ({ kind: 'keys', keys: shownKeys(binding), label: binding.label }) as const),
  ]);

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
 * The bindings whose label, group or id holds every word of `typed`; where none does, those that hold its letters in their
 * order. All of them for an empty text.
 */
export const paletteRows = (bindings: readonly Binding[], typed: string): readonly Binding[] => {
  const words = typed.toLowerCase().split(/\s+/);
  const holding = bindings.filter(({ label, group, id }) =>
    words.every((word) => `${group} ${label} ${id}`.toLowerCase().includes(word)),
  );
  return holding.length > 0 ? holding : holdingLetters(bindings, typed);
};

const holdingLetters = (bindings: readonly Binding[], typed: string): readonly Binding[] => {
  const letters = [...typed.toLowerCase().replaceAll(' ', '')];
  return bindings.filter(({ label, group, id }) => {
    const text = `${group} ${label} ${id}`.toLowerCase();
    let place = 0;
    for (const letter of letters) {
      place = text.indexOf(letter, place) + 1;
      if (place === 0) return false;
    }
    return true;
  });
};

/** The footer's keys: as many of those meant for it as fit into `width` cells, in their order; help always stands there. */
export const footerSegments = (bindings: readonly Binding[], width: number): readonly Segment[] => {
  const pairs = bindings
    .filter(({ isInFooter }) => isInFooter)
    .map(({ keys: [first = ''], label }) => [plain(` ${shownPress(first)} `), dim(`${label}  `)]);
  const last = pairs.at(-1) ?? [];
  const shown: Segment[] = [];
  for (const pair of pairs.slice(0, -1)) {
    if (segmentsWidth([...shown, ...pair, ...last]) > width) break;
    shown.push(...pair);
  }
  return [...shown, ...last];
};

/** Cells that the keys of help rows take. */
export const keysWidth = (rows: readonly HelpRow[]): number =>
  Math.max(0, ...rows.map((row) => (row.kind === 'keys' ? row.keys.length : 0)));

/** A help row as pieces, keys padded to `width` cells. */
export const helpSegments = (row: HelpRow, width: number): readonly Segment[] => {
  switch (row.kind) {
    case 'blank':
      return [];
    case 'heading':
      return [{ text: ` ${row.text}`, role: 'accent' }];
    case 'keys':
      return [plain(`   ${padCell(row.keys, width)}  `), dim(row.label)];
  }
};
