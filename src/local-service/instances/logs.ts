/**
 * What an instance has written, and what its machine has written of it (docs/interface.md, Logs): a function of its phases and of the moment. A log
 * that was asked for lies for a while at an address of its own that needs no key, because nobody can guess it. Only its hash is stored.
 */
import * as z from 'zod';
import { hashOf, newSecret } from '../account/keys.ts';
import { type Refusal, readBody } from '../answer.ts';
import { type Database, insertRow } from '../database.ts';
import { hash } from '../market/random.ts';
import { readNumber } from '../search/operands.ts';
import { onContract, type Target } from './commands.ts';
import { readContract, type StoredRequest } from './contract.ts';
import type { Life } from './life.ts';

/** A phase and when it began. */
type LoggedPhase = Pick<Life, 'phase' | 'beganAtS' | 'message'>;

/** Which of the lines are wanted. */
type WantedLines = {
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
const logText = (
  { id, request }: { readonly id: number; readonly request: StoredRequest },
  phases: readonly LoggedPhase[],
  nowS: number,
  { tail = MOST_LINES, filter = '', isDaemon }: WantedLines,
): string => {
  const written = phases.flatMap((phase, place) => {
    const untilS = Math.min(nowS, phases[place + 1]?.beganAtS ?? nowS);
    return isDaemon ? daemonLines(request, phase) : ownLines(id, phase, untilS);
  });
  const lines = written.slice(-MOST_LINES).filter((line) => line.includes(filter));
  return lines
    .slice(-Math.min(tail, MOST_LINES) || lines.length)
    .map((line) => `${line}\n`)
    .join('');
};

const daemonLines = (
  { image, env, variables = [] }: StoredRequest,
  { phase, beganAtS, message }: LoggedPhase,
): readonly string[] => {
  const own = env.flatMap(([name]) => (name.startsWith('-') ? [] : [name]));
  const words: Partial<Record<Life['phase'], string>> = {
    provisioning: ['create container', ...new Set([...variables, ...own])].join(' -e '),
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

/** A machine needs this long to send its log. */
const READY_AFTER_MS = 700;
/** So long the log can be fetched. */
const KEPT_MS = 600_000;

/** Asks for the log of an instance; gives the last part of its address. */
export const requestLog = (
  database: Database,
  target: Target,
  { body, nowMs }: { readonly body: unknown; readonly nowMs: number },
): { ok: true; token: string } | Refusal => {
  const wanted = readBody(wantedLines, body);
  if (!wanted.ok) return wanted;
  return onContract(database, target, ({ id }) => ({
    ok: true as const,
    token: keepResult(database, id, wanted.value, nowMs),
  }));
};

/** Keeps for a while what is fetched by the token that it gives: which lines of the log, or an output as it is. */
export const keepResult = (
  database: Database,
  contractId: number,
  wanted: WantedLines | { readonly output: string },
  nowMs: number,
): string => {
  const token = newSecret();
  database.prepare('DELETE FROM log_results WHERE asked_at_ms < ?').run(nowMs - KEPT_MS);
  const row = { token_hash: hashOf(token), contract_id: contractId, asked_at_ms: nowMs };
  insertRow(database, 'log_results', { ...row, wanted: JSON.stringify(wanted) });
  return token;
};

/** The log as it was when it was asked for; undefined while it is not there, and when it is gone. */
export const fetchLog = (
  database: Database,
  { userId, token, nowMs }: { readonly userId: number; readonly token: string; readonly nowMs: number },
): string | undefined => {
  const row = database
    .prepare('SELECT contract_id, wanted, asked_at_ms FROM log_results WHERE token_hash = ?')
    .get(hashOf(token));
  const ageMs = nowMs - Number(row?.asked_at_ms ?? 0);
  if (row === undefined || ageMs < READY_AFTER_MS || ageMs > KEPT_MS) return undefined;
  const contract = readContract(database, userId, Number(row.contract_id));
  if (contract === undefined) return undefined;
  const askedAtS = Math.floor(Number(row.asked_at_ms) / 1000);
  const phases = database
    .prepare(
      'SELECT phase, began_at AS beganAtS, message FROM contract_phases WHERE contract_id = ? AND began_at <= ? ORDER BY began_at, rowid',
    )
    .all(contract.id, askedAtS)
    .map((phase) => ({
      // What stands in the table was written as a phase.
      phase: String(phase.phase) as Life['phase'],
      beganAtS: Number(phase.beganAtS),
      message: phase.message === null ? null : String(phase.message),
    }));
  const wanted: WantedLines | { readonly output: string } = JSON.parse(String(row.wanted));
  return 'output' in wanted ? wanted.output : logText(contract, phases, askedAtS, wanted);
};

const wantedLines = z
  .object({
    tail: z.unknown().optional(),
    filter: z.string('must be a text').nullish(),
    daemon_logs: z.union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false').nullish(),
  })
  .transform((body, context) => {
    const tail = body.tail === undefined || body.tail === null ? undefined : readNumber(body.tail);
    if (body.tail !== undefined && body.tail !== null && (tail === undefined || !Number.isInteger(tail) || tail < 1)) {
      context.addIssue({ code: 'custom', path: ['tail'], message: 'must be a whole number of lines, as text' });
      return z.NEVER;
    }
    return { tail, filter: body.filter ?? undefined, isDaemon: String(body.daemon_logs) === 'true' };
  });
