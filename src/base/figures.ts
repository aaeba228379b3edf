/** Figures and counts in words. Pure. */

/** `1,234`: commas between thousands. A whole figure needs no format: making the first one takes 3 ms of a start. */
export const grouped = (figure: number): string => {
  if (!Number.isSafeInteger(figure)) return formatOf(undefined).format(figure);
  let [first, others] = [String(Math.abs(figure)), ''];
  for (; first.length > 3; first = first.slice(0, -3)) others = `,${first.slice(-3)}${others}`;
  return `${figure < 0 ? '-' : ''}${first}${others}`;
};

/** `1,234.50`: just so many decimals. */
export const fixed = (figure: number, decimals: number): string => formatOf(decimals).format(figure);

/** Kept: making a format takes ten times as long as using it, and a page has 500 figures. */
const known = new Map<number | undefined, Intl.NumberFormat>();

const formatOf = (decimals: number | undefined): Intl.NumberFormat =>
  known.getOrInsertComputed(
    decimals,
    () =>
      new Intl.NumberFormat(
        'en-US',
        decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      ),
  );

/** The word for `count` things: `one` of them, or `several`. */
export const plural = (count: number, one: string, several = `${one}s`): string => (count === 1 ? one : several);

/** `1 offer`, `1,234 offers`. */
export const counted = (count: number, one: string, several?: string): string =>
  `${grouped(count)} ${plural(count, one, several)}`;

/** What has `ids`: `machine 7`, or `3 machines`. */
export const named = (ids: readonly (number | string)[], noun: string): string =>
  ids.length === 1 ? `${noun} ${ids[0]}` : `${ids.length} ${noun}s`;

const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes in words: `840 B`, `2.4 kB`, `95 MB`. A figure below ten has a decimal where it is not whole. */
export const sizeWords = (bytes: number): string => {
  const unit = bytes < 1000 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log10(bytes) / 3));
  const figure = bytes / 1000 ** unit;
  const decimals = unit > 0 && figure < 10 ? 1 : 0;
  return `${figure.toLocaleString('en-US', { maximumFractionDigits: decimals })} ${SIZES[unit]}`;
};
