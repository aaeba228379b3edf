/** Which machines a plan is for: those of an earlier plan, those chosen now, those that are not the user's. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startJournal } from '../support/journal.ts';
import { startTestService } from '../support/local-service.ts';
import { confirmWith, typePlan } from '../support/maintenance.ts';

const open = async (options: DeckOptions): Promise<OpenDeck> => {
  const deck = await openDeck({ columns: 80, rows: 24, ...options });
  onTestFinished(() => deck.close());
  return deck;
};

const draftOf = (deck: OpenDeck) => deck.deck.store.getState().maintenance.draft;

const keep = async (deck: OpenDeck, filter: string) => {
  await deck.press('frame.offers', 'offers.filter', 'offers.line-delete-to-start');
  await deck.type(filter);
  await deck.press('offers.filter-keep');
};

describe('machines that are handed over while a plan for others stands there', () => {
  const withPlan = async () => {
    const deck = await open({
      service: await startTestService({ offers: 200, seed: 11 }),
      parts: { pane: 'maintenance' },
    });
    await typePlan(deck, [8207, 8208]);
    // A digit opens no pane over a review.
    await deck.press('frame.palette');
    await deck.type('offers');
    await deck.press('palette.run', 'offers.maintain');
    const { machine_id: id } = deck.deck.store.getState().offers.list.shown[0] ?? {};
    return { deck, id: Number(id) };
  };

  test('are asked about: what is there and what each answer makes of it is said, and nothing has changed', async () => {
    const { deck, id } = await withPlan();
    expect(
      deck
        .screen()
        .slice(4, 12)
        .map((row) => row.trimEnd()),
    ).toEqual([
      '   There is already a plan that was not sent:',
      '   2 machines: 8207, 8208; Tue 2026-12-01 03:00 UTC; 1 h 30 min; disk; swap the',
      '   NVMe',
      `   You have now chosen 1 machine: ${id}`,
      '',
      '   r    a new plan for 1 machine; the old one is dropped',
      '   a    one plan for 3 machines, otherwise unchanged',
      '   Esc  neither: the plan stays as it is',
    ]);
    expect(deck.screen().at(-1)).toMatch(/^ r new plan {3}a add to the plan {3}Esc leave the plan/);
    expect(draftOf(deck)).toMatchObject({ typed: { text: '8207, 8208' }, picked: [] });
  });

  test('are a plan of their own, in which nothing of the other is left', async () => {
    const { deck, id } = await withPlan();
    await deck.press('maintenance.replace');
    expect(deck.text()).toContain(`One machine: ${id}`);
    // The cursor stands on the machine that was chosen, so that Space puts that one back.
    expect(deck.text()).toMatch(new RegExp(`^ *> \\[x\\] +${id}\\b`, 'm'));
    expect(draftOf(deck)).toMatchObject({
      typed: { text: '' },
      picked: [id],
      start: { text: '' },
      length: { text: '' },
    });
  });

  test('are added to the plan, which stands there otherwise as it was', async () => {
    const { deck, id } = await withPlan();
    await deck.press('maintenance.add');
    expect(deck.text()).toContain('3 machines: 8207, 8208, ');
    expect(draftOf(deck)).toMatchObject({ picked: [id], length: { text: '90m' }, category: 'disk' });
  });

  test('are left, and the plan stands at the step where it stood', async () => {
    const { deck } = await withPlan();
    await deck.press('maintenance.keep-plan');
    expect(deck.text()).toContain('> Review');
    expect(draftOf(deck)).toMatchObject({ typed: { text: '8207, 8208' }, picked: [] });
  });

  test('are not asked about twice: the same machines once more are no other plan', async () => {
    const { deck } = await withPlan();
    await deck.press('maintenance.replace', 'frame.offers', 'offers.maintain');
    expect(deck.text()).toContain('One machine: ');
    expect(deck.text()).not.toContain('There is already a plan');
  });
});

describe('machines of another host', () => {
  /** An offer of the user's own, and one of another host. */
  const start = async (userId?: (own: number) => number | undefined, journal = startJournal()) => {
    const service = await startTestService({ offers: 400, seed: 11 });
    const known = userId === undefined ? service.userId : userId(service.userId);
    const deck = await open({
      service,
      parts: { journal, timeZone: 'Europe/Berlin', ...(known !== undefined && { userId: known }) },
    });
    const { rows } = deck.deck.store.getState().offers.list;
    const machineOf = (isOwn: boolean) =>
      Number(rows.find(({ host_id: host }) => (host === service.userId) === isOwn)?.machine_id);
    return { service, deck, own: machineOf(true), foreign: machineOf(false), journal };
  };

  test('are named where they are typed and picked, whatever rows are loaded by then, and in a later run', async () => {
    const { service, deck, own, foreign, journal } = await start();
    await keep(deck, 'gpu_name=none_such');
    await deck.press('frame.maintenance', 'maintenance.edit');
    await deck.type(`${own}, ${foreign}`);
    await deck.press('maintenance.keep', 'maintenance.edit-back');
    const flag = `! ${foreign} is another host's: it would be refused (o leaves it out)`;
    expect(deck.text()).toContain(flag);
    const later = await open({
      service,
      start: { filter: 'gpu_name=none_such' },
      parts: { journal, userId: service.userId, pane: 'maintenance', isStartNamed: true },
    });
    expect(later.text()).toMatch(new RegExp(`\\[ \\] ${own} .*your own`));
    await later.press('maintenance.edit');
    await later.type(`${foreign}`);
    expect(later.text()).toContain(flag);
  });

  test('are named at the review too, and one key leaves them out', async () => {
    const { deck, own, foreign } = await start();
    await deck.press('frame.maintenance');
    await typePlan(deck, [own, foreign]);
    while (deck.text().includes('below (Space)')) await deck.press('maintenance.page-down');
    expect(deck.text()).toContain("! 1 of these 2 machines is another host's: the service will refuse it.");
    expect(deck.text()).toMatch(new RegExp(`${foreign} .*another host's +\\? +-`));
    await deck.press('maintenance.leave-out-foreign');
    expect(deck.text()).toContain(`Type the machine's id, ${own}, to announce:`);
    expect(deck.text()).not.toContain("another host's");
  });

  test('are not named while nobody says who the user is', async () => {
    const { deck, foreign } = await start(() => undefined);
    await deck.press('frame.maintenance');
    await typePlan(deck, [foreign]);
    expect(deck.text()).not.toContain("another host's");
    await deck.press('maintenance.leave-out-foreign');
    expect(deck.text()).toContain("None of them is known to be another host's.");
  });
});

