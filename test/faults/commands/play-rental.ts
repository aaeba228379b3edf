/**
 * Plays one fault on the creation or on the SLA cover of `gpudeck rent`, and looks at everything that must hold: the exit code and
 * the id, what the service has created, what the same command does once more, and what was leaked.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaughtRequest } from '../../support/fault-proxy.ts';
import { call } from '../../support/local-service.ts';
import { gpudeck } from '../../support/one-shot.ts';
import { type Fault, rowOf } from '../fault.ts';
import type { hurriedClock } from '../hurried-clock.ts';
import { judged } from '../judged.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem } from '../result.ts';
import { createStrike } from '../strike.ts';
import type { World } from '../world.ts';
import { REFUSED_CODES, type RentalCall } from './command-call.ts';
import { labelled } from './several.ts';

/** The key of an instance, which comes with its creation at some services. */
export const INSTANCE_KEY = 'ik_Rw5TnKeyOfTheInstanceAlone';
/** A token in the environment of the instance. */
const TOKEN = 'hf_Zq8W3nTokenOfSomebodyElse';
const LABEL = 'cell';

const SLA = 0.9;

const isAsk = ({ path }: CaughtRequest): boolean => path.startsWith('/api/v0/asks/');

const isPost = (request: CaughtRequest): boolean => isAsk(request) && request.method === 'POST';
const isPut = (request: CaughtRequest): boolean => isAsk(request) && request.method === 'PUT';

const MEANT: Readonly<Record<RentalCall, (request: CaughtRequest) => boolean>> = {
  rentOffer: isPost,
  rentWithPut: isPut,
  coverOffer: isPut,
};

const STACK = /\n\s+at .+:\d+:\d+|\w*Error: /;

/**
 * Plays `fault` on `name`, or on the requests that `isMeant` in its place. Rejects never: what breaks is a problem of the cell.
 */
export const playRental = async (
  world: World,
  name: RentalCall,
  fault: Fault,
  isMeant = MEANT[name],
): Promise<CellResult> => {
  world.begin();
  const folder = mkdtempSync(join(world.folder, 'rental-'));
  const problems: Problem[] = [];
  let shown = '?';
  let said = '';
  try {
    const played = await within('the commands', play(world, { name, fault, isMeant }, folder, problems));
    shown = played.shown;
    said = played.said;
  } catch (error) {
    problems.push({ kind: 'crash', text: error instanceof Error ? `${error.stack}` : String(error) });
  }
  await destroyAll(world);
  const cell = { row: rowOf(fault), call: name, shown, problems, screen: problems.length === 0 ? '' : said };
  const result = judged(world, cell, folder, [...world.secrets(), TOKEN, INSTANCE_KEY]);
  rmSync(folder, { recursive: true });
  return result;
};

type Played = {
  readonly name: RentalCall;
  readonly fault: Fault;
  readonly isMeant: (request: CaughtRequest) => boolean;
};

