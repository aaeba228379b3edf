/** Bytes in words: `840 B`, `2.4 kB`, `95 MB`. A figure below ten has a decimal where it is not whole. Pure. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export const sizeWords = (bytes: number): string => {
  const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const figure = bytes / 1000 ** unit;
  const decimals = unit > 0 && figure < 10 ? 1 : 0;
  return `${figure.toLocaleString('en-US', { maximumFractionDigits: decimals })} ${UNITS[unit]}`;
};
