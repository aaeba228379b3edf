/** Of which files `dist/` was made, so that it is made again only when one of them is another by now. */
import { readFileSync, statSync } from 'node:fs';

export const MADE_OF = 'dist/made-of.json';

/** What tells a file from the one that was there before: when it was written, and its size; undefined when there is none. */
export const stampOf = (path) => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
};

/** True when `dist/` holds what a build would write now. */
export const isBuilt = () => {
  try {
    return Object.entries(JSON.parse(readFileSync(MADE_OF, 'utf8'))).every(([path, stamp]) => stampOf(path) === stamp);
  } catch {
    return false;
  }
};
