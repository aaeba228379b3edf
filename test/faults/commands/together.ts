/**
 * Three instances that a script starts, stops or destroys in one call, and a price increase that it accepts or rejects: what an answer to
 * that call means for each of them (docs/promises.md, 1).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type CaughtRequest, cutAfterActing, type Play } from '../../support/fault-proxy.ts';
import { impatientClock, TIME_LIMITS_MS } from '../../support/impatient-clock.ts';
import { call } from '../../support/local-service.ts';
import { gpudeck } from '../../support/one-shot.ts';
import { judged } from '../judged.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';
import { REFUSED_CODES, type TogetherCall } from './command-call.ts';
import { answering, labelled, no, rentThree } from './several.ts';

/** An answer to the call. */
type Row = { readonly name: string; readonly play: Play; readonly acts: boolean; readonly isUnknown: boolean };

/** All of them. */
export const TOGETHER_ROWS: readonly Row[] = [
  { name: 'cut after the service has acted', play: cutAfterActing, acts: true, isUnknown: true },
  {
    name: 'cut before the service has acted',
    play: ({ socket }) => void socket.destroy(),
    acts: false,
    isUnknown: true,
  },
  { name: '500', play: answering(500, no('oops'), true), acts: true, isUnknown: true },
  { name: '429 of a proxy', play: answering(429, '<h1>Too Many Requests</h1>', true), acts: true, isUnknown: true },
  { name: '200 {}', play: answering(200, {}, true), acts: true, isUnknown: true },
  { name: '401', play: answering(401, { detail: 'Not authenticated' }, false), acts: false, isUnknown: false },
  { name: '400 missing_billing', play: answering(400, no('missing_billing'), false), acts: false, isUnknown: false },
];

/** What is done to the instances with those ids, and whether the service has done it to all of them. */
type Deed = {
  readonly args: (ids: readonly number[]) => readonly string[];
  readonly isMeant: (request: CaughtRequest) => boolean;
  readonly isDone: (world: World, ids: readonly number[]) => Promise<boolean>;
};

const BULK = '/api/v0/instances/';
const LABEL = 'together';

const bulk = (verb: string, method: string, isDone: Deed['isDone']): Deed => ({
  args: ({ length }) => [verb, '--filter', `label=${LABEL}`, '--expect', String(length)],
  isMeant: (request) => request.method === method && request.path === BULK,
  isDone,
});

const areMeantToBe =
  (state: string): Deed['isDone'] =>
  async ({ service }, ids) => {
    const { body } = await call(service, 'GET', '/api/v1/instances/', { key: service.apiKey });
    const { instances } = body as { readonly instances: readonly { readonly id: number; intended_status: string }[] };
    return ids.every((id) => instances.some((one) => one.id === id && one.intended_status === state));
  };

const answer = (verb: string): Deed => ({
  args: ([id]) => [`${verb}-increase`, String(id)],
  isMeant: ({ path }) => path.endsWith(`/${verb}-price-increase/`),
  isDone: async ({ folder }, [id]) => {
    using database = new DatabaseSync(join(folder, 'service.db'));
    const row = database.prepare('SELECT answer FROM raised_prices WHERE contract_id = ?').get(id ?? 0);
    return row !== undefined && row.answer !== 'pending';
  },
});

const DEEDS: Readonly<Record<TogetherCall, Deed>> = {
  stopTogether: bulk('stop', 'PUT', areMeantToBe('stopped')),
  startTogether: bulk('start', 'PUT', areMeantToBe('running')),
  destroyTogether: bulk('destroy', 'DELETE', async (world) => (await labelled(world, LABEL)).length === 0),
  acceptIncrease: answer('accept'),
  rejectIncrease: answer('reject'),
};

