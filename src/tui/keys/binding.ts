/**
 * Key presses, what a row of a key table is, and the layers that rows stand in. A press is called `down`, `enter`, `ctrl-d`,
 * `space`, or the character itself. Footer, help, palette and the document of all keys are printed from the same rows that run.
 * Nothing here knows a pane.
 */

/** What Ink says of a key beside its text; only the members that name a press. */
export type KeyFacts = {
  readonly upArrow: boolean;
  readonly downArrow: boolean;
  readonly leftArrow: boolean;
  readonly rightArrow: boolean;
  readonly pageUp: boolean;
  readonly pageDown: boolean;
  readonly home: boolean;
  readonly end: boolean;
  readonly return: boolean;
  readonly escape: boolean;
  readonly tab: boolean;
  readonly backspace: boolean;
  readonly delete: boolean;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly shift: boolean;
};

/** One key press. `text` is what it would type: empty for every key that types nothing. */
export type Press = { readonly name: string; readonly text: string };

const NAMED_PRESSES = [
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'pageup'],
  ['pageDown', 'pagedown'],
  ['home', 'home'],
  ['end', 'end'],
  ['return', 'enter'],
  ['escape', 'escape'],
  ['backspace', 'backspace'],
  ['delete', 'delete'],
] as const;

/** The press that Ink reports as `input` and `key`. Several characters at once are a paste, which types but is no key. */
export const pressOf = (input: string, key: KeyFacts): Press => {
  if (key.tab) return { name: key.shift ? 'shift-tab' : 'tab', text: '' };
  const named = NAMED_PRESSES.find(([fact]) => key[fact]);
  if (named !== undefined) return { name: `${modifierOf(named[1], key)}${named[1]}`, text: '' };
  if (key.ctrl) return { name: `ctrl-${input === ' ' ? 'space' : input}`, text: '' };
  if (key.meta) return { name: `alt-${input}`, text: '' };
  if (input === ' ') return { name: 'space', text: ' ' };
  return { name: isOneCharacter(input) ? input : '', text: input };
};

/** A paste may have a megabyte: only what is short is taken apart. */
const isOneCharacter = (text: string): boolean => text.length <= 2 && [...text].length === 1;

/** Alt means something with the keys that edit a line; with any other named key it is not looked at. */
const WITH_ALT: readonly string[] = ['left', 'right', 'backspace'];

const modifierOf = (name: string, { ctrl, meta }: KeyFacts): string => {
  if (ctrl) return 'ctrl-';
  return meta && WITH_ALT.includes(name) ? 'alt-' : '';
};

/** The press that a paste is: it types `text`, and no binding can be meant by it. */
export const pasteOf = (text: string): Press => ({ name: '', text });

/** One thing a key does. */
export type Binding = {
  /** Stable name, `<pane>.<verb>`: what tests press by and the palette remembers. */
  readonly id: string;
  /** Names of presses (see `pressOf`); the first is the one shown in the footer. */
  readonly keys: readonly string[];
  /** What it does, in a word or two. */
  readonly label: string;
  /** What it does in a few words more, for help, where the label leaves that open. */
  readonly help?: string;
  /** Two or three words behind its key for who has never used it. */
  readonly tip?: string;
  /** The heading it stands under in help. */
  readonly group: string;
  /** Set for the few that the footer shows; an `early` one behind the first of the others. */
  readonly isInFooter?: true | 'early';
  /** Id of the row whose keys it has, whatever the user has made them; absent: its own. */
  readonly like?: string;
  /** True for what confirms, decides or sends: no user can give it another key. */
  readonly isConfirming?: true;
  /** True for what takes something away: no user can put it on a key that is pressed by habit. */
  readonly isDestructive?: true;
  /** True for what leaves the service or the program: the palette finds it by whole words and their beginnings only. */
  readonly isDeparture?: true;
  /** True for a page that explains more than keys do: its key works in help too. */
  readonly isExplaining?: true;
  /** What the palette says besides, such as where a profile leads. */
  readonly detail?: string;
  /** What one may want it for, in lower case and in a word or a few, by which the palette finds it. */
  readonly words?: readonly string[];
  /** Why the key does nothing now, in words for the user; undefined when it works. */
  readonly refusal?: () => string | undefined;
  readonly run: () => void;
};

/** What goes back with Esc and with `q` does so with Ctrl-C too, which quits from a pane alone. */
const withCancel = (keys: readonly string[]): readonly string[] =>
  ['escape', 'q'].every((key) => keys.includes(key)) && !keys.includes('ctrl-c') ? [...keys, 'ctrl-c'] : keys;

