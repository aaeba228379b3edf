/**
 * Cells of the fault matrix: one for each promise (docs/promises.md, 1 to 6), for each call and for each family of rows. `npm run faults`
 * plays all of them.
 *
 * @module-tag program
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Called } from './faults/called.ts';
import { playCell } from './faults/cell.ts';
import { COMMAND_CALLS, TOGETHER_CALLS } from './faults/commands/command-call.ts';
import { CREATION_FAULTS } from './faults/commands/creations.ts';
import { isOfPages, PAGE_ROWS, playPage, playPages } from './faults/commands/pages.ts';
import { playRental } from './faults/commands/play-rental.ts';
import { playSeveral, SEVERAL_ROWS } from './faults/commands/several.ts';
import { playTogether, TOGETHER_ROWS } from './faults/commands/together.ts';
import { CALLS, type CallName, type Fault, rowOf } from './faults/fault.ts';
import { CALLED, faultsFor } from './faults/matrix.ts';
import { CONNECTION_FAULTS } from './faults/plays/connection.ts';
import { refusals, SWEPT_SHAPES } from './faults/plays/refusal.ts';
import { SIZE_FAULTS } from './faults/plays/size.ts';
import { TIME_FAULTS } from './faults/plays/time.ts';
import { halfTyped } from './faults/program/draft.ts';
import { ENDINGS, ENDS_WHILE_TYPING } from './faults/program/ending.ts';
import { playEnding, playTyping } from './faults/program/play-ending.ts';
import { typedCalls } from './faults/program/typed.ts';
import { playSecretPane } from './faults/secrets/panes.ts';
import { sweepStatuses } from './faults/status-sweep.ts';
import { createWorld, type World } from './faults/world.ts';
import { secretOf } from './support/secrets.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const called = (name: CallName): Called => {
  const found = CALLED.find((own) => own.name === name);
  if (found === undefined) throw new Error(`there is no call ${name}`);
  return found;
};

const fault = (faults: readonly Fault[], row: string, call: CallName): Fault => {
  const found = faults.find((own) => rowOf(own) === row && own.calls?.includes(call) !== false);
  if (found === undefined) throw new Error(`there is no fault ${row}`);
  return found;
};

/** What the user is shown, with everything that is wrong in the cell. */
const play = async (call: CallName, faults: readonly Fault[], row: string) => {
  const { shown, problems } = await playCell(world, called(call), fault(faults, row, call));
  return { shown, problems };
};

describe('each promise holds in one cell of the matrix', () => {
  test('1, nothing is sent twice by itself: a window whose answer was lost is outcome unknown, also after a restart', async () => {
    const cell = await play('scheduleMaintenance', CONNECTION_FAULTS, 'connection: cut after the service has acted');
    expect(cell).toEqual({ shown: 'unknown', problems: [] });
  });

  test('1, nothing is sent twice by itself: an instance whose creation was not answered is found in the list', async () => {
    const cut = fault(CONNECTION_FAULTS, 'connection: cut after the service has acted', 'createWebhook');
    const { shown, problems } = await playRental(world, 'rentOffer', cut);
    expect({ shown, problems }).toEqual({ shown: 'done', problems: [] });
  });

  test.each([
    ['changeInstance', 'connection: cut after the service has acted'],
    ['rebootInstance', 'connection: cut in the middle of the request'],
    ['bidForInstance', 'time: half of the answer only'],
    ['destroyInstance', 'connection: cut after the service has acted'],
    ['changeWebhook', 'connection: cut before the request arrives'],
    ['deleteWebhook', 'connection: cut after the service has acted'],
    ['rotateWebhook', 'connection: cut after the service has acted'],
    ['testWebhook', 'connection: cut after the headers'],
  ] as const)('1, nothing is sent twice by itself: %s, %s', async (call, row) => {
    const cell = await play(call, [...CONNECTION_FAULTS, ...TIME_FAULTS], row);
    expect(cell).toEqual({ shown: 'unknown', problems: [] });
  });

  test('2, nothing typed is lost: filter, rows and mark stay while searches fail', async () => {
    const cell = await play('searchOffers', TIME_FAULTS, 'time: half of the answer only');
    expect(cell).toEqual({ shown: 'not done', problems: [] });
  });

  test.each([
    ['a wizard half filled', 'scheduleMaintenance', 'kill -9 in the middle of typing'],
    ['a form half filled', 'createWebhook', 'SIGTERM in the middle of typing'],
  ] as const)('2, nothing typed is lost: %s (%s) is there again after %s', async (_, call, row) => {
    const half = halfTyped(world.machineId).find((own) => own.call === call);
    const [, end] = ENDS_WHILE_TYPING.find(([own]) => own === row) ?? [];
    if (half === undefined || end === undefined) throw new Error('there is no such cell');
    const { shown, problems } = await playTyping(world, half, row, end);
    expect({ shown, problems }).toEqual({ shown: 'resumed', problems: [] });
  });

  test('3, nothing leaks: no redirect takes the key along, and no file holds it', async () => {
    const cell = await play('createWebhook', refusals(world.trap.url), 'redirect: 307');
    expect(cell).toEqual({ shown: 'not done', problems: [] });
  });

  test.each([
    ['a key of 100 characters', { key: secretOf(100) }],
    ['a signing secret of 4000 characters', { key: 'sk-test-Zq8-0123456789', secret: secretOf(4000) }],
  ])('3, nothing leaks: %s that the service repeats is on no screen and in no file', async (name, hidden) => {
    const { shown, problems } = await playSecretPane(world, name, called('createWebhook'), hidden);
    expect({ shown, problems }).toEqual({ shown: 'hidden', problems: [] });
  });

  test('4, what will be sent is shown first: the body on the screen is the body that arrives, and again after a failure', async () => {
    const cell = await play('replaceNotificationPreferences', SIZE_FAULTS, 'size: a trickle without an end');
    expect(cell).toEqual({ shown: 'unknown', problems: [] });
  });

  test('5, the terminal is given back: SIGTERM while an announcement is out', async () => {
    const typed = typedCalls(world.machineId).find(({ call }) => call === 'scheduleMaintenance');
    const ending = ENDINGS.find(({ row }) => row === 'SIGTERM while waiting for the answer');
    if (typed === undefined || ending === undefined) throw new Error('there is no such cell');
    const { shown, problems } = await playEnding(world, typed, ending);
    expect({ shown, problems }).toEqual({ shown: 'unknown', problems: [] });
  });

  test('6, every byte is earned: a list that cannot be had is painted once, and then nothing is', async () => {
    const cell = await play('listVolumes', CONNECTION_FAULTS, 'connection: refused');
    expect(cell).toEqual({ shown: 'not done', problems: [] });
  });
});

