/** What every cell ends with: a look for the key and secrets in all that was said in it and in all files that were kept. */
import type { CellResult, Played } from './result.ts';
import { filesIn, openIn, shownIn } from './secret-search.ts';
import type { World } from './world.ts';

/**
 * `played` with what is wrong with it besides: one of `secrets` in what the world heard, on the screen or in a file below
 * `folder`, and what others may read there.
 */
export const judged = (world: World, played: Played, folder?: string, secrets = world.secrets()): CellResult => {
  const files = folder === undefined ? [] : filesIn(folder);
  const said = [...world.heard(), ['the screen', played.screen] as const, ...files];
  const problems = [...shownIn(secrets, said), ...(folder === undefined ? [] : openIn(folder))];
  return { ...played, problems: [...played.problems, ...problems], searchedCount: said.length };
};
