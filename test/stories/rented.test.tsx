/** From an offer to a shell and back, counted in presses: found, rented, seen to come up, entered, read, stopped, destroyed. */
import { expect, onTestFinished, test } from 'vitest';
import { openDeck } from '../support/deck.tsx';
import { impatientClock } from '../support/impatient-clock.ts';
import { startRenter, UNTIL_IT_RUNS_S } from '../support/renter.ts';

/** Keys beside the texts that have to be typed: image, price, and the id that confirms, twice. */
const KEYS = 18;

/** What is asked again by itself is so after five seconds; turns of calls come sooner. */
const LONG_MS = 4000;

test.each([
  [80, 24],
  [160, 48],
])('a renter gets from the offers to a shell and leaves nothing behind, at %i x %i', async (columns, rows) => {
  const renter = await startRenter();
  const quick = impatientClock(renter.clock.now());
  const visits: string[] = [];
  const copied: string[] = [];
  const deck = await openDeck({
    service: renter.service,
    columns,
    rows,
    // Nobody waits for the turn of a call, and nothing is asked again by itself.
    clock: { ...quick, after: (delayMs, run) => (delayMs < LONG_MS ? quick.after(delayMs, run) : () => {}) },
    start: { filter: 'vms_enabled=false', order: [['dph_total', 'asc']] },
    copy: async (text) => {
      copied.push(text);
      return 'sent';
    },
    lend: async ({ told }) => {
      visits.push(told);
      return { kind: 'exited', code: 0 };
    },
  });
  onTestFinished(deck.close);
  let keys = 0;
  const press = async (...ids: readonly string[]) => {
    keys += ids.length;
    await deck.press(...ids);
  };

  await press('offers.rent');
  await deck.type('ubuntu:24.04');
  await press('offers.rent-review', 'offers.rent-confirm');
  await deck.type(/price per hour, ([\d.]+):/.exec(deck.text())?.[1] ?? '');
  await press('offers.rent-send', 'frame.instances');
  const [rented] = await renter.listed({ order_by: [{ col: 'id', dir: 'desc' }] });
  const id = String(rented?.id);
  expect(deck.text()).toMatch(new RegExp(`\n ~ \\w+ {2}1 .*\n > ${id} `));

  renter.clock.pass(UNTIL_IT_RUNS_S);
  await press('instances.refresh', 'instances.last');
  const row = () => deck.screen().find((line) => line.includes(id)) ?? '';
  expect(row()).toMatch(/^ > /);
  expect(deck.text()).toContain('\n + running  ');
  await press('instances.ssh');
  expect(visits).toEqual([expect.stringMatching(new RegExp(`^Instance ${id} .running.: ssh -p \\d+ -- root@`))]);
  await press('instances.copy', 'instances.copy-own');
  expect(copied).toEqual([expect.stringMatching(/^ssh -p \d+ root@/)]);

  // The service takes its time to have the log ready.
  const passing = setInterval(() => renter.clock.pass(1), 1);
  await press('instances.log').finally(() => clearInterval(passing));
  expect(deck.text()).toContain(`Log of instance ${id}`);
  await press('instances.log-close');

  for (const [change, said] of [
    ['instances.start-stop', 'Its disk stays'],
    ['instances.destroy', 'Its disk is deleted'],
  ] as const) {
    await press(change);
    expect(deck.text()).toContain(said);
    await press('instances.change-confirm');
    await deck.type(id);
    await press('instances.change-send');
  }
  expect(deck.text()).toContain(`The service accepted: destroy instance ${id}.`);
  expect(deck.text()).not.toMatch(new RegExp(`\n [> ] ${id} `));
  expect(await renter.show(Number(id))).toBeUndefined();
  expect(keys).toBe(KEYS);
});