const play = async (world: World, { name, fault, isMeant }: Played, folder: string, problems: Problem[]) => {
  const wrong = (kind: Problem['kind'], text: string): void => void problems.push({ kind, text });
  const strike = createStrike(world, { isMeant }, fault);
  const offerId = await offerFor(world);
  const posts = (): number => world.proxy.requests.filter(isPost).length;
  const puts = (): number => world.proxy.requests.filter(isPut).length;
  const before = { posts: posts(), puts: puts() };
  await strike.begin();
  const first = await rent(world, strike.lineClock, folder, offerId, name);
  if (STACK.test(first.errors)) wrong('crash', first.errors);
  if (/\bundefined\b|\bNaN\b|\[object/.test(first.errors)) wrong('words', first.errors);
  if (posts() - before.posts > 1) wrong('duplicate write', `${posts() - before.posts} POSTs`);
  if (puts() - before.puts > 1) wrong('duplicate write', `${puts() - before.puts} PUTs`);
  await strike.heal();
  if (fault.isServiceGone) await world.proxy.listen();
  const rented = await labelled(world, LABEL);
  if (rented.length > 1) wrong('duplicate write', `${rented.length} instances`);
  const expected = expectedOf(name, fault, rented);
  const id = first.out === '' ? undefined : Number(first.out);
  if (!expected.some((one) => one.codes.includes(first.code) && one.id === id))
    wrong('outcome', `ended with ${first.code} and ${id}, where ${JSON.stringify(expected)} is true: ${first.errors}`);

  // Whoever does not know better runs it once more.
  const sent = { posts: posts(), puts: puts() };
  const second = await rent(world, strike.lineClock, folder, offerId, name);
  const isSure = rented.length === 0 && first.code !== 6;
  if (isSure && second.code !== 0)
    wrong('outcome', `after a certain no it ended with ${second.code}: ${second.errors}`);
  if (!isSure && (posts() > sent.posts || puts() > sent.puts)) wrong('duplicate write', 'sent once more');
  if (first.code === 6 && id === undefined && second.code !== 6)
    wrong('outcome', `an unknown outcome was forgotten: ${second.code}`);
  const count = (await labelled(world, LABEL)).length;
  if (count > 1) wrong('duplicate write', `${count} instances after two commands`);
  if (first.code === 6 && id === undefined && rented.length === 0) {
    const third = await rent(world, strike.lineClock, folder, offerId, name, '--again');
    if (third.code !== 0) wrong('outcome', `--again ended with ${third.code}: ${third.errors}`);
  }
  return { shown: wordOf(first.code, id), said: first.errors };
};

/** What is true of the first command: the exit codes that say it, and the id on stdout. */
type Truth = { readonly codes: readonly number[]; readonly id: number | undefined };

const expectedOf = (name: RentalCall, fault: Fault, rented: readonly number[]): readonly Truth[] => {
  const [id] = rented;
  // What is done to every connection strikes the search before.
  if (fault.connection !== undefined) return [{ codes: [5], id: undefined }];
  return fault.outcomes.map((outcome) => {
    if (outcome === 'answered') return { codes: [0], id };
    if (name === 'coverOffer') return { codes: outcome === 'failed' ? REFUSED_CODES : [6], id };
    if (outcome === 'failed') return { codes: REFUSED_CODES, id: undefined };
    // What the service has created is found in its list, where that can be read.
    return id === undefined || fault.isServiceGone ? { codes: [6], id: undefined } : { codes: [0], id };
  });
};

const wordOf = (code: number, id: number | undefined): string => {
  if (code === 0) return 'done';
  if (code === 6) return id === undefined ? 'unknown' : 'rented, ?';
  return REFUSED_CODES.includes(code) && id !== undefined ? 'rented, no' : 'not done';
};

/** Runs the command; waits hurry from when the instance is looked for. */
const rent = async (
  { proxy, service, folder: place, hear }: World,
  clock: ReturnType<typeof hurriedClock>,
  folder: string,
  offerId: number,
  name: RentalCall,
  ...more: readonly string[]
) => {
  const plan = ['--image', 'ubuntu:24.04', '--disk', '10', '--label', LABEL, '--env', 'HF_TOKEN'];
  const cover = name === 'coverOffer' ? ['--sla', `${100 * SLA}%`] : [];
  const keyFile = join(place, 'there.key');
  const there = { base_url: proxy.url, key_file: keyFile, ...(name === 'rentWithPut' && { rent_with: 'PUT' }) };
  writeFileSync(join(folder, 'profiles.json'), JSON.stringify({ profiles: { there } }), { mode: 0o600 });
  writeFileSync(keyFile, service.apiKey, { mode: 0o600 });
  const words = ['--profile', 'there', '--config', folder, ...plan, ...cover, '--yes', ...more];
  const ended = await gpudeck(['rent', String(offerId), ...words], {
    environment: { HF_TOKEN: TOKEN },
    clock,
    onMessage: (text) => {
      if (text.includes('looking for the instance')) clock.hurry(true);
    },
  });
  clock.hurry(false);
  hear('what the command said', () => ended.out + ended.errors);
  return { ...ended, out: ended.out.trim() };
};

/** An offer that can be rented, and whose host claims what is asked for. */
const offerFor = async ({ service }: World): Promise<number> => {
  const body = { expected_reliability: { gte: SLA }, vms_enabled: { eq: false }, limit: 1 };
  const answer = await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body });
  const [offer] = (answer.body as { readonly offers: readonly { readonly id: number }[] }).offers;
  if (offer === undefined) throw new Error('no offer is left');
  return offer.id;
};

const destroyAll = async (world: World): Promise<void> => {
  for (const id of await labelled(world, LABEL))
    await call(world.service, 'DELETE', `/api/v0/instances/${id}/`, { key: world.service.apiKey, body: {} });
};
