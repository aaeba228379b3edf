/** Modules of packages as they are published, beside those that scripts/changed-packages changes. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The module at `path` in node_modules. What it imports itself is changed all the same. */
export const published = async <Module>(path: string): Promise<Module> =>
  import(/* @vite-ignore */ `${pathToFileURL(resolve('node_modules', path)).href}?published`);
