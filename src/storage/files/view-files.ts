/** The files of a folder in which views are kept, one each: the name of the view, and an ending. Written whole, readable by their owner alone. */
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Places } from './places.ts';
import { createPrivateFile, ensureOwnFolder, replacePrivateFile } from './private-file.ts';
import { readSmallFile } from './small-file.ts';

/** The ending of the file of a view. */
const VIEW_ENDING = '.view';

/** A filter of the longest kind, and a page of comments. */
const MAXIMUM_BYTES = 64 * 1024;

/** The files. All but `fileOf` throw what the file system throws, and `read` an UnreadableFile too. */
export type ViewFiles = {
  readonly fileOf: (name: string) => string;
  /** Undefined while the folder is missing. */
  readonly names: () => readonly string[] | undefined;
  readonly read: (name: string) => string;
  /** Makes the folder when it is missing, and a file that must not be there yet. */
  readonly create: (name: string, text: string) => void;
  readonly replace: (name: string, text: string) => void;
  /** What has the name `to` is replaced. */
  readonly rename: (name: string, to: string) => void;
  readonly remove: (name: string) => void;
};

/** The files of the views of the user, beside the profiles. */
export const viewFiles = ({ configFolder }: Pick<Places, 'configFolder'>): ViewFiles => {
  const folder = join(configFolder, 'views');
  const fileOf = (name: string) => join(folder, name + VIEW_ENDING);
  return {
    fileOf,
    names: () => namesIn(folder),
    read: (name) => readSmallFile(fileOf(name), MAXIMUM_BYTES).text,
    create: (name, text) => {
      ensureOwnFolder(folder);
      createPrivateFile(fileOf(name), text);
    },
    replace: (name, text) => replacePrivateFile(fileOf(name), text),
    rename: (name, to) => renameSync(fileOf(name), fileOf(to)),
    remove: (name) => rmSync(fileOf(name)),
  };
};

/** The text of a file somewhere else that is to become a view. Throws as `read` does. */
export const readForeignView = (file: string): string => readSmallFile(file, MAXIMUM_BYTES).text;

/** The names of the views in `folder`; a draft that a killed program has left has another ending. */
const namesIn = (folder: string): readonly string[] | undefined => {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith(VIEW_ENDING) && file.length > VIEW_ENDING.length)
      .map((file) => file.slice(0, -VIEW_ENDING.length));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};
