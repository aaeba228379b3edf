/**
 * Kill rounds: the service is killed with SIGKILL in the middle of writes, again and again on the same file, and now and
 * then on a new one before it was ready. Whatever it had acknowledged is there afterwards, once, and nothing that nobody sent.
 */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from './call.ts';
import { createDraw, type Draw } from './draw.ts';
import { damageOf, problemsIn } from './kill-check.ts';
import { createKeyUntilKilled, noWrites, type SentWrites, writeUntilKilled } from './kill-writes.ts';
import { machinesIn } from './machines.ts';
import { spawnService, startServiceProcess, trialFolder } from './service-process.ts';
import type { LongTrial } from './trial.ts';

const ROUNDS = 100;
/** Most acknowledged writes before a kill. */
const MOST_WRITES = 80;
/** Latest moment of a kill during a start or the making of a key, which take about this long. */
const START_MS = 600;
/** One round in so many begins with a kill during the first start on a new file. */
const ROUNDS_PER_START = 4;

/** The trial. */
export const killRounds: LongTrial = {
  name: 'kill-rounds',
  run: async ({ scale, report }) => {
    const { folder, remove } = trialFolder();
    const rounds = Math.max(1, Math.round(ROUNDS * scale));
    const draw = createDraw(rounds);
    const sent = noWrites();
    const failures: string[] = [];
    let startsKilled = 0;
    try {
      for (let round = 1; round <= rounds && failures.length === 0; round++) {
        failures.push(...(await killDuringWrites(join(folder, 'service.db'), sent, draw)));
        if (round % ROUNDS_PER_START === 1) {
          failures.push(...(await killDuringStart(join(folder, `start-${round}.db`), draw)));
          startsKilled += 1;
        }
        if (round % 10 === 0) report(`${round} of ${rounds} rounds`);
      }
    } finally {
      remove();
    }
    return { figures: { 'kills in writes': rounds, 'kills in starts': startsKilled, ...figuresOf(sent) }, failures };
  },
};

const killDuringWrites = async (dataFile: string, sent: SentWrites, draw: Draw): Promise<readonly string[]> => {
  const service = await startServiceProcess(dataFile);
  const { own: machineId } = machinesIn(dataFile, service.userId);
  const newestKey = sent.keys.at(-1) ?? service.apiKey;
  const call = { method: 'GET', path: '/api/v0/volumes', headers: { authorization: `Bearer ${newestKey}` } };
  const { status } = await send(service.url, new Agent(), call);
  const [refused] = await Promise.all([
    writeUntilKilled(service, { machineId, sent, killAfter: 1 + draw(MOST_WRITES) }),
    createKeyUntilKilled(dataFile, sent, START_MS / 4 + draw(START_MS)),
  ]);
  return [
    ...(status === 200 ? [] : [`the newest key is answered ${status}`]),
    ...refused,
    ...problemsIn(dataFile, sent),
  ];
};

/** Kills the first start on a new file, and sees whether the next one finds or makes a whole market and one key. */
const killDuringStart = async (dataFile: string, draw: Draw): Promise<readonly string[]> => {
  const child = spawnService(dataFile);
  const gone = once(child, 'exit');
  await delay(draw(START_MS));
  child.kill('SIGKILL');
  await gone;
  const service = await startServiceProcess(dataFile);
  await service.end('SIGTERM');
  const database = new DatabaseSync(dataFile);
  const count = (rows: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${rows}`).get()?.rows);
  const counts = { offers: count('offers WHERE is_listed'), markets: count('market'), keys: count('api_keys') };
  const damage = damageOf(database);
  database.close();
  const isWhole = counts.offers === 5000 && counts.markets === 1 && counts.keys === 1;
  return [...damage, ...(isWhole ? [] : [`after a start that was killed there are ${JSON.stringify(counts)}`])];
};

const figuresOf = ({ windows, webhooks, preferences, keys }: SentWrites) => {
  const acknowledged = [...windows.values(), ...webhooks.values()].filter((isAcknowledged) => isAcknowledged).length;
  const inAll = windows.size + webhooks.size;
  return {
    'windows and webhooks': `${acknowledged} acknowledged, ${inAll - acknowledged} cut off by a kill`,
    'preferences acknowledged': preferences.acknowledged,
    'keys printed': keys.length,
  };
};
