/** Fixed archives of folders: the same files give the same bytes, whoever makes them and when. */
import { createHash } from 'node:crypto';
import { chmodSync, globSync, lstatSync, readFileSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { runTool } from './tools.ts';

/** The files in `folder`, from there, in the order of their names. */
export const filesIn = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: folder })
    .filter((path) => lstatSync(join(folder, path)).isFile())
    .sort();

/** Gives everything in `folder` the modes and the time that it is to have in an archive. */
export const settle = (folder: string, epochS: number): void => {
  for (const path of ['.', ...globSync('**/*', { cwd: folder })]) {
    const whole = join(folder, path);
    const { mode } = lstatSync(whole);
    const isForRunning = lstatSync(whole).isDirectory() || (mode & 0o100) !== 0;
    chmodSync(whole, isForRunning ? 0o755 : 0o644);
    utimesSync(whole, epochS, epochS);
  }
};

/** Packs `folder` into `target`, a `.tar.xz`. */
export const pack = (folder: string, target: string, epochS: number): void => {
  settle(folder, epochS);
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${epochS}`, '--format=gnu'];
  const args = [...fixed, '-C', dirname(folder), '-cJf', target, basename(folder)];
  // Blocks of one size, so that the number of processors does not show.
  runTool('tar', args, { XZ_OPT: '-6 -T0 --block-size=32MiB' });
};

/** Lines as `sha256sum` writes and checks them. */
export const sumsOf = (folder: string, paths: readonly string[]): string =>
  paths
    .map(
      (path) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('');
