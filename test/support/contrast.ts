/** How well two colours are told apart, by WCAG 2.2. */

/** The channels of `rrggbb`, from 0 to 255. */
export const channels = (hex: string): readonly number[] =>
  [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const LEVELS_OF_CUBE = [0, 95, 135, 175, 215, 255];

/** The channels of a colour of the 256 that terminals agree on, from 16 on. */
export const of256 = (index: number): readonly number[] => {
  if (index >= 232) return [8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232)];
  const place = index - 16;
  return [place / 36, (place / 6) % 6, place % 6].map((level) => LEVELS_OF_CUBE[Math.floor(level)] ?? Number.NaN);
};

/** The contrast ratio, from 1 to 21. */
export const contrast = (one: readonly number[], other: readonly number[]): number => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
};

const luminance = (rgb: readonly number[]): number => {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = rgb.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
