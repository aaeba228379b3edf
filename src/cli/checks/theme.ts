/** Looks at the colours that the user chose. */
import type { Places } from '../../storage/files/places.ts';
import { readTheme } from '../../storage/files/theme.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, fault } = findingsOf('theme');

/** The file of the theme, where there is one. */
export const checkTheme = (places: Places): readonly Finding[] => {
  const { theme, problem } = readTheme(places);
  if (problem !== undefined)
    return [fault(problem, 'mend the line; gpudeck config schema theme prints what is allowed')];
  const count = Object.keys(theme.colours ?? {}).length;
  const background = theme.background === undefined ? [] : [`the background is taken for ${theme.background}`];
  const colours =
    count === 0 ? [] : [count === 1 ? 'one role has its own colour' : `${count} roles have their own colours`];
  return [...background, ...colours].map(ok);
};
