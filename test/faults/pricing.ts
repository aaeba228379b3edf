/**
 * Faults while three machines are priced one after the other: answers that are lost, cut or a no, a machine that holds something else, a
 * program that is killed at each step, and two at once. What must hold in each: no call is sent twice unseen, no price is raised twice, and
 * no machine is left at a price that nobody confirmed or named.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { listedMachine, othersAt, startHostService } from '../support/host-service.ts';
import { PRICED } from '../support/price-process.ts';
import { cutOff, hangUp, json } from '../support/scripted-server.ts';
import type { Problem } from './result.ts';

type Service = Awaited<ReturnType<typeof startHostService>>;

/** One fault, on the second machine where it is on a call. */
type PriceFault = {
  readonly name: string;
  readonly play: (service: Service, kill: () => void) => void;
  /** Programs at once; 1 where it is not said. */
  readonly programs?: number;
  /** A certain no, after which it is sent again. */
  readonly isRefused?: true;
};

const YES = json(200, { success: true, extended: 0 });
const FIRST = { reply: YES, isCarriedOut: true };

const onCall = (name: string, reply: typeof YES, isCarriedOut: boolean): PriceFault => ({
  name,
  play: ({ fail }) => fail(FIRST, { reply, isCarriedOut }),
});

const killedOnCall = (name: string, isCarriedOut: boolean): PriceFault => ({
  name,
  play: ({ fail }, kill) => fail(FIRST, { reply: () => kill(), isCarriedOut }),
});

/** Kills at the list that is read for the `nth` time. */
const killedOnList = (name: string, nth: number): PriceFault => ({
  name,
  play: ({ offer, list }, kill) => offer('machines/?owner=me', ...Array(nth - 1).fill(list), () => kill(), list),
});

/** All of them. */
export const PRICE_FAULTS: readonly PriceFault[] = [
  onCall('answer: lost', hangUp, true),
  onCall('answer: cut', cutOff(200, '{"succ'), true),
  onCall('answer: 500', json(500, {}), true),
  onCall('request: lost', hangUp, false),
  onCall('held otherwise', YES, false),
  {
    ...onCall('refused: 403', json(403, { success: false, error: 'machine_locked', msg: 'no' }), false),
    isRefused: true,
  },
  { ...onCall('refused: 401', json(401, { detail: 'no' }), false), isRefused: true },
  {
    name: 'list afterwards: 500',
    play: ({ offer, list }) => offer('machines/?owner=me', list, list, json(500, {}), list),
  },
  {
    name: 'list afterwards: without the machine',
    play: ({ offer, list }) => offer('machines/?owner=me', list, list, json(200, { machines: [] }), list),
  },
  killedOnList('kill -9 before anything is sent', 1),
  killedOnList('kill -9 between an answer and the list', 3),
  killedOnCall('kill -9 between claim and call', false),
  killedOnCall('kill -9 before the answer', true),
  { name: 'two programs', programs: 2, play: () => {} },
  { ...onCall('two programs, and an answer that is lost', hangUp, true), programs: 2 },
];

const BEFORE = 0.4;
const AFTER = 0.44;

/** Plays one: a run with the fault, one as it is repeated by somebody who saw nothing, and one with the user's word. */
export const playPricing = async ({
  play,
  programs = 1,
  isRefused,
}: PriceFault): Promise<{ readonly shown: string; readonly problems: readonly Problem[] }> => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-price-'));
  await using service = await startHostService(
    PRICED.map((id) => listedMachine(id, { listed_gpu_cost: BEFORE })),
    othersAt(0.3, 0.4, 0.5),
  );
  const running: ChildProcess[] = [];
  const run = async (...more: readonly string[]) => {
    const child = spawn(process.execPath, [resolve('test/support/price-process.ts'), folder, service.url, ...more], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, out, said: out + errors };
  };
  const priceOf = (id: number) => service.held.get(id)?.listed_gpu_cost;
  const sentTo = (id: number) => service.writes().filter(([, , body]) => body.machine === id);

  play(service, () => running.at(-1)?.kill('SIGKILL'));
  const first = await Promise.all(Array.from({ length: programs }, () => run()));
  const second = await run();
  const before = [...first, second];
  const confirmed = (id: number) =>
    before.some(({ out }) =>
      new RegExp(`"machine_id":${id},.*"(?:accepted|carried_out_before|accepted_before)"`).test(out),
    );
  const named = (id: number) =>
    new RegExp(`"machine_id":${id},.*"(?:unknown_before|unknown|not_confirmed)"`).test(second.out);
  const problems: Problem[] = [
    ...PRICED.filter((id) => sentTo(id).length > (isRefused ? 2 : 1)).map(
      (id) => ({ kind: 'duplicate write', text: `${id} was sent ${sentTo(id).length} times` }) as const,
    ),
    ...PRICED.filter((id) => priceOf(id) !== BEFORE && !confirmed(id) && !named(id)).map(
      (id) => ({ kind: 'outcome', text: `nobody said that ${id} costs ${priceOf(id)}: ${second.said}` }) as const,
    ),
  ];
  const last = await run('--again');
  const asked = service.writes().map(([, , body]) => body.price_gpu);
  rmSync(folder, { recursive: true });
  return {
    shown: second.code === 0 ? 'done' : second.code === 6 ? 'unknown' : 'stopped',
    problems: [
      ...problems,
      ...PRICED.filter((id) => priceOf(id) !== AFTER).map(
        (id) => ({ kind: 'outcome', text: `${id} costs ${priceOf(id)}: ${last.said}` }) as const,
      ),
      ...(asked.every((price) => price === AFTER) ? [] : [{ kind: 'outcome', text: `sent were ${asked}` } as const]),
      ...(last.code === 0
        ? []
        : [{ kind: 'outcome', text: `the last run ended with ${last.code}: ${last.said}` } as const]),
    ],
  };
};
