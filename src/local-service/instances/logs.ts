/** What an instance has written, and what its machine has written of it: a function of its phases and of the moment. */
import { hash } from '../market/random.ts';
import type { Life } from './life.ts';

/** A phase and when it began. */
type LoggedPhase = Pick<Life, 'phase' | 'beganAtS' | 'message'>;

/** Which of the lines are wanted. */
export type WantedLines = {
  /** The last so many; absent: all that are kept. */
  readonly tail?: number | undefined;
  /** A text that each line must hold. */
  readonly filter?: string | undefined;
  /** True for the machine's own lines about the instance. */
  readonly isDaemon: boolean;
};

/** A running instance writes a line so often. */
const LINE_EVERY_S = 5;

/** Older lines are gone, as they are where logs are rotated. */
const MOST_LINES = 10_000;

/** The lines that were written by `nowS`, oldest first, each with a line break at its end; phases oldest first. */
export const logText = (
  { id, image }: { readonly id: number; readonly image: string },
  phases: readonly LoggedPhase[],
  nowS: number,
  { tail = MOST_LINES, filter = '', isDaemon }: WantedLines,
): string => {
  const written = phases.flatMap((phase, place) => {
    const untilS = Math.min(nowS, phases[place + 1]?.beganAtS ?? nowS);
    return isDaemon ? daemonLines(image, phase) : ownLines(id, phase, untilS);
  });
  const lines = written.slice(-MOST_LINES).filter((line) => line.includes(filter));
  return lines
    .slice(-Math.min(tail, MOST_LINES) || lines.length)
    .map((line) => `${line}\n`)
    .join('');
};

const daemonLines = (image: string, { phase, beganAtS, message }: LoggedPhase): readonly string[] => {
  const words: Partial<Record<Life['phase'], string>> = {
    provisioning: 'create container',
    loading: message?.startsWith('Pulling') ? `pull ${image}` : 'start container',
    stopping: 'stop container: SIGTERM',
    exited: message ?? 'container exited',
  };
  return [`${at(beganAtS)} ${phase}: ${words[phase] ?? message ?? phase}`];
};

/** The instance's own lines of one phase; only the last of a long one are made. */
const ownLines = (id: number, { phase, beganAtS }: LoggedPhase, untilS: number): readonly string[] => {
  if (phase === 'stopping') return [`${at(beganAtS)} received SIGTERM, saving checkpoint`];
  if (phase !== 'running') return [];
  const last = Math.floor((untilS - beganAtS) / LINE_EVERY_S);
  const first = Math.max(0, last - MOST_LINES + 1);
  return Array.from({ length: last - first + 1 }, (_, place) => ownLine(id, first + place, beganAtS));
};

const ownLine = (id: number, step: number, beganAtS: number): string => {
  const time = at(beganAtS + step * LINE_EVERY_S);
  if (step === 0) return `${time} sshd listening on port 22`;
  const loss = (4 * Math.exp(-step / 400) + 0.8 + (hash(id, step) % 100) / 1000).toFixed(3);
  return `${time} step ${step * 20} loss ${loss} lr ${(3e-4).toExponential(1)} tokens/s ${8000 + (hash(id, step, 2) % 900)}`;
};

const at = (epochS: number): string => new Date(epochS * 1000).toISOString().slice(0, 19).replace('T', ' ');
