/**
 * The on-start script of an instance, read from a file of the user's. One that is longer than the service takes is packed: what is sent
 * then unpacks itself and runs the same (docs/interface.md, Create instance).
 */

import { gzipSync } from 'node:zlib';
import { messageOf } from '../base/message.ts';
import { readSmallFile, UnreadableFile } from '../storage/files/small-file.ts';

/** Most characters of a script that are sent. */
const LONGEST_ON_START = 4048;

/** Far more than can be packed into what is sent. */
const MAXIMUM_BYTES = 1024 * 1024;

/** A script as it is sent, with the characters that it has in the file; or in words why it cannot be sent, and what to do. */
type OnStart =
  | { readonly text: string; readonly fileCharacters: number; readonly isPacked: boolean }
  | { readonly problem: string };

/** The script in `file`, an absolute path. */
export const readOnStart = (file: string): OnStart => {
  try {
    return packOnStart(readSmallFile(file, MAXIMUM_BYTES).text, file);
  } catch (error) {
    if (error instanceof UnreadableFile) return { problem: `The on-start script ${error.message}.` };
    const reason = messageOf(error);
    return { problem: `The on-start script ${file} cannot be read: ${reason}` };
  }
};

/** What is sent for `script`, which is called `name` where something is wrong with it. Pure. */
export const packOnStart = (script: string, name: string): OnStart => {
  const fileCharacters = script.length;
  if (script.trim() === '') return { problem: `The on-start script ${name} is empty.` };
  if (NEVER_IN_A_SCRIPT.test(script))
    return { problem: `The on-start script ${name} is no text: it has characters that no script has.` };
  if (fileCharacters <= LONGEST_ON_START) return { text: script, fileCharacters, isPacked: false };
  const text = unpackingLine(gzipSync(script, { level: 9 }).toString('base64'), INTERPRETER.exec(script)?.[1]);
  if (text.length <= LONGEST_ON_START) return { text, fileCharacters, isPacked: true };
  const packed = `${text.length} packed with gzip and base64`;
  return {
    problem: `The on-start script ${name} has ${fileCharacters} characters, ${packed}; the service takes ${LONGEST_ON_START}. Shorten it, or let it fetch the rest.`,
  };
};

/** Read from a file that is not UTF-8, or is none that a shell reads. */
const NEVER_IN_A_SCRIPT = /[\0\ufffd]/;

/** What the first line of a script says that runs it. */
const INTERPRETER = /^#! ?([\w./+ -]{1,200})\n/;

/**
 * A script of one line that runs the packed one as it would run itself: in the shell that its first line names, with its input left
 * alone, so that it goes through a file.
 */
const unpackingLine = (packed: string, interpreter = '/bin/bash'): string =>
  `f=$(mktemp) && echo ${packed} | base64 -d | gunzip > "$f" && ${interpreter} "$f"`;
