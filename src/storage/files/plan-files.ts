/**
 * Plans that were made and not applied yet: a private file each, by its digest, which is keyed by a private file too. Nothing that somebody else has
 * written is ever taken for one.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { once } from '../../base/once.ts';
import type { Places } from './places.ts';
import { ensureOwnFolder, readPrivateFile, replacePrivateFile } from './private-file.ts';

const facts = () => z.record(z.string(), z.record(z.string(), z.unknown()));

const schema = once(() =>
  z.strictObject({
    /** The service by its one name, what the header calls it, and a mark of the key. */
    service: z.string(),
    service_name: z.string(),
    account: z.string(),
    /** The arguments of the command that sends it, without those that say how it is confirmed. */
    args: z.array(z.string()),
    /** As they are sent, secrets masked. */
    calls: z.array(z.unknown()),
    /** Of the calls with their secrets; nobody can tell them from it. */
    seal: z.string(),
    /** $/h more than before; null where nothing costs more or less, or nobody knows. */
    cost_per_hour: z.number().nullable(),
    consequences: z.array(z.string()),
    /** What it rests on, by its name: what the service said of each target. */
    rests_on: facts(),
    /** What limits were set. */
    limits: z.string(),
    made_at_ms: z.number(),
    expires_at_ms: z.number(),
  }),
);

/** What is kept of a plan. */
export type KeptPlan = Readonly<z.infer<ReturnType<typeof schema>>>;

const FOLDER = 'plans';

/** Letters of a digest: 96 bits. */
const DIGEST = /^[0-9a-f]{24}$/;

/** What a digest is keyed by. */
const KEY = /^[0-9a-f]{64}$/;

/** Plans that nobody applied are taken away after so long, ms. */
const KEPT_MS = 24 * 3_600_000;

/** The plans of a state folder. */
export const planFiles = ({ stateFolder }: Pick<Places, 'stateFolder'>) => {
  const folder = join(stateFolder, FOLDER);
  const fileOf = (digest: string): string => join(folder, `${digest}.json`);
  /** A keyed hash; the key is made when it is first wanted. Throws what the file system throws. */
  const hash = (text: string): string => {
    ensureOwnFolder(folder);
    const file = join(folder, 'key');
    // Put there whole: whoever reads it meanwhile never keys anything by half of it. Of two that are made at once the last one stays.
    if (!KEY.test(readPrivateFile(file) ?? '')) replacePrivateFile(file, randomBytes(32).toString('hex'));
    return createHmac('sha256', readPrivateFile(file) ?? '')
      .update(text)
      .digest('hex');
  };
  const digestOf = (plan: KeptPlan): string => hash(JSON.stringify(schema().parse(plan))).slice(0, 24);
  const prune = (nowEpochMs: number): void => {
    for (const name of readdirSync(folder)) {
      const file = join(folder, name);
      if (name !== 'key' && statSync(file).mtimeMs < nowEpochMs - KEPT_MS) rmSync(file, { force: true });
    }
  };
  return {
    /** What the calls come to with their secrets, without telling them. */
    seal: hash,
    /** Keeps it; its digest. Throws what the file system throws. */
    keep: (plan: KeptPlan): string => {
      const digest = digestOf(plan);
      replacePrivateFile(fileOf(digest), JSON.stringify(plan));
      prune(plan.made_at_ms);
      return digest;
    },
    /** Takes it away for this one attempt, which no other program has then; undefined where there is none, or it is not as it was made. */
    take: (digest: string): KeptPlan | undefined => {
      if (!DIGEST.test(digest)) return undefined;
      const taken = `${fileOf(digest)}.${process.pid}`;
      try {
        renameSync(fileOf(digest), taken);
      } catch {
        return undefined;
      }
      try {
        const plan = schema().safeParse(JSON.parse(readPrivateFile(taken) ?? ''));
        return plan.success && digestOf(plan.data) === digest ? plan.data : undefined;
      } catch {
        return undefined;
      } finally {
        rmSync(taken, { force: true });
      }
    },
  };
};
