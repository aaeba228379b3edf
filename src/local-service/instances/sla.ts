/** SLA cover of an instance (docs/interface.md, SLA cover). */

import * as z from 'zod';
import { type Refusal, readBody, refused } from '../answer.ts';
import type { Database } from '../database/database.ts';
import { changedAt, readContracts, writeContract } from './contract.ts';
import { targetReliability } from './create-body.ts';
import { type Moment, settleNow } from './settle.ts';

/** What cover costs, $/hour: as a search computes it (docs/interface.md, Decisions). */
export const slaDph = (dphBase: number, reliability: number, target: number | undefined): number =>
  target === undefined ? 0 : dphBase * Math.max(0, target - reliability) * 2;

/** The target that a body without an image asks for, or a 400. */
export const readTarget = (body: unknown): { ok: true; value: number } | Refusal => {
  const read = readBody(targetBody, body);
  return read.ok ? { ok: true, value: read.value.target_reliability } : read;
};

/** Covers what the caller rents from this offer, as part of a transaction; a 404 where that is nothing. */
export const coverInstance = (
  database: Database,
  moment: Moment,
  { askId, target }: { readonly askId: number; readonly target: number },
): { ok: true } | Refusal => {
  settleNow(database, moment);
  const contract = readContracts(database, moment.userId).findLast((rented) => rented.askId === askId);
  if (contract === undefined) return refused(404, 'not_found', `you rent nothing from offer ${askId}`);
  const { reliability, expected_reliability: claim } = JSON.parse(`{${contract.machineText}}`);
  if (target > Number(claim ?? 0)) {
    return refused(400, 'invalid_args', `target_reliability: the host claims ${claim ?? 'none'}`);
  }
  const dphSla = slaDph(contract.dphBase, Number(reliability), target);
  writeContract(database, changedAt(contract, moment.nowS, { dphSla }));
  database.prepare('UPDATE contracts SET target_reliability = ? WHERE id = ?').run(target, contract.id);
  return { ok: true };
};

const targetBody = z.object({ target_reliability: targetReliability });
