/** What a change to a published package is, and how it is applied: by the build, and by the hook that tests run under. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A change to files of one package. */
export type Change = {
  readonly package: string;
  /** The version that the change was read against. Another one is refused until somebody has compared the files. */
  readonly version: string;
  /** The changed files, from the package's folder. */
  readonly files: readonly string[];
  /** What is wrong with the package as it is published. */
  readonly reason: string;
  /** What the change brings. */
  readonly gain: string;
  /** The text of a file as it is to be. Throws where `source` no longer holds what is changed: use {@link replaced} or {@link holding}. */
  readonly apply: (source: string) => string;
};

class GoneText extends Error {}

/** `source` with `found` replaced. */
export const replaced = (source: string, found: string, replacement: string): string => {
  holding(source, found);
  return source.replace(found, () => replacement);
};

/** Makes sure that `source`, which is replaced as a whole, still is the file that was read. */
export const holding = (source: string, found: string): void => {
  if (found === '' || !source.includes(found)) throw new GoneText(found);
};

/** The text of `file`, one of the changed files, as it is to be. Throws with what to do where the change no longer fits. */
export const applyChange = (change: Change, file: string, source: string): string => {
  try {
    return change.apply(source);
  } catch (error) {
    if (!(error instanceof GoneText)) throw error;
    throw new Error(refusal(change, `${file} no longer holds: ${error.message}`));
  }
};

/** Throws where the package in `folder` is not the version that the change was read against. */
export const checkVersion = (change: Change, folder: string): void => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (version === change.version) return;
  throw new Error(refusal(change, `it was written for ${change.version}, and ${version} is installed`));
};

/** Why a change cannot be applied, and what to do about it. */
export const refusal = (change: Change, problem: string): string =>
  `The change to ${change.package} in scripts/changed-packages no longer fits: ${problem}.
Why it is there: ${change.reason}
Compare the new files with the change, mend or delete it, and name the new version in it.`;