describe('every call and every family of rows has a cell that holds', () => {
  /** The family's row that is tried on `name`; one that waits for the client's own time limits takes longest. */
  const rowFor = (family: readonly Fault[], name: CallName): Fault | undefined =>
    family
      .toSorted((one, other) => Number(one.isSilent ?? false) - Number(other.isSilent ?? false))
      .find(({ calls }) => calls?.includes(name) !== false);

  const families = [...Map.groupBy(faultsFor({ trap: { url: 'http://127.0.0.1:1' } }), ({ group }) => group)];
  const cells = Array.from({ length: Math.max(families.length, CALLED.length) }, (_, place) => {
    const [group = '', family = []] = families[place % families.length] ?? [];
    const names = CALLED.map(({ name }) => name);
    const turned = [...names.slice(place % names.length), ...names.slice(0, place % names.length)];
    const call = turned.find((name) => rowFor(family, name) !== undefined);
    return { group, call, row: call && rowFor(family, call) };
  });

  test('there are 15 calls of panes, 11 of scripts, and 19 families of rows', () => {
    expect([CALLED.length, COMMAND_CALLS.length]).toEqual([15, 11]);
    expect(families.map(([group]) => group)).toHaveLength(19);
    expect(new Set(cells.map(({ call }) => call))).toEqual(new Set(CALLED.map(({ name }) => name)));
  });

  test.each(cells)('$group, on $call', async ({ group, call, row }) => {
    if (call === undefined || row === undefined) throw new Error(`no call is tried on ${group}`);
    const { problems } = await playCell(world, called(call), fault(faultsFor(world), rowOf(row), call));
    expect(problems).toEqual([]);
  });

  test.each(CREATION_FAULTS.map(([call, [row]]) => [row === undefined ? '' : rowOf(row), call, row] as const))(
    '%s, on %s',
    async (_, call, row) => {
      if (row === undefined) throw new Error(`no answer is tried on ${call}`);
      expect((await playRental(world, call, row)).problems).toEqual([]);
    },
  );

  test.each(PAGE_ROWS)('pages: $name, on listInstances', async (row) => {
    expect((await playPages(world, row)).problems).toEqual([]);
  });

  test('connection: cut, on the second of the pages of listInstances', async () => {
    const cut = fault(CONNECTION_FAULTS.filter(isOfPages), 'connection: cut after the headers', 'listVolumes');
    const { shown, problems } = await playPage(world, cut);
    expect({ shown, problems }).toEqual({ shown: 'not done', problems: [] });
  });

  test.each(SEVERAL_ROWS.filter(({ name }) => /^(?:cut|401|403)/.test(name)))(
    'several: $name, on destroySeveral',
    async (row) => {
      expect((await playSeveral(world, row)).problems).toEqual([]);
    },
  );

  test.each(TOGETHER_CALLS)('together: an answer that is lost, on %s', async (call) => {
    const [cut] = TOGETHER_ROWS;
    expect(cut && (await playTogether(world, call, cut)).problems).toEqual([]);
  });

  test.each(
    SWEPT_SHAPES.map((shape, place) => [shape.name, shape, CALLS[place % CALLS.length] ?? 'createWebhook'] as const),
  )('every status with %s', async (_, shape, call) => {
    world.begin();
    expect(await sweepStatuses(world, call, shape)).toEqual([]);
  });
});
