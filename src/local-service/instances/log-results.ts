/**
 * Logs that were asked for (docs/interface.md, Logs): each lies for a while at an address of its own that needs no key, because
 * nobody can guess it. Only its hash is stored.
 */
import * as z from 'zod';
import { hashOf, newSecret } from '../account/keys.ts';
import { type Refusal, readBody } from '../answer.ts';
import type { Database } from '../database/database.ts';
import { readNumber } from '../search/operands.ts';
import { onContract, type Target } from './commands.ts';
import { readContract } from './contract.ts';
import type { Life } from './life.ts';
import { logText, type WantedLines } from './logs.ts';

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
  return onContract(database, target, ({ id }) => {
    const token = newSecret();
    database.prepare('DELETE FROM log_results WHERE asked_at_ms < ?').run(nowMs - KEPT_MS);
    database
      .prepare('INSERT INTO log_results (token_hash, contract_id, wanted, asked_at_ms) VALUES (?, ?, ?, ?)')
      .run(hashOf(token), id, JSON.stringify(wanted.value), nowMs);
    return { ok: true as const, token };
  });
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
  const wanted: WantedLines = JSON.parse(String(row.wanted));
  return logText(contract.tenancy, phases, askedAtS, wanted);
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