/** One row of a key table, as the tables are written: id, keys, label, group, what it does, and what only some rows have. */
export const bind = (
  id: string,
  keys: readonly string[],
  label: string,
  group: string,
  run: () => void,
  more: Omit<Binding, 'id' | 'keys' | 'label' | 'group' | 'run'> = {},
): Binding => ({ id, keys: withCancel(keys), label, group, run, ...more });

/** What `more` is for a row that the footer shows and that nothing refuses. */
export const inFooter = { isInFooter: true } as const;

/** What `more` is for a row that confirms, decides or sends. */
export const confirming = { isInFooter: true, isConfirming: true } as const;

/** What `more` is for a row that takes something away. */
export const destructive = { isInFooter: true, isDestructive: true } as const;

/** `binding` without its place in the footer. */
export const outOfFooter = ({ isInFooter: _, ...quiet }: Binding): Binding => quiet;

/** `bindings` with those that are refused now, and those of the ids of `idle`, kept out of the footer; pressed all the same, they say why. */
export const footerOfAllowed = (bindings: readonly Binding[], idle: readonly string[] = []): readonly Binding[] =>
  bindings.map((binding) => {
    if (binding.isInFooter === undefined) return binding;
    return binding.refusal?.() === undefined && !idle.includes(binding.id) ? binding : outOfFooter(binding);
  });

/** `bindings` with those of the ids of `first` in front and in the footer, in the order of `first`. */
export const withFirst = (bindings: readonly Binding[], first: readonly string[]): readonly Binding[] => [
  ...first.flatMap((id) =>
    bindings.filter((binding) => binding.id === id).map((binding) => ({ ...binding, ...inFooter })),
  ),
  ...bindings.filter(({ id }) => !first.includes(id)),
];

/** A set of bindings that is in force together. Layers are tried innermost first. */
export type Layer = {
  readonly bindings: readonly Binding[];
  /**
   * Takes the text of presses that no binding of this layer names; present while the user is typing. What comes back is to be
   * said: that not all of it was taken.
   */
  readonly type?: (text: string) => string | undefined;
  /** The same of a text that begins with a letter or a digit, where nothing is typed yet: other keys go on to the layers behind. */
  readonly begin?: (text: string) => string | undefined;
  /** Takes digits that no binding of this layer names, in the place of the panes; what comes back is to be said. */
  readonly digits?: () => string;
  /** What is said besides of presses that nothing listens to, where they may have been meant for what this layer keeps waiting. */
  readonly unheard?: string;
  /** True when no press may reach the layers behind this one. */
  readonly isModal?: true;
};

/** What a press leads to: a binding, text to be typed, or nothing. */
type Resolution =
  | { readonly kind: 'binding'; readonly binding: Binding }
  | { readonly kind: 'text'; readonly type: (text: string) => string | undefined }
  | { readonly kind: 'none' };

/** Finds what `press` means in `layers`, innermost first. */
export const resolvePress = (press: Press, layers: readonly Layer[]): Resolution => {
  for (const layer of layers) {
    const binding = press.name === '' ? undefined : layer.bindings.find(({ keys }) => keys.includes(press.name));
    if (binding !== undefined) return { kind: 'binding', binding };
    if (layer.type !== undefined && press.text !== '') return { kind: 'text', type: layer.type };
    if (layer.begin !== undefined && BEGINNING.test(press.text)) return { kind: 'text', type: layer.begin };
    if (layer.digits !== undefined && areDigits(press.text)) return { kind: 'text', type: layer.digits };
    if (layer.isModal) return { kind: 'none' };
  }
  return { kind: 'none' };
};

const BEGINNING = /^[\p{L}\p{N}]/u;

/** `layer` with what is typed in it begun by any letter or digit: they are no keys there, and the rows keep their other ones. */
export const begunByLetters = ({ bindings, ...layer }: Layer, begin: Layer['type']): Layer => ({
  ...layer,
  bindings: bindings.map((row) => ({
    ...row,
    keys: row.keys.filter((key) => [...key].length > 1 || !BEGINNING.test(key)),
  })),
  ...(begin && { begin }),
});

const areDigits = (text: string): boolean => text !== '' && [...text].every((unit) => unit >= '0' && unit <= '9');

/** The bindings that can be reached through `layers`, innermost first, with the keys that no inner row takes from them. */
export const reachableBindings = (layers: readonly Layer[]): readonly Binding[] => {
  const taken = new Set<string>();
  const reachable: Binding[] = [];
  for (const { bindings, isModal } of layers) {
    for (const binding of bindings) {
      const keys = binding.keys.filter((key) => !taken.has(key));
      if (keys.length === binding.keys.length) reachable.push(binding);
      else if (keys.length > 0) reachable.push({ ...binding, keys });
    }
    for (const { keys } of bindings) for (const key of keys) taken.add(key);
    if (isModal) break;
  }
  return reachable;
};
