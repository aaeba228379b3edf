/** What the system counts for a process, all of its threads together. Linux only. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** Milliseconds of processor time that process `id` has used, in user and system mode. */
export const processorMs = (id: number): number => {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
  // The name in brackets may hold spaces; behind it user and system time are the 12th and 13th word.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(words[11]) + Number(words[12])) / TICKS_PER_SECOND) * 1000;
};

/** Megabytes of memory that process `id` holds at the moment. */
export const residentMb = (id: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
};