/** What there is to do it to. */
const prepared = async (world: World, name: TogetherCall): Promise<readonly number[]> => {
  const ids = await rentThree(world, LABEL);
  const { service, folder } = world;
  if (name === 'startTogether')
    await call(service, 'PUT', BULK, { key: service.apiKey, body: { ids, state: 'stopped' } });
  if (!name.endsWith('Increase')) return ids;
  using database = new DatabaseSync(join(folder, 'service.db'));
  const nowS = Math.round(Date.now() / 1000);
  const dues = (gpu: number) => JSON.stringify({ gpu, disk: 0.1, up: 0.01, down: 0.01 });
  database
    .prepare(`INSERT INTO raised_prices
      (contract_id, user_id, host_id, old, asked, contract_end, ask_end, created_at, answer) VALUES (?, ?, 7, ?, ?, ?, ?, ?, 'pending')`)
    .run(ids[0] ?? 0, service.userId, dues(0.5), dues(0.6), nowS + 3_000_000, nowS + 6_000_000, nowS);
  return ids.slice(0, 1);
};

/** Plays one answer to one of the calls, and looks at what is left. */
export const playTogether = async (world: World, name: TogetherCall, row: Row): Promise<CellResult> => {
  world.begin();
  const folder = mkdtempSync(join(world.folder, 'together-'));
  const { args, isMeant, isDone } = DEEDS[name];
  const { play, acts, isUnknown } = row;
  const problems: Problem[] = [];
  let said = '';
  try {
    const ids = await prepared(world, name);
    const before = world.proxy.requests.length;
    const sent = () => world.proxy.requests.slice(before);
    const writes = () => sent().filter(({ method }) => method === 'PUT' || method === 'DELETE');
    const run = (...more: readonly string[]) =>
      gpudeck(['instance', ...args(ids), '--yes', '--config', folder, ...more], {
        environment: { GPUDECK_BASE_URL: world.proxy.url, GPUDECK_API_KEY: world.service.apiKey },
        clock: impatientClock(Date.now(), TIME_LIMITS_MS),
      });
    world.proxy.decide((request) => (isMeant(request) ? play : undefined));
    const ended = await within('the command', run());
    world.proxy.decide(() => undefined);
    said = ended.out + ended.errors;
    const isCode = isUnknown ? ended.code === 6 : REFUSED_CODES.includes(ended.code);
    if (!isCode) problems.push({ kind: 'outcome', text: `ended with ${ended.code}` });
    if (writes().length !== 1) problems.push({ kind: 'duplicate write', text: `${writes().length} writes were sent` });
    if ((await isDone(world, ids)) !== acts) problems.push({ kind: 'outcome', text: `done is not ${acts}` });
    for (const id of ids) {
      const told = ended.out.split('\n').find((line) => line.includes(`"instance_id":${id}`)) ?? '';
      if (!told.includes(isUnknown ? '"unknown"' : '"refused"'))
        problems.push({ kind: 'words', text: `of ${id} is said: ${told}` });
    }
    if (isUnknown) {
      if (sent().at(-1)?.method !== 'GET') problems.push({ kind: 'outcome', text: 'it was not looked up' });
      await within('the next run', run());
      if (writes().length !== 1) problems.push({ kind: 'duplicate write', text: 'the next run has sent it by itself' });
    }
    if (!acts) {
      await within('the last run', run('--again'));
      if (!(await isDone(world, ids))) problems.push({ kind: 'outcome', text: 'it cannot be done afterwards' });
    }
  } catch (error) {
    problems.push({ kind: 'crash', text: error instanceof Error ? `${error.stack}` : String(error) });
  }
  world.hear('what the command said', () => said);
  for (const id of await labelled(world, LABEL))
    await call(world.service, 'DELETE', `${BULK}${id}/`, { key: world.service.apiKey, body: {} });
  const shown = isUnknown ? 'unknown' : 'refused';
  const cell = {
    row: `together: ${row.name}`,
    call: name,
    shown,
    problems,
    screen: problems.length ? said : '',
  } as const;
  const result = judged(world, cell, folder);
  rmSync(folder, { recursive: true });
  return result;
};
