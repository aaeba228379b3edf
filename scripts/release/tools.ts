/** The programs of other packages that making a release needs, and how they are run. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Each program, and the Debian package that has it. */
const PACKAGES = {
  strip: 'binutils',
  patchelf: 'patchelf',
  script: 'bsdutils',
  tar: 'tar',
  xz: 'xz-utils',
  'dpkg-deb': 'dpkg',
} as const;

type Tool = keyof typeof PACKAGES;

const isThere = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** What to install, in words; undefined where everything is there. */
export const missingTools = (tools: readonly Tool[], isFound = isThere): string | undefined => {
  const missing = tools.filter((name) => !isFound(name));
  if (missing.length === 0) return undefined;
  const packages = [...new Set(missing.map((name) => PACKAGES[name]))].join(' ');
  return `Not found on the path: ${missing.join(', ')}. On Debian and Ubuntu: apt-get install ${packages}`;
};

/** Runs one of them; its output is shown only where it fails. */
export const runTool = (name: string, args: readonly string[], env?: NodeJS.ProcessEnv): string =>
  execFileSync(name, args, { encoding: 'utf8', env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 });
