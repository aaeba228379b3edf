/** Screens that follow each other, as one SVG that moves: each line is in it once for each thing that it says. */
import { drawnLine, onPanel, type Screen } from './picture.ts';

/** A screen, and how long it stands. */
export type Shot = { readonly screen: Screen; readonly seconds: number };

/** The picture; whoever wants nothing to move sees the first screen. */
export const movingPictureOf = (title: string, shots: readonly Shot[]): string => {
  const whole = shots.reduce((sum, { seconds }) => sum + seconds, 0);
  const ends = shots.map((_, at) => shots.slice(0, at + 1).reduce((sum, { seconds }) => sum + seconds, 0));
  const percent = (at: number): string => `${Math.round(((ends[at - 1] ?? 0) / whole) * 10_000) / 100}%`;

  /** What is drawn, and on which of the screens, as `0110`. */
  const pieces = new Map<string, string>();
  for (const [row] of (shots[0]?.screen ?? []).entries()) {
    const said = shots.map(({ screen }) => drawnLine(screen[row] ?? [], row).join(''));
    for (const drawn of new Set(said)) {
      if (drawn !== '') pieces.set(drawn, said.map((one) => (one === drawn ? '1' : '0')).join(''));
    }
  }

  const names = new Map([...new Set(pieces.values())].filter((on) => on.includes('0')).map((on, at) => [on, `s${at}`]));
  const styles = [...names].map(([on, name]) => {
    const frames = [...on].map((is, at) =>
      is === on[at - 1] ? '' : `${percent(at)}{visibility:${is === '1' ? 'visible' : 'hidden'}}`,
    );
    const first = on.startsWith('1') ? '' : `.${name}{visibility:hidden}`;
    return `${first}.${name}{animation:${name} ${whole}s step-end infinite}@keyframes ${name}{${frames.join('')}}`;
  });
  const still = '@media (prefers-reduced-motion:reduce){g[class]{animation:none}}';
  const drawn = [...pieces].map(([piece, on]) => {
    const name = names.get(on);
    return name === undefined ? piece : `<g class="${name}">${piece}</g>`;
  });
  return onPanel(title, shots[0]?.screen ?? [], `\n${styles.join('\n')}\n${still}\n`, drawn);
};
