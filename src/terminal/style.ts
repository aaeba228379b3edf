/**
 * How a cell looks: colours, attributes and link, interned as small numbers so that cells compare by number,
 * and the shortest escape sequence from one look to another. Style 0 is the terminal's default.
 */

type Style = { foreground: string; background: string; flags: number; link: string };

/** Each attribute's SGR number to set and to clear it; bold and dim share the one that clears. */
const ATTRIBUTES: readonly { on: number; off: number }[] = [
  { on: 1, off: 22 },
  { on: 2, off: 22 },
  { on: 3, off: 23 },
  { on: 4, off: 24 },
  { on: 5, off: 25 },
  { on: 7, off: 27 },
  { on: 8, off: 28 },
  { on: 9, off: 29 },
  { on: 53, off: 55 },
];

const PLAIN: Style = { foreground: '', background: '', flags: 0, link: '' };
const styles: Style[] = [PLAIN];
const idOfStyle = new Map<string, number>([[keyOf(PLAIN), 0]]);
const transitions = new Map<number, string>();
/** Above any number of styles a session can meet; a pair of ids fits a double. */
const PAIR_FACTOR = 2 ** 24;

/**
 * The style that follows from `style` when the terminal reads `ESC [ parameters m`.
 * Parameters that are unknown, or that use the colon form, change nothing.
 */
export function styleAfterSgr(style: number, parameters: string): number {
  let { foreground, background, flags, link } = styleOf(style);
  const codes = parameters === '' ? ['0'] : parameters.split(';');
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] === '' ? 0 : Number(codes[index]);
    if (code === 0) ({ foreground, background, flags } = PLAIN);
    else if (code === 38 || code === 48) {
      const length = extendedColourLength(codes[index + 1]);
      const colour = codes.slice(index, index + length).join(';');
      if (length > 1 && code === 38) foreground = colour;
      if (length > 1 && code === 48) background = colour;
      index += length - 1;
    } else if (code === 39) foreground = '';
    else if (code === 49) background = '';
    else if (isForeground(code)) foreground = String(code);
    else if (isForeground(code - 10)) background = String(code);
    else flags = flagsAfter(flags, code);
  }
  return intern({ foreground, background, flags, link });
}

/** The same look inside a hyperlink to `link`; an empty string ends it. Anything but printable ASCII is no link. */
export function styleWithLink(style: number, link: string): number {
  return intern({ ...styleOf(style), link: /^[!-~]*$/.test(link) ? link : '' });
}

/** The shortest sequence that turns the terminal's look `from` into `to`: empty when they are the same. */
export function transition(from: number, to: number): string {
  if (from === to) return '';
  const pair = from * PAIR_FACTOR + to;
  let sequence = transitions.get(pair);
  if (sequence === undefined) {
    sequence = writeTransition(styleOf(from), styleOf(to));
    transitions.set(pair, sequence);
  }
  return sequence;
}

/** True where text stands out by being bold. */
export function isBold(style: number): boolean {
  return hasAttribute(style, 1);
}

/** True where the colours of text and ground are exchanged, as under a text cursor. */
export function isInverse(style: number): boolean {
  return hasAttribute(style, 7);
}

function hasAttribute(style: number, code: number): boolean {
  return style !== 0 && (styleOf(style).flags & (1 << ATTRIBUTES.findIndex(({ on }) => on === code))) !== 0;
}

function writeTransition(from: Style, to: Style): string {
  const link = from.link === to.link ? '' : `\u001B]8;;${to.link}\u001B\\`;
  const change = changedCodes(from, to).join(';');
  if (change === '') return link;
  const afresh = ['', ...changedCodes(PLAIN, to)].join(';');
  return `${link}\u001B[${afresh.length < change.length ? afresh : change}m`;
}

function changedCodes(from: Style, to: Style): (number | string)[] {
  const cleared = new Set(
    ATTRIBUTES.filter((_, bit) => from.flags & ~to.flags & (1 << bit)).map((attribute) => attribute.off),
  );
  const set = ATTRIBUTES.filter(
    ({ off }, bit) => to.flags & (1 << bit) && (!(from.flags & (1 << bit)) || cleared.has(off)),
  ).map((attribute) => attribute.on);
  const codes: (number | string)[] = [...cleared, ...set];
  if (from.foreground !== to.foreground) codes.push(to.foreground || 39);
  if (from.background !== to.background) codes.push(to.background || 49);
  return codes;
}

function flagsAfter(flags: number, code: number): number {
  return ATTRIBUTES.reduce((result, { on, off }, bit) => {
    if (code === on) return result | (1 << bit);
    return code === off ? result & ~(1 << bit) : result;
  }, flags);
}

/** Number of parameters that `38` or `48` takes, itself included, told by the one that follows; 1 when it is malformed. */
function extendedColourLength(selector: string | undefined): number {
  if (selector === '5') return 3;
  return selector === '2' ? 5 : 1;
}

function isForeground(code: number): boolean {
  return (code >= 30 && code <= 37) || (code >= 90 && code <= 97);
}

function styleOf(id: number): Style {
  return styles[id] ?? PLAIN;
}

function intern(style: Style): number {
  const key = keyOf(style);
  const known = idOfStyle.get(key);
  if (known !== undefined) return known;
  idOfStyle.set(key, styles.length);
  return styles.push(style) - 1;
}

function keyOf({ foreground, background, flags, link }: Style): string {
  return `${foreground}|${background}|${flags}|${link}`;
}
