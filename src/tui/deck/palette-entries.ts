/** What the palette can run: what can be reached where the user is, then what the other panes offer. */
import type { PaletteEntry } from '../frame/palette.ts';
import { type Binding, reachableBindings } from '../keys/binding.ts';
import { PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { RunningPane } from '../panes/pane.ts';

/** Groups of keys that mean nothing away from the screen they move on: the palette leaves those of other panes out. */
const GROUPS_OF_HANDS: readonly string[] = ['Move', 'Editing text'];

/** The entries while `open` is the open pane, where the bindings `here` can be reached. */
export const paletteEntriesOf = (
  panes: Readonly<Record<PaneName, RunningPane>>,
  open: PaneName,
  here: readonly Binding[],
): readonly PaletteEntry[] => [
  ...here.map((binding) => ({ binding, group: binding.group })),
  ...PANE_NAMES.filter(({ name }) => name !== open).flatMap(({ name, title }) =>
    reachableBindings(panes[name].layers())
      .filter(({ group }) => !GROUPS_OF_HANDS.includes(group))
      .map((binding) => ({ binding, group: title, pane: name })),
  ),
];
