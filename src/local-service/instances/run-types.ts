/** How an image is run (docs/interface.md, Create instance): words, of which each adds a way in. Always judged by word. */

const RUN_WORDS = [
  'ssh',
  'jupyter',
  'args',
  'ssh_proxy',
  'ssh_direct',
  'jupyter_proxy',
  'jupyter_direct',
  // So spelt by another vendor's client.
  'ssh_direc',
  'jupyter_direc',
] as const;

/** What each word opens of the instance itself; the others are reached through a proxy, or not at all. */
const PORTS: Readonly<Record<string, readonly string[]>> = {
  ssh_direct: ['22'],
  ssh_direc: ['22'],
  jupyter_direct: ['8080', '22'],
  jupyter_direc: ['8080', '22'],
};

const wordsOf = (runType: string): readonly string[] => runType.split(' ').filter((word) => word !== '');

/** True for one or several of the words. */
export const isRunType = (text: string): boolean => {
  const words: readonly string[] = RUN_WORDS;
  return wordsOf(text).length > 0 && wordsOf(text).every((word) => words.includes(word));
};

/** What a run type must be, for a refusal. */
export const RUN_TYPE_PROBLEM = `must be one of ${RUN_WORDS.slice(0, 7).join(', ')}`;

/** The ports of the instance that its run type opens. */
export const portsOfRunType = (runType: string): readonly string[] =>
  wordsOf(runType).flatMap((word) => PORTS[word] ?? []);
