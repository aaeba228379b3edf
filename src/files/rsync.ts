/** The user's own rsync to an instance, over ssh: its arguments, for no shell, and what its end means. Pure. */
import { printable } from '../base/printable.ts';
import type { ServiceRecord } from '../catalogue/columns.ts';
import { sshAddress } from '../catalogue/instance-columns.ts';
import { type SshEnd, type SshRun, USUAL_USER } from '../instances/ssh.ts';
import type { LocalCopy } from './place.ts';

/** How rsync is called; or in words why there is no way to the instance. */
export const rsyncRun = ({ from, to }: LocalCopy, record: ServiceRecord): SshRun | { readonly problem: string } => {
  const address = sshAddress(record);
  if ('problem' in address) return address;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  const pathOf = ({ kind, path }: LocalCopy['from']) => (kind === 'local' ? path : `${USUAL_USER}@${host}:${path}`);
  // What a shell on the instance would read otherwise; old versions of rsync hand it to one.
  const isOdd = [from, to].some(({ kind, path }) => kind !== 'local' && !/^[\w@%+=,./-]*$/.test(path));
  const args = ['-a', '--partial', '--progress', ...(isOdd ? ['-s'] : []), '-e', `ssh -p ${address.port}`];
  // Behind the two dashes nothing is an option.
  return { program: 'rsync', args: [...args, '--', pathOf(from), pathOf(to)] };
};

const MEANINGS: Readonly<Record<number, string>> = {
  12: 'is rsync installed on the instance?',
  23: 'some files were not copied',
  24: 'some files were gone before they were copied',
  255: 'ssh could not connect',
};

/** What is said when rsync has ended or could not be started. */
export const rsyncEndWords = (end: SshEnd): string => {
  switch (end.kind) {
    case 'exited': {
      if (end.code === 0) return 'All files were copied.';
      const meaning = MEANINGS[end.code];
      return `rsync ended with exit code ${end.code}${meaning ? `: ${meaning}` : ''}. What came so far stays.`;
    }
    case 'killed':
      return `rsync was ended by ${end.signal}. What came so far stays.`;
    case 'missing':
      return 'There is no rsync on PATH. Install it, and try again.';
    case 'failed':
      return `rsync could not be started: ${printable(end.reason)}.`;
  }
};
