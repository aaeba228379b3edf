/**
 * Tells one process from every other, also from a later one with the same number: its number, its computer, and when it
 * began. Where the system does not say when a process began, a number that is in use counts as the same process.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { foreignEnvironment } from '../../base/other-programs.ts';

/** A process. `began` is a text that only this process has; empty where the system does not tell. */
type ProcessMark = { readonly host: string; readonly pid: number; readonly began: string };

/** The mark of this very process. */
export const ownMark = (): ProcessMark => ({
  host: hostname(),
  pid: process.pid,
  began: beginningOf(process.pid) ?? '',
});

/** What is known of a process: it runs, it has ended, or it belongs to another computer, which cannot be asked. */
export const stateOf = ({ host, pid, began }: ProcessMark): 'running' | 'ended' | 'elsewhere' => {
  if (host !== hostname()) return 'elsewhere';
  const now = beginningOf(pid);
  if (now === undefined) return 'ended';
  return now === '' || began === '' || now === began ? 'running' : 'ended';
};

/** When the process began, in the system's words; undefined when there is none, empty when the system does not tell. */
const beginningOf = (pid: number): string | undefined => {
  try {
    return beginningInProc(pid);
  } catch {
    return isThere(pid) ? beginningByPs(pid) : undefined;
  }
};

/** Linux: ticks from boot to the process's start, and which boot. A process that nobody has buried yet has ended. */
const beginningInProc = (pid: number): string | undefined => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The second field is the program's name in brackets, which may hold spaces and brackets itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${fields[19]} ${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()}`;
};

const beginningByPs = (pid: number): string => {
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      env: foreignEnvironment(process.env),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim();
  } catch {
    return '';
  }
};

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one that cannot be sent anything.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
