/**
 * Which keys work, and what a press comes to: the keys of the open pane, in front of them what lies over it, behind them what
 * works everywhere, each row with the keys that the user has chosen for it (docs/files-and-keys.md, Own keys).
 */
import { withKeys } from '../../base/named-keys.ts';
import { FIXED_PRESSES, shownPress } from '../../base/press-names.ts';
import { printable } from '../../base/printable.ts';
import type { OwnKeys } from '../../own-keys/rebinding.ts';
import { shownKey } from '../../own-keys/written-rows.ts';
import type { FrameActions } from '../frame/actions.ts';
import { GROUPS_OF_HANDS, HEADER_WORDS, helpLines } from '../frame/help.ts';
import type { PaletteEntry } from '../frame/palette.ts';
import { isTooSmall, type ScreenSize } from '../frame/state.ts';
import { type Binding, type Layer, type Press, reachableBindings, resolvePress } from '../keys/binding.ts';
import { PANES } from '../panes/index.ts';
import { PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { Needs } from '../panes/pane.ts';
import { onOneLine } from '../state/line.ts';
import type { RunningPanes } from './panes.ts';

/** `layers` with these keys. What means the same everywhere stays with its rows, behind the others. */
export const withOwnKeys = (layers: readonly Layer[], own: OwnKeys): readonly Layer[] =>
  own.size === 0
    ? layers
    : layers.map((layer) => ({ ...layer, bindings: layer.bindings.map((row) => rowWith(row, own)) }));

const rowWith = (binding: Binding, own: OwnKeys): Binding => {
  const keys = own.get(binding.like ?? binding.id);
  return keys === undefined
    ? binding
    : { ...binding, keys: [...keys, ...binding.keys.filter((key) => FIXED_PRESSES.includes(key))] };
};

/** What is told of a press. */
type Told = Pick<FrameActions, 'notify' | 'refuse' | 'tips'>;

/** Does what `press` means in `layers`; `moved` is the row that it led to before the user gave that another key. */
export const carryOut = (
  press: Press,
  layers: readonly Layer[],
  told: Told,
  moved: (press: Press) => Binding | undefined,
): void => {
  const meaning = resolvePress(press, layers);
  if (meaning.kind === 'binding') perform(meaning.binding, told);
  const unheard = layers.find((layer) => layer.unheard !== undefined)?.unheard;
  if (meaning.kind === 'none' && unheard !== undefined) told.refuse(`${pressWords(press)} was not taken. ${unheard}`);
  else if (meaning.kind === 'none' && press.name !== '') told.notify(unknownWords(press, layers, moved(press)));
  if (meaning.kind === 'text') {
    const words = meaning.type(press.name === '' ? printable(onOneLine(press.text)) : press.text);
    if (words !== undefined) told.refuse(words);
  }
};

const pressWords = ({ name }: Press): string => (name === '' ? 'What was pasted' : shownPress(name));

/** Runs a binding, or says why it is refused now. */
const perform = (binding: Binding, { refuse, tips }: Pick<Told, 'refuse' | 'tips'>): void => {
  const reason = binding.refusal?.();
  if (reason !== undefined) {
    refuse(reason);
    return;
  }
  binding.run();
  tips.used(binding);
};

/** What is said of a key that nothing listens to; pressed again and again it is said once, for the words stay as they are. */
const unknownWords = ({ name }: Press, layers: readonly Layer[], moved: Binding | undefined): string => {
  const here = `${shownPress(name)} does nothing here`;
  const [key] = moved?.keys ?? [];
  if (moved !== undefined && key !== undefined) return `${here}: ${moved.label} is on ${shownPress(key)}.`;
  const [help] = reachableBindings(layers).find(({ id }) => id === 'frame.help')?.keys ?? [];
  return help === undefined ? `${here}.` : `${here}; ${shownPress(help)} shows the keys.`;
};

/** The keys that work now: they are looked up anew each time. */
export const createKeysInForce = (
  { byName, all, openName }: RunningPanes,
  frame: FrameActions,
  size: () => ScreenSize,
  ownKeys: OwnKeys,
) => {
  const paneLayers = () => {
    const layers = byName[openName()].layers();
    return layers.some(({ type }) => type !== undefined) ? [frame.typingLayer, ...layers] : layers;
  };
  const usualBehind = () => [
    ...paneLayers(),
    ...all.flatMap(({ guards }) => guards.layersBehind()),
    ...frame.previewLayers(),
    frame.globalLayer,
    ...frame.sessionLayers(),
  ];
  const usual = () => [
    ...all.flatMap(({ guards }) => guards.layersInFront()),
    // Where nothing is shown, no key may change what is there, nor be typed into it.
    ...(isTooSmall(size())
      ? [...all.flatMap(({ guards }) => guards.layersBehind()), frame.unseenLayer]
      : frame.overlayLayers()),
    ...usualBehind(),
  ];
  const layers = () => withOwnKeys(usual(), ownKeys);
  /** The row that a message means by `id` where the user is (`keyName`). */
  const rowMeant = (id: string): string => {
    if (id.includes('.')) return id;
    const isMeant = (row: Binding) => row.id.endsWith(`.${id}`) || row.id.endsWith(`-${id}`);
    return reachableBindings(usualBehind()).find(isMeant)?.id ?? `offers.${id}`;
  };
  /** The key of the row `id`, as printed; of several `press`, where that is one of them. */
  const keyFor = (id: string, press?: string): string => shownKey(ownKeys, rowMeant(id), press);
  const named = (message: string): string => withKeys(message, keyFor);
  const bindingsBehind = () => reachableBindings(withOwnKeys(usualBehind(), ownKeys));
  /** Opens the pane and runs what it has under this id by then. */
  const performIn = (pane: PaneName, { id, label = id }: { readonly id: string; readonly label?: string }): void => {
    frame.openPane(pane);
    const there = bindingsOf(pane).find((binding) => binding.id === id);
    if (there === undefined) frame.refuse(`"${label}" cannot be done here now.`);
    else perform(there, frame);
  };
  const bindingsOf = (name: PaneName) => reachableBindings(withOwnKeys(byName[name].layers(), ownKeys));
  return {
    /** Every layer, innermost first. */
    layers,
    /** The row, with the keys that it has by now, that `press` led to before the user gave it other ones. */
    movedFrom: (press: Press) => {
      const before = resolvePress(press, usual());
      if (before.kind !== 'binding') return undefined;
      return reachableBindings(layers()).find(({ id }) => id === before.binding.id);
    },
    /** The bindings that can be reached when nothing lies over the pane: what help and palette list. */
    bindingsBehind,
    /** What the palette can run: what can be reached where the user is, then what the other panes offer. */
    paletteEntries: (): readonly PaletteEntry[] => [
      ...bindingsBehind().map((binding) => ({ binding, group: binding.group })),
      ...PANE_NAMES.filter(({ name }) => name !== openName()).flatMap(({ name, title }) =>
        bindingsOf(name)
          .filter(({ group }) => !GROUPS_OF_HANDS.includes(group))
          .map((binding) => ({ binding, group: title, pane: name })),
      ),
    ],
    /** Runs an entry. Its pane is opened first; there the key may mean something else by now. */
    performEntry: ({ binding, pane }: PaletteEntry) => {
      if (pane === undefined) perform(binding, frame);
      else performIn(pane, binding);
    },
    /** Opens a pane, its list at the row of `key`, and runs the row `action` of its keys. */
    visit: ((pane, { action, key }) => {
      if (key !== undefined) byName[pane].hears.rowSought?.(key);
      if (action === undefined) frame.openPane(pane);
      else performIn(pane, { id: action });
    }) satisfies Needs['visit'],
    /** With a `look` the signs are as they are drawn; how many lines there are does not depend on it. */
    helpLines: (look?: Parameters<typeof helpLines>[3]) =>
      helpLines(
        bindingsBehind(),
        [...PANES[openName()].face.words, ...HEADER_WORDS].map((told) => ({
          ...told,
          word: named(told.word),
          meaning: named(told.meaning),
        })),
        size().columns,
        look,
      ),
    keyFor,
    /** A message with the keys that it names as they are by now. */
    named,
  };
};
