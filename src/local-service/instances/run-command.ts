/** `ls` and `du` on a stopped instance (docs/interface.md, Commands): what they print lies where a log would. */
import * as z from 'zod';
import { type Refusal, readBody, refused } from '../answer.ts';
import type { Database } from '../database.ts';
import type { Trees } from '../files/trees.ts';
import { onContract, type Target } from './commands.ts';
import { keepResult } from './logs.ts';

const asked = z.object({ command: z.string('is missing').min(1, 'is empty').max(512, 'has more than 512 characters') });

/** Runs it; gives the last part of the address of its output. */
export const runCommand = (
  database: Database,
  trees: Trees,
  target: Target,
  { body, nowMs }: { readonly body: unknown; readonly nowMs: number },
): { ok: true; token: string } | Refusal => {
  const read = readBody(asked, body);
  if (!read.ok) return read;
  const [name = '', ...words] = read.value.command.trim().split(/\s+/);
  if (name !== 'ls' && name !== 'du') return refused(400, 'invalid_args', 'command: only ls and du are run here');
  return onContract(database, target, ({ id, life }) => {
    if (life.phase !== 'stopped' && life.phase !== 'exited')
      return refused(400, 'invalid_args', `instance ${id} is not stopped: commands are run on stopped ones`);
    const isLong = words.some((word) => word.startsWith('-') && word.includes('l'));
    const paths = words.filter((word) => !word.startsWith('-'));
    const lines = (paths.length === 0 ? ['/'] : paths).flatMap((path) => {
      const files = trees.files({ kind: 'instances', id }, path);
      if (files === undefined) return `${name}: cannot access '${path}': No such file or directory`;
      return name === 'ls' ? listed(files, path, isLong) : `${kilobytes(files)}\t${path}`;
    });
    return { ok: true as const, token: keepResult(database, id, { output: `${lines.join('\n')}\n` }, nowMs) };
  });
};

type Files = NonNullable<ReturnType<Trees['files']>>;

/** What lies right below `path`, each once. */
const listed = (files: Files, path: string, isLong: boolean): readonly string[] => {
  const byName = Object.groupBy(files, (file) => file.path.split('/').find(Boolean) ?? path);
  return Object.entries(byName).map(([name, own = []]) => (isLong ? `${bytesOf(own)}\t${name}` : name));
};

const bytesOf = (files: Files): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

const kilobytes = (files: Files): number => Math.ceil(bytesOf(files) / 1024);