test('after a new plan was asked for, the machines that can be picked are those of now', async () => {
  const service = await startTestService({ offers: 400, seed: 11 });
  const deck = await open({
    service,
    start: { filter: `host_id=${service.userId}` },
    parts: { userId: service.userId },
  });
  await deck.press('offers.maintain');
  expect(deck.text()).toContain('chosen in a list, your own');
  await deck.press('maintenance.next');
  await deck.type('+48h');
  await deck.press('maintenance.keep');
  await deck.type('1');
  await deck.press('maintenance.keep', 'maintenance.pick-and-type', 'maintenance.keep');
  const [, id = ''] = /the machine's id, (\d+)/.exec(deck.text()) ?? [];
  await confirmWith(deck, id);
  await keep(deck, 'gpu_name=none_such');
  await deck.press('frame.maintenance', 'maintenance.new');
  expect(deck.text()).toMatch(new RegExp(`\\[ \\] ${id} .* window .* h {3}(?:your own|announced before),`));
  expect(deck.text()).not.toContain('chosen in a list');
});

describe('a new plan in the place of one that was not sent', () => {
  test('puts that one away, says so, and it can be brought back as it was', async () => {
    const deck = await open({ service: await startTestService(), parts: { pane: 'maintenance' } });
    await typePlan(deck, [8207, 8208]);
    const before = draftOf(deck);
    await deck.press('maintenance.new');
    expect(deck.text()).toContain('No machine is chosen yet.');
    expect(deck.text()).toContain('The plan was not sent. It is set aside: U brings it back.');
    await deck.press('maintenance.new');
    expect(deck.text()).toContain('This plan is already new and empty.');
    await deck.press('maintenance.bring-back');
    expect(draftOf(deck)).toEqual(before);
    expect(deck.text()).toContain('> Review');
    await deck.press('maintenance.bring-back');
    expect(deck.text()).toContain('No plan was set aside.');
  });

  test('begins without the confirmation that was typed for the other one', async () => {
    const deck = await open({ service: await startTestService(), parts: { pane: 'maintenance' } });
    await typePlan(deck, [8207, 8208]);
    await deck.press('maintenance.new');
    await typePlan(deck, [8301, 8302]);
    await deck.press('maintenance.confirm');
    await deck.type('2');
    await deck.press('maintenance.edit-back', 'maintenance.back', 'maintenance.leave', 'maintenance.bring-back');
    expect(draftOf(deck).typed.text).toBe('8207, 8208');
    expect(deck.deck.store.getState().maintenance.confirmation.text).toBe('');
  });

  test('changes places with it when there is something in it by then', async () => {
    const deck = await open({ service: await startTestService(), parts: { pane: 'maintenance' } });
    await typePlan(deck, [8207, 8208]);
    await deck.press('maintenance.new', 'maintenance.edit');
    await deck.type('8301');
    await deck.press('maintenance.keep', 'maintenance.edit-back', 'maintenance.bring-back');
    expect(draftOf(deck).typed.text).toBe('8207, 8208');
    await deck.press('maintenance.bring-back');
    expect(draftOf(deck).typed.text).toBe('8301');
  });
});
