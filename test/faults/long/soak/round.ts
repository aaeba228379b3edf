/** What somebody does with the program by and by, again and again: one round through filters, lists, panes and pages. */

/** A step: keys by the names of `fake-keyboard.ts`, and the words that must then come on the screen, unless it is a key alone. */
type Step = { readonly keys: readonly string[]; readonly shows?: RegExp };

const times = (count: number, ...keys: readonly string[]): readonly string[] =>
  Array.from({ length: count }, () => keys).flat();

/** An answer that is there: the clock time of it stands in the line. */
const ANSWERED = /as of \d\d:\d\d/;

const filtered = (filter: string): Step => ({ keys: ['/', 'ctrl-u', ...filter, 'enter'], shows: ANSWERED });

/** Every step leaves the screen as the next one needs it; the last one as the first needs it. */
export const ROUND: readonly Step[] = [
  { keys: ['1', 'R'], shows: ANSWERED },
  { keys: [...times(12, 'down'), 'pagedown', 'pagedown', 'G', 'g'] },
  filtered('num_gpus>=4 dph_total<9'),
  { keys: [...times(5, 'right'), 'o', 'o', 'o', ...times(5, 'left')], shows: ANSWERED },
  { keys: ['space', 'down', 'space', 'down', 'u'] },
  { keys: ['enter'], shows: /Offer \d+/ },
  { keys: [...times(4, 'pagedown'), '[', '[', 'escape'], shows: ANSWERED },
  filtered('gpu_name in [RTX_4090, "H100 SXM"] reliability>95%'),
  { keys: ['/', ...'nonsense=', 'escape'], shows: ANSWERED },
  { keys: ['t'], shows: /interruptible|bid/ },
  { keys: ['t', 't'], shows: ANSWERED },
  filtered(''),
  { keys: ['2', 'R'], shows: /[Vv]olume/ },
  { keys: [...times(4, 'down'), 'enter', 'pagedown', 'escape', '/', ...'run', 'escape'] },
  { keys: ['3', 'R', ...times(3, 'down', 'up')], shows: /[Cc]onnection/ },
  { keys: ['4', 'e', 'ctrl-u', ...'8207, 8208', 'enter'], shows: /> Start/ },
  // A line that was kept before is opened by `e`; in one that is open it is a letter, which Ctrl-U takes away.
  { keys: ['e', 'ctrl-u', ...'+36h', 'enter'], shows: /> Length/ },
  { keys: ['escape', 'shift-tab', 'shift-tab'], shows: /> Machines/ },
  { keys: ['5', ...times(6, 'down', 'up')], shows: /[Ww]ebhook/ },
  { keys: ['6', 'enter', ...times(4, 'pagedown'), 'escape', ...times(5, 'down')], shows: /bundles/ },
  { keys: ['1', '?', 'pagedown', 'escape', ':', ...'sort', 'down', 'up', 'escape'], shows: ANSWERED },
];

/** A size of the terminal in cells. */
type Size = { readonly columns: number; readonly rows: number };

/** The screen that what is measured is measured on. */
export const MEASURED_SIZE: Size = { columns: 160, rows: 48 };

/** Sizes by turns, one a round. */
export const SIZES: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
  MEASURED_SIZE,
];

/** Sizes that every round passes through, in which the program shows nothing but that it needs more room. */
export const TOO_SMALL: readonly Size[] = [
  { columns: 40, rows: 10 },
  { columns: 55, rows: 12 },
];
