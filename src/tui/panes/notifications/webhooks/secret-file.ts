/** The file that a webhook's secret is saved to: which one is suggested, and which one a typed text means. Pure. */
import { isAbsolute, join, resolve } from 'node:path';

/** Longest path that a system takes, in characters. */
export const PATH_MAXIMUM = 4096;

/** The name suggested for the secret of webhook `id`; the folder is the one that the program was started in. */
export const suggestedFile = (id: number | undefined): string =>
  id === undefined ? 'webhook-secret.txt' : `webhook-${id}-secret.txt`;

/** The absolute path that `typed` means, `~/` being `homeFolder`, or why it means none. */
export const typedPath = (
  typed: string,
  homeFolder: string | undefined,
): { readonly file: string } | { readonly problem: string } => {
  const text = typed.trim();
  if (text === '') return { problem: 'Type the name of a file.' };
  if (text.endsWith('/')) return { problem: 'That is a folder: add the name of a file.' };
  if (isAbsolute(text) || !text.startsWith('~')) return { file: resolve(text) };
  if (!text.startsWith('~/')) return { problem: 'Only ~/ is understood, for your own home folder.' };
  return homeFolder === undefined
    ? { problem: 'The home folder is not known here: type the whole path.' }
    : { file: join(homeFolder, text.slice(2)) };
};
