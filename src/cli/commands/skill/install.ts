/** Puts the skill where agents look for it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../../base/message.ts';
import { EXIT } from '../../exit.ts';
import type { Outcome } from '../../record-writer.ts';
import { isUntouched, SKILL } from './text.ts';

/** Writes it below `folder`; a file that is not the program's own is left as it is, but where it is to be replaced. */
export const install = (folder: string, isReplacing: boolean): Outcome => {
  const file = join(folder, 'gpudeck', 'SKILL.md');
  try {
    const before = textOf(file);
    if (before !== undefined && !isReplacing && !isUntouched(before)) {
      const words = `${file} is there, and is not as gpudeck wrote it. It was left as it is: --replace replaces it.`;
      return { code: EXIT.failed, out: '', error: `gpudeck skill: ${words}\n` };
    }
    if (before !== SKILL) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, SKILL, { flag: before === undefined ? 'wx' : 'w' });
    }
    return { code: EXIT.done, out: `${file}\n`, told: { file }, error: '' };
  } catch (error) {
    return { code: EXIT.failed, out: '', error: `gpudeck skill: ${file} could not be written: ${messageOf(error)}\n` };
  }
};

const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};
