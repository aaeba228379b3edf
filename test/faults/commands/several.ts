/** Three instances that a script destroys one after the other: what the answer to the second one means for the third (docs/promises.md, 1). */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bytesOf, cutAfterActing, type Play } from '../../support/fault-proxy.ts';
import { impatientClock, TIME_LIMITS_MS } from '../../support/impatient-clock.ts';
import { call } from '../../support/local-service.ts';
import { gpudeck } from '../../support/one-shot.ts';
import { judged } from '../judged.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';
import { REFUSED_CODES } from './command-call.ts';

/** An answer to the second destruction. */
type Row = {
  readonly name: string;
  readonly play: Play;
  /** True where the service destroyed it all the same. */
  readonly acts: boolean;
  readonly isUnknown: boolean;
  readonly stops: boolean;
};

export const answering =
  (status: number, body: object | string, acts: boolean): Play =>
  async ({ socket, passOn }) => {
    if (acts) await passOn();
    const type = typeof body === 'string' ? 'text/html' : 'application/json';
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    socket.end(bytesOf({ status, headers: { 'content-type': type }, body: Buffer.from(text) }));
  };

export const no = (error: string, msg = 'not today') => ({ success: false, error, msg });
const certain = (name: string, stops: boolean, status: number, body: object): Row => ({
  ...{ name, play: answering(status, body, false), acts: false, isUnknown: false, stops },
});
const unknown = (name: string, play: Play): Row => ({ name, play, acts: true, isUnknown: true, stops: true });

/** All of them: what meets the others too ends it, and what is said of one instance does not. */
export const SEVERAL_ROWS: readonly Row[] = [
  unknown('cut after the service has acted', cutAfterActing),
  unknown('429 of a proxy', answering(429, '<h1>Too Many Requests</h1>', true)),
  unknown('500', answering(500, no('oops'), true)),
  unknown('409 {message}', answering(409, { message: 'conflict' }, true)),
  certain('401', true, 401, { detail: 'Not authenticated' }),
  certain('404 auth_error', true, 404, no('auth_error')),
  certain('400 missing_billing', true, 400, no('missing_billing')),
  certain('400 insufficient_credit', true, 400, no('insufficient_credit')),
  certain('429 of the service', true, 429, no('too_many', 'API requests too frequent')),
  certain('405', true, 405, no('method_not_allowed')),
  certain('501', true, 501, no('not_implemented')),
  certain('403', false, 403, no('not_authorized')),
  certain('404 no_such_instance', false, 404, no('no_such_instance')),
  certain('200 success:false', false, 200, no('busy')),
];

const LABEL = 'several';

/** Plays one answer, and looks at what is left. */
export const playSeveral = async (world: World, { name, play, acts, isUnknown, stops }: Row): Promise<CellResult> => {
  world.begin();
  const folder = mkdtempSync(join(world.folder, 'several-'));
  const problems: Problem[] = [];
  let shown = '?';
  let said = '';
  try {
    const ids = await rentThree(world);
    const [first = 0, second = 0, third = 0] = ids;
    const isOf = (id: number) => (request: { readonly method: string; readonly path: string }) =>
      request.method === 'DELETE' && request.path.includes(`/${id}/`);
    const before = world.proxy.requests.length;
    world.proxy.decide((request) => (isOf(second)(request) ? play : undefined));
    const ended = await within('the command', destroy(world, folder, ids));
    world.proxy.decide(() => undefined);
    said = ended.out + ended.errors;
    shown = ended.code === 6 ? 'unknown' : stops ? 'stopped' : 'went on';
    const isCode = isUnknown ? ended.code === 6 : REFUSED_CODES.includes(ended.code);
    if (!isCode) problems.push({ kind: 'outcome', text: `ended with ${ended.code}` });
    const left = await labelled(world);
    const expected = [...(acts ? [] : [second]), ...(stops ? [third] : [])];
    if (`${left}` !== `${expected}`) problems.push({ kind: 'outcome', text: `${left} are left, not ${expected}` });
    for (const id of [first, second, third]) {
      const sent = world.proxy.requests.slice(before).filter(isOf(id)).length;
      if (sent > 1) problems.push({ kind: 'duplicate write', text: `${id} was sent ${sent} times` });
      if (!said.includes(String(id))) problems.push({ kind: 'words', text: `nothing is said of ${id}` });
    }
    if (stops && !new RegExp(`${third}[^\n]*not.sent|not.sent[^\n]*${third}`, 'i').test(said))
      problems.push({ kind: 'words', text: `${third} is not said to be not sent` });
    if (stops && (await destroy(world, folder, [third])).code !== 0)
      problems.push({ kind: 'outcome', text: `${third} cannot be destroyed afterwards` });
  } catch (error) {
    problems.push({ kind: 'crash', text: error instanceof Error ? `${error.stack}` : String(error) });
  }
  world.hear('what the command said', () => said);
  for (const id of await labelled(world))
    await call(world.service, 'DELETE', `/api/v0/instances/${id}/`, { key: world.service.apiKey, body: {} });
  const cell = {
    row: `several: ${name}`,
    call: 'destroySeveral',
    shown,
    problems,
    screen: problems.length ? said : '',
  } as const;
  const result = judged(world, cell, folder);
  rmSync(folder, { recursive: true });
  return result;
};

export const rentThree = async ({ service }: World, label = LABEL): Promise<readonly number[]> => {
  const body = { vms_enabled: { eq: false }, limit: 100 };
  const answer = await call(service, 'POST', '/api/v0/bundles', { key: service.apiKey, body });
  const { offers } = answer.body as {
    readonly offers: readonly { readonly id: number; readonly machine_id: number }[];
  };
  const asks = [...Map.groupBy(offers, (offer) => offer.machine_id).values()].flatMap(([offer]) => offer?.id ?? []);
  const many = { image: 'ubuntu:24.04', label, ids: asks.slice(0, 3) };
  const rented = await call(service, 'POST', '/api/v0/asks/bulk/', { key: service.apiKey, body: many });
  return (rented.body as { readonly created: readonly number[] }).created;
};

const destroy = ({ proxy, service }: World, folder: string, ids: readonly number[]) =>
  gpudeck(['instance', 'destroy', ...ids.map(String), '--yes', '--config', folder], {
    environment: { GPUDECK_BASE_URL: proxy.url, GPUDECK_API_KEY: service.apiKey },
    clock: impatientClock(Date.now(), TIME_LIMITS_MS),
  });

/** The instances of the cell, as the service has them. */
export const labelled = async ({ service }: World, label = LABEL): Promise<readonly number[]> => {
  const query = `select_filters=${encodeURIComponent(JSON.stringify({ label: { in: [label] } }))}`;
  const { body } = await call(service, 'GET', `/api/v1/instances/?${query}`, { key: service.apiKey });
  return (body as { readonly instances: readonly { readonly id: number }[] }).instances.map(({ id }) => id);
};
