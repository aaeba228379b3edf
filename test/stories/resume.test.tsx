/** A session that ended, quit or killed: what the next start offers, what is there again, and what is never sent by it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { readSets } from '../../src/storage/files/sets.ts';
import { viewFiles } from '../../src/storage/files/view-files.ts';
import { createViews } from '../../src/views/views.ts';
import type { DeckOptions, OpenDeck } from '../support/deck.tsx';
import { call, startTestService, temporaryFolder } from '../support/local-service.ts';
import { BODY_TEXT, shows, tap, typePlan } from '../support/maintenance.ts';
import { manualClock } from '../support/manual-clock.ts';
import { fillWebhook } from '../support/notifications.ts';
import { startRuns } from '../support/runs.ts';
import { json, type ScriptedReply, silence, startScriptedServer } from '../support/scripted-server.ts';

let service: Service;
let runs: ReturnType<typeof startRuns>;

beforeEach(async () => {
  service = await startTestService({ offers: 200, seed: 11 });
  runs = startRuns(service);
});

/** A run that does `work` and dies, and the run that is started after it. */
const afterDeath = async (work: (deck: OpenDeck) => Promise<void>, options: Partial<DeckOptions> = {}) => {
  const first = await runs.start(options);
  await work(first);
  const before = first.deck.store.getState();
  await runs.die(first);
  return { before, deck: await runs.start(options) };
};

const stateOf = (deck: OpenDeck) => deck.deck.store.getState();

/** Chooses a row of the palette by its words. */
const choose = async (deck: OpenDeck, words: string) => {
  await deck.press('frame.palette');
  await deck.type(words);
  await deck.press('palette.run');
};

const idOnRow = (deck: OpenDeck) => {
  const { shown, cursor } = stateOf(deck).offers.list;
  return shown[cursor.row]?.id;
};

/** What a later run knows of `kept`: all but what the last edit of a line was. */
const withoutUndo = <Kept,>(kept: Kept): Kept =>
  JSON.parse(JSON.stringify(kept, (name, value) => (name === 'undo' ? undefined : value)));

describe('after a lost line', () => {
  test('the next start asks once, and Enter brings a half-typed filter back as it was', async () => {
    const { deck } = await afterDeath(async (first) => {
      await first.press('offers.filter');
      await first.type('num_gpus>=2');
      await first.press('offers.filter-keep', 'offers.filter');
      await first.type(' dph_to');
      await first.press('offers.line-left', 'offers.line-left');
    });
    expect(deck.screen()[2]).toBe(' Resume the session of 13:00?');
    expect(deck.screen()[3]).toBe(' > 13:00   offers with num_gpus>=2 dph_to');
    expect(deck.screen().at(-1)).toMatch(/^ Enter resume it {3}Esc start fresh/);
    expect(stateOf(deck).offers.answer.stage).toBe('idle');
    await deck.press('session.resume');
    expect(stateOf(deck).offers.list.filter).toEqual({ before: 'num_gpus>=2', text: 'num_gpus>=2 dph_to', at: 16 });
    expect(stateOf(deck).offers.list.shown.every(({ num_gpus }) => Number(num_gpus) >= 2)).toBe(true);
    await deck.type('x');
    expect(deck.text()).toContain('num_gpus>=2 dph_xto');
    await deck.press('offers.filter-restore');
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=2');
  });

  test('what a session holds is wrapped where it is long and the screen has room, and cut where it has none', async () => {
    const long = 'num_gpus>=2 gpu_name=RTX_4090 reliability>=0.99 inet_down>=500 disk_space>=100 cuda_max_good>=12';
    const { deck } = await afterDeath(async (first) => {
      await first.press('offers.filter');
      await first.type(long);
    });
    await deck.resize(80, 24);
    expect(deck.screen().slice(3, 6).join(' ').replace(/\s+/g, ' ')).toContain(`offers with ${long}`);
    await deck.resize(40, 10);
    expect(deck.screen()[3]).toMatch(/^ > 13:00 {3}offers .*…$/);
    expect(deck.screen()[5]).toContain('Resuming sends nothing');
  });

  test('order, type, disk, limit, marks and the offer under the cursor are those of before, also half a form', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press(
        'offers.type',
        'offers.column-right',
        'offers.sort',
        'offers.storage',
        'offers.line-delete-to-start',
      );
      await first.type('250');
      await first.press('offers.prompt-submit', 'offers.down', 'offers.mark', 'offers.mark', 'offers.limit');
      await first.type('7');
    });
    await deck.press('session.resume');
    const { type, storageGb, limit, prompt, list } = before.offers;
    const { order, column, marked, shown, cursor } = list;
    expect(marked).toHaveLength(2);
    expect(prompt?.line.text).toBe('7');
    expect(stateOf(deck).offers).toMatchObject({ type, storageGb, limit, list: { order, column, marked } });
    expect(stateOf(deck).offers.prompt?.line.text).toBe('7');
    expect(idOnRow(deck)).toBe(shown[cursor.row]?.id);
    expect(cursor.row).toBe(3);
    await deck.press('offers.prompt-close');
    expect(deck.text()).toContain('250 GB');
  });

  test('chosen columns, a text that is looked for and marked rows alone are as they were', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('offers.columns', 'offers.columns.last', 'offers.columns-pin', 'offers.columns-close');
      await first.press('offers.mark', 'offers.mark', 'offers.marked-only', 'offers.find');
      await first.type('rtx');
      await first.press('offers.find-keep', 'frame.volumes', 'volumes.find');
      await first.type('activ');
    });
    await deck.press('session.resume');
    const { columns, find, shown } = before.offers.list;
    expect([columns?.pinned, shown.length, find?.stage]).toEqual([3, 2, 'kept']);
    const resumed = stateOf(deck);
    expect(resumed.offers.list).toMatchObject({ columns, isMarkedOnly: true, find: { stage: 'kept' } });
    expect(resumed.volumes.list.find).toMatchObject({ stage: 'typed', line: { text: 'activ', at: 5 } });
    await deck.type('e');
    expect(deck.screen()[2]).toMatch(/^ f active /);
    await deck.press('volumes.find-keep', 'frame.offers');
    expect(deck.screen()[2]).toMatch(/^ f rtx /);
    expect(deck.text()).toContain('marked only');
    expect(stateOf(deck).offers.list.shown.map(({ id }) => id)).toEqual(shown.map(({ id }) => id));
  });

  test('rows side by side are so again, with the lines that differ, and none is said to be gone', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('offers.mark', 'offers.mark', 'offers.mark', 'offers.compare', 'offers.compare-right');
      await first.press('offers.compare-differing', 'offers.compare-down');
    });
    await deck.press('session.resume');
    const { comparing } = stateOf(deck).offers.list;
    expect(comparing).toEqual(before.offers.list.comparing);
    expect(comparing).toMatchObject({ isDifferingOnly: true, top: 1 });
    expect(deck.text()).toContain('3 offers side by side   differences');
    expect(deck.text()).not.toMatch(/no longer in the list|None of these/i);
    await deck.press('offers.compare-open');
    expect(stateOf(deck).offers.list.opened?.row.id).toBe(comparing?.current);
  });

  test('a search of earlier filters goes on, from the list and from the line, and Esc leads back where it began', async () => {
    const { deck } = await afterDeath(async (first) => {
      for (const line of ['num_gpus>=2', 'dph_total<3', 'num_gpus>=4']) {
        await first.press('offers.filter', 'offers.line-delete-to-start');
        await first.type(line);
        await first.press('offers.filter-keep');
      }
      await first.press('offers.history');
      await first.type('gpus');
    });
    expect(deck.text()).toContain('a search for "gpus" in the history');
    await deck.press('session.resume');
    expect(stateOf(deck).offers.list.editing?.history).toMatchObject({ line: { text: 'gpus' }, found: [1] });
    await deck.type('>');
    await deck.press('offers.history-take');
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=2');
    await deck.press('offers.filter-restore');
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=4');
  });

  test('a search that began in the list ends there, among volumes too', async () => {
    const { deck } = await afterDeath(async (first) => {
      await first.press('frame.volumes', 'volumes.filter');
      await first.type('active');
      await first.press('volumes.filter-keep', 'volumes.filter', 'volumes.line-delete-to-start', 'volumes.filter-keep');
      await first.press('volumes.history');
      await first.type('act');
    });
    await deck.press('session.resume');
    expect(stateOf(deck).volumes.list.editing).toMatchObject({
      isFromList: true,
      history: { lines: ['active'], found: [0] },
    });
    await deck.press('volumes.history-close');
    expect(stateOf(deck).volumes.list.editing).toBeUndefined();
    expect(stateOf(deck).volumes.list.filter.text).toBe('');
  });

  test('rows that were side by side are awaited as long as none have come, and not said to be gone', async () => {
    const refusal = json(403, { success: false, error: 'forbidden', msg: 'not now' });
    await using server = await startScriptedServer(
      json(200, { volumes: [{ id: 7 }, { id: 8 }] }),
      refusal,
      json(200, { volumes: [{ id: 8 }, { id: 9 }] }),
    );
    const hesitant = startRuns({ url: server.url, apiKey: 'sk-test-0123456789' });
    const first = await hesitant.start({ parts: { pane: 'volumes' } });
    await first.press('volumes.mark', 'volumes.mark', 'volumes.compare');
    await hesitant.die(first);
    const deck = await hesitant.start({ parts: { pane: 'volumes' } });
    await deck.press('session.resume');
    expect(deck.text()).toContain('2 volumes side by side');
    expect(deck.text()).toContain('The volumes that you compared have not come yet. Esc goes back to the list.');
    expect(deck.text()).not.toMatch(/no longer|None of these/i);
    await deck.press('volumes.refresh');
    expect(deck.text()).toContain('The volume 7 is no longer in the list.');
  });

  test('a column that was made wider is as wide again', async () => {
    const { deck } = await afterDeath(async (first) => {
      await first.press('frame.volumes', 'volumes.down', 'volumes.column-jump');
      await first.type('disk_name');
      await first.press('volumes.column-jump-keep', 'volumes.column-widen');
    });
    expect(stateOf(deck).volumes.list.columns).toEqual({ widened: ['disk_name'] });
  });

  test('an open offer is open again at its page without a question, and closing it leads back to its row', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('offers.down', 'offers.down', 'offers.open', 'offers.page');
    });
    const id = before.offers.list.opened?.row.id;
    expect(stateOf(deck).offers.list.opened).toMatchObject({ row: { id }, page: 1 });
    expect(deck.text()).toContain('[Costs]');
    await deck.press('offers.close');
    expect(idOnRow(deck)).toBe(id);
    expect(stateOf(deck).offers.list.cursor.row).toBe(2);
  });

  test('an open volume is open again, and so is the first offer of the list', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('offers.open', 'frame.volumes', 'volumes.down', 'volumes.open');
    });
    const key = before.volumes.list.opened?.row.key;
    expect(deck.screen()[1]).toContain(`Volume ${key}`);
    await deck.press('volumes.close', 'frame.offers');
    expect(stateOf(deck).offers.list.opened?.row.id).toBe(before.offers.list.opened?.row.id);
  });

  test('the list of volumes has its words, order and marks again', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('frame.volumes', 'volumes.mark', 'volumes.mark', 'volumes.sort', 'volumes.filter');
      await first.type('runn');
    });
    expect(deck.text()).toContain('volumes with "runn"; 2 marked volumes');
    await deck.press('session.resume');
    const { filter, editing, order, marked, cursor, shown } = before.volumes.list;
    expect(marked).toHaveLength(2);
    expect(stateOf(deck).volumes.list).toMatchObject({ filter: withoutUndo(filter), editing, order, marked });
    expect(stateOf(deck).volumes.list.shown[stateOf(deck).volumes.list.cursor.row]?.key).toBe(shown[cursor.row]?.key);
    expect(stateOf(deck).frame.pane).toBe('volumes');
  });

  test('a plan stands at its step with every line as it was, and the start is the moment that was shown', async () => {
    const { before, deck } = await afterDeath(
      async (first) => {
        await first.press('maintenance.edit');
        await first.type('8207, 8208 8209');
        await first.press('maintenance.keep');
        await first.type('+36h');
        await first.press('maintenance.keep');
        await first.type('90');
      },
      { parts: { pane: 'maintenance' } },
    );
    expect(deck.text()).toContain('maintenance of 3 machines, step Length');
    await deck.press('session.resume');
    expect(stateOf(deck).maintenance.draft).toEqual(withoutUndo(before.maintenance.draft));
    expect(stateOf(deck).maintenance).toMatchObject({ step: 'length', isEditing: true });
    await deck.type('m');
    await deck.press('maintenance.keep', 'maintenance.pick-and-type');
    await deck.press('maintenance.keep');
    expect(deck.text()).toContain('Mon 2026-11-23 01:00');
    expect(deck.text()).toContain('1 h 30 min');
  });

  test('machines that were handed over from the offers can be picked again', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('offers.mark', 'offers.mark', 'offers.maintain');
    });
    await deck.press('session.resume');
    expect(stateOf(deck).maintenance.draft.picked).toEqual(before.maintenance.draft.picked);
    expect(deck.text()).toContain('chosen in a list');
  });

  test('a webhook form and edited preferences are there again, each in its tab', async () => {
    const { before, deck } = await afterDeath(
      async (first) => {
        await fillWebhook(first);
        await first.press('notifications.down', 'notifications.tab');
        await first.press('notifications.toggle', 'notifications.down', 'notifications.toggle', 'notifications.add');
        await first.type('host:re');
      },
      { parts: { pane: 'notifications', userId: 31 } },
    );
    expect(deck.text()).toContain('a webhook form "alerts"; edited preferences');
    await deck.press('session.resume');
    const { webhooks, preferences } = before.notifications;
    expect(deck.text()).toContain('host:re');
    expect(stateOf(deck).notifications.preferences.yours).toEqual(preferences.yours);
    expect(preferences.yours).toHaveLength(2);
    await deck.press('notifications.field-leave', 'notifications.undo');
    expect(stateOf(deck).notifications.preferences.yours).toHaveLength(1);
    await deck.press('notifications.previous-tab');
    expect(stateOf(deck).notifications.webhooks.draft).toMatchObject({
      name: { text: 'alerts' },
      url: { text: 'https://hooks.example/gpu' },
      types: webhooks.draft.types,
    });
    expect(stateOf(deck).notifications.webhooks.formCursor).toEqual(webhooks.formCursor);
    expect(deck.text()).toContain('https://hooks.example/gpu');
  });

  test('what was typed for a webhook that is there is there again, beside that of a new one', async () => {
    const webhook = (name: string) => ({
      name,
      webhook_url: `https://pager.example/${name}`,
      event_types: ['host:machine_offline'],
    });
    for (const name of ['one', 'two'])
      await call(service, 'POST', '/api/v0/webhooks', { key: service.apiKey, body: webhook(name) });
    const { deck } = await afterDeath(
      async (first) => {
        await first.press('notifications.new');
        await first.type('half a name');
        await first.press('notifications.field-enter', 'notifications.field-leave', 'notifications.leave');
        await first.press('notifications.change', 'notifications.edit');
        await first.type(' 2');
        await first.press('notifications.field-enter', 'notifications.field-leave', 'notifications.leave');
        expect(first.text()).toContain('Changes are typed for it and not sent: e goes on.');
        await first.press('notifications.close', 'notifications.new');
        expect(first.text()).toMatch(/Name +half a name/);
      },
      { parts: { pane: 'notifications' } },
    );
    expect(deck.text()).toContain('a webhook form "half a name"; changes to the webhook "two"');
    await deck.press('session.resume');
    expect(deck.text()).toMatch(/Name +half a name/);
    await deck.press('notifications.leave', 'notifications.change');
    expect(deck.text()).toMatch(/Name +two 2/);
    await deck.press('notifications.review', 'notifications.change-send');
    expect(deck.text()).toContain('Changed: two 2.');
    await deck.press('notifications.close', 'notifications.new');
    expect(deck.text()).toMatch(/Name +half a name/);
  });

  test('a word that confirms is not there again, so that nothing is sent by half a habit', async () => {
    const { deck } = await afterDeath(
      async (first) => {
        await typePlan(first, [8207]);
        await first.press('maintenance.confirm');
        await first.type('8207');
      },
      { parts: { pane: 'maintenance' } },
    );
    await deck.press('session.resume');
    expect(stateOf(deck).maintenance).toMatchObject({ step: 'review', isEditing: false, confirmation: { text: '' } });
    expect(deck.text().replaceAll(/\n +/g, '')).toContain(BODY_TEXT);
  });

  test('a session in which nothing was done is not worth a question', async () => {
    const { deck } = await afterDeath(async (first) => first.press('frame.volumes', 'frame.maintenance'));
    expect(deck.text()).not.toContain('Resume the session');
    expect(stateOf(deck).offers.answer.stage).toBe('loaded');
  });
});

test('a name that was being typed for a view stands there again', async () => {
  const views = createViews(viewFiles({ configFolder: temporaryFolder() }));
  const options = { columns: 120, parts: { views } };
  const { deck } = await afterDeath(async (first) => {
    await first.press('offers.views', 'offers.view-save');
    await first.type('four of a ki');
  }, options);
  expect(deck.text()).toContain('a name for a view being typed');
  await deck.press('session.resume');
  await deck.type('nd');
  expect(deck.text()).toContain('Name of the view: four of a kind');
  await deck.press('offers.view-name');
  expect(views.find('four of a kind')).toHaveProperty('view');
});

describe('a page that lay over the offers', () => {
  test('is open again with what was being typed into it, and asks for what it compares', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('offers.down', 'offers.position', 'offers.position-gpus', 'offers.wish');
      await first.type('0.3');
    });
    expect(deck.text()).toContain('a price or a place being typed');
    await deck.press('session.resume');
    const { page } = stateOf(deck).offers;
    expect(page).toMatchObject({
      kind: 'position',
      isAsking: true,
      wish: { text: '0.3', at: 3 },
      likeness: { gpus: 'same' },
    });
    expect(withoutUndo(page)).toEqual(withoutUndo(before.offers.page));
    await deck.type('1');
    expect(deck.text()).toContain('Price or place: 0.31');
    expect(deck.text()).toMatch(/0\.31.* (?:of|than)/);
    await deck.press('offers.wish-cancel', 'offers.position-close');
    expect(stateOf(deck).offers.page).toBeUndefined();
  });

  test('counts the parts of the filter again, those that were switched off too, and has the id half typed', async () => {
    const { before, deck } = await afterDeath(async (first) => {
      await first.press('offers.filter');
      await first.type('num_gpus>=2 4090 ');
      await first.press('offers.filter-keep', 'offers.waterfall', 'offers.waterfall-switch', 'offers.waterfall-why');
      await first.type('machine 8');
    });
    expect(deck.text()).toContain('an offer or a machine being asked about');
    await deck.press('session.resume');
    const parts = (state: ReturnType<typeof stateOf>) => {
      const { page } = state.offers;
      return page?.kind === 'waterfall' ? [page.rows.map(({ text, isOff }) => [text, isOff]), page.line] : page;
    };
    expect(parts(stateOf(deck))).toEqual(parts(before));
    expect(stateOf(deck).offers.page).toMatchObject({ asking: { line: { text: 'machine 8', at: 9 } } });
    await deck.press('offers.why-cancel', 'offers.waterfall-switch');
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=2 gpu_name=RTX_4090');
  });

  test('a set in the filter holds what it holds by now, in a part that was switched off too', async () => {
    const configFolder = temporaryFolder();
    const write = (some: readonly number[]) =>
      writeFileSync(join(configFolder, 'sets.json'), JSON.stringify({ sets: { some } }));
    const parts = { sets: () => readSets({ configFolder }) };
    write([2]);
    const first = await runs.start({ parts });
    await first.press('offers.filter');
    await first.type('num_gpus in @some ');
    await first.press('offers.filter-keep', 'offers.waterfall', 'offers.waterfall-switch');
    await runs.die(first);
    write([1, 4]);
    const deck = await runs.start({ parts });
    await deck.press('session.resume');
    expect(deck.text()).toContain('num_gpus in @some');
    await deck.press('offers.waterfall-switch', 'offers.waterfall-close');
    const { list } = stateOf(deck).offers;
    expect(list.filter.text).toBe('num_gpus in @some');
    expect([...new Set(list.shown.map(({ num_gpus }) => num_gpus))].sort()).toEqual([1, 4]);
    deck.deck.session.quit();
    await runs.die(deck);
    write([2]);
    const later = stateOf(await runs.start({ parts })).offers.list;
    expect(later.filter.text).toBe('num_gpus in @some');
    expect([...new Set(later.shown.map(({ num_gpus }) => num_gpus))]).toEqual([2]);
  });
});

describe('the user', () => {
  /** Types a filter that is not accepted yet. */
  const typeFilter = async (deck: OpenDeck, line = 'num_gpus>=2') => {
    await deck.press('offers.filter');
    await deck.type(line);
  };

  test('starts anew with Esc, finds the session in the palette until the program is quit, and never after that', async () => {
    const { deck } = await afterDeath(typeFilter);
    await deck.press('session.anew');
    expect(stateOf(deck).offers.answer.stage).toBe('loaded');
    expect(stateOf(deck).offers.list.filter.text).toBe('');
    await choose(deck, 'resume an earlier');
    await deck.press('session.resume');
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=2');
    await runs.die(deck);
    const again = await runs.start();
    await again.press('session.anew');
    again.deck.session.quit();
    const last = await runs.start();
    expect(last.text()).not.toContain('Resume the session');
  });

  test('quits, and the next start offers what was typed, marked and half done in every pane', async () => {
    const first = await runs.start({ parts: { userId: 31 } });
    await first.press('offers.filter');
    await first.type('dph_total<9');
    await first.press('offers.filter-keep', 'offers.mark', 'frame.maintenance', 'maintenance.edit');
    await first.type('8207');
    await first.press('maintenance.leave', 'maintenance.edit');
    await first.type('8207, 8208');
    await first.press('maintenance.keep', 'maintenance.leave', 'frame.notifications');
    await fillWebhook(first);
    await first.press('notifications.tab', 'notifications.toggle');
    first.deck.session.quit();
    await runs.die(first);
    const next = await runs.start({ parts: { userId: 31 } });
    expect(next.text()).toContain('Resume the session of 13:00?');
    for (const words of ['maintenance of 2 machines, step Start', 'a webhook form "alerts"', 'edited preferences']) {
      expect(next.text().replaceAll(/\s+/g, ' ')).toContain(words);
    }
    await next.press('session.resume');
    expect(stateOf(next).offers.list.filter.text).toBe('dph_total<9');
    expect(stateOf(next).offers.list.marked).toHaveLength(1);
    expect(stateOf(next).maintenance.draft.typed.text).toBe('8207, 8208');
    expect(stateOf(next).notifications.webhooks.draft.name.text).toBe('alerts');
    expect(stateOf(next).notifications.preferences.yours).toHaveLength(1);
  });

  test('quits, and is not asked about a place, an order or an open offer', async () => {
    const first = await runs.start();
    await first.press('offers.down', 'offers.sort', 'offers.type', 'offers.open', 'frame.volumes', 'volumes.down');
    first.deck.session.quit();
    await runs.die(first);
    expect((await runs.start()).text()).not.toContain('Resume the session');
  });

  test('quits, and is not asked about the filter that the program was started with', async () => {
    const first = await runs.start({ start: { filter: 'dph_total<3' } });
    await first.press('offers.down');
    first.deck.session.quit();
    await runs.die(first);
    expect((await runs.start()).text()).not.toContain('Resume the session');
  });

  test('takes back what was typed and quits: it is offered to nobody, and gone from the file', async () => {
    const first = await runs.start();
    await first.press('offers.filter');
    await first.type('dph_total<1.2345');
    first.deck.session.flush();
    expect(readFileSync(runs.file).includes('dph_total<1.2345')).toBe(true);
    await first.press('offers.line-delete-to-start', 'offers.filter-keep', 'offers.down');
    first.deck.session.quit();
    await runs.die(first);
    const next = await runs.start();
    expect(next.text()).not.toContain('Resume the session');
    expect(readFileSync(runs.file).includes('dph_total<1.2345')).toBe(false);
  });

  test.each(['q', 'ctrl-c'])(
    'ends the program with %s instead of an answer, and is asked again next time',
    async (key) => {
      const first = await runs.start();
      await typeFilter(first);
      await runs.die(first);
      let hasQuit = false;
      const second = await runs.start({
        onQuit: () => {
          hasQuit = true;
        },
      });
      expect(second.screen().at(-1)).toBe(' Enter resume it   Esc start fresh   q quit, ask later');
      second.deck.press({ name: key, text: '' });
      expect(hasQuit).toBe(true);
      second.deck.session.quit();
      await runs.die(second);
      expect((await runs.start()).text()).toContain('offers with num_gpus>=2');
    },
  );

  test('who types on before the question is seen is told what was not taken, and nothing is begun by it', async () => {
    const first = await runs.start();
    await typeFilter(first);
    await runs.die(first);
    const second = await runs.start();
    for (const key of ['/', 'r', '7']) {
      await second.send(key);
      expect(second.screen().at(-2)).toBe(
        ` ${key} was not taken. This is asked first: Enter resumes it, Esc starts fresh.`,
      );
      expect(second.text()).toContain('Resume the session');
    }
    await second.paste('h100');
    expect(second.screen().at(-2)).toContain(' What was pasted was not taken. This is asked first:');
    await second.press('session.resume');
    expect(stateOf(second).offers.list.filter.text).toBe('num_gpus>=2');
    expect(stateOf(second).offers.page).toBeUndefined();
  });

  test('chooses among several, the newest first', async () => {
    for (const line of ['dph_total<1', 'dph_total<2']) {
      const run = await runs.start();
      if (stateOf(run).frame.sessions?.isAsked) await run.press('session.anew');
      await typeFilter(run, line);
      await runs.die(run);
    }
    const deck = await runs.start();
    expect(deck.screen().slice(3, 5)).toEqual([
      expect.stringMatching(/^ > 13:00 {3}offers with dph_total<2$/),
      expect.stringMatching(/^ {3}13:00 {3}offers with dph_total<1$/),
    ]);
    await deck.press('session.down', 'session.resume');
    expect(stateOf(deck).offers.list.filter.text).toBe('dph_total<1');
    await runs.die(deck);
    expect((await runs.start()).text()).toContain('offers with dph_total<2');
  });

  test('is not asked where the start is named: what is named comes first, and the session is in the palette', async () => {
    const first = await runs.start();
    await typeFilter(first);
    await runs.die(first);
    const named = { start: { filter: 'dph_total<3' }, parts: { isStartNamed: true } };
    const deck = await runs.start(named);
    expect(deck.text()).toContain('A session of 13:00 can be resumed: press : and type resume.');
    expect(stateOf(deck).offers.list.filter.text).toBe('dph_total<3');
    deck.deck.session.quit();
    await runs.die(deck);
    expect((await runs.start()).text()).toContain('Resume the session of 13:00?');
  });
});

describe('the search of before', () => {
  /** Keeps a filter, and turns everything else that a search has. */
  const search = async (deck: OpenDeck) => {
    await deck.press('offers.filter');
    await deck.type('num_gpus>=2');
    await deck.press('offers.filter-keep', 'offers.type', 'offers.column-right', 'offers.sort', 'offers.storage');
    await deck.press('offers.line-delete-to-start');
    await deck.type('250');
    await deck.press('offers.prompt-submit', 'offers.limit', 'offers.line-delete-to-start');
    await deck.type('77');
    await deck.press('offers.prompt-submit');
    const { list, type, storageGb, limit } = stateOf(deck).offers;
    expect([list.filter.text, type, storageGb, limit]).toEqual(['num_gpus>=2', 'bid', 250, 77]);
    expect(list.order).toEqual([['gpu_name', 'asc']]);
  };
  const endings: Record<string, (deck: OpenDeck) => void> = {
    q: (deck) => deck.deck.session.quit(),
    'a lost line': () => undefined,
  };

  test.each(Object.keys(endings))('is there again after %s, without a question', async (ending) => {
    const first = await runs.start();
    await search(first);
    endings[ending]?.(first);
    await runs.die(first);
    const deck = await runs.start();
    expect(deck.text()).not.toContain('Resume the session');
    expect(stateOf(deck).offers).toMatchObject({
      type: 'bid',
      storageGb: 250,
      limit: 77,
      list: { filter: { text: 'num_gpus>=2' }, order: [['gpu_name', 'asc']] },
    });
    expect(stateOf(deck).offers.answer.stage).toBe('loaded');
    expect(stateOf(deck).offers.list.shown.every(({ num_gpus }) => Number(num_gpus) >= 2)).toBe(true);
  });

  test('gives way to what the command line names, part by part', async () => {
    const first = await runs.start();
    await search(first);
    first.deck.session.quit();
    await runs.die(first);
    const deck = await runs.start({ start: { filter: '4090', limit: 500 } });
    expect(stateOf(deck).offers).toMatchObject({
      type: 'bid',
      storageGb: 250,
      limit: 500,
      list: { filter: { text: '4090' }, order: [['gpu_name', 'asc']] },
    });
  });

  test('comes back without what was only half typed, which is offered', async () => {
    const first = await runs.start();
    await search(first);
    await first.press('offers.filter');
    await first.type(' reliab');
    first.deck.session.quit();
    await runs.die(first);
    const deck = await runs.start();
    expect(deck.text()).toContain('offers with num_gpus>=2 reliab');
    await deck.press('session.anew');
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=2');
    await choose(deck, 'resume an earlier');
    await deck.press('session.resume');
    expect(stateOf(deck).offers.list.filter).toMatchObject({ text: 'num_gpus>=2 reliab', before: 'num_gpus>=2' });
  });

  test('comes with what the views had, and the day where that is another one', async () => {
    const views = createViews(viewFiles({ configFolder: temporaryFolder() }));
    const clock = manualClock(Date.UTC(2026, 10, 22, 12));
    const first = await runs.start({ columns: 140, parts: { views } });
    await first.press('offers.view-next', 'offers.view-next');
    const had = stateOf(first).offers.views.counts['8-GPU machines in datacenters']?.shown;
    expect(first.screen()[3]).toContain(`8-GPU machines in datacenters ${had} at 13:00  [cheap single GPUs]`);
    first.deck.session.quit();
    await runs.die(first);
    const next = await runs.start({ columns: 140, clock, parts: { views } });
    expect(next.screen()[3]).toContain(`8-GPU machines in datacenters ${had} at 13:00 yesterday  [cheap single GPUs]`);
  });

  test('is that of a view, changed or not, which is open again', async () => {
    const views = createViews(viewFiles({ configFolder: temporaryFolder() }));
    const first = await runs.start({ columns: 120, parts: { views } });
    await first.press('offers.view-next', 'offers.column-right', 'offers.sort');
    first.deck.session.quit();
    await runs.die(first);
    const next = await runs.start({ columns: 120, parts: { views } });
    expect(next.screen()[3]).toContain('[8-GPU machines in datacenters*]');
    await next.press('offers.views', 'offers.view-take');
    expect(next.screen()[3]).toContain('[8-GPU machines in datacenters]');
    next.deck.session.quit();
    await runs.die(next);
    views.remove('8-GPU machines in datacenters');
    const last = await runs.start({ columns: 120, parts: { views } });
    expect(last.screen()[1]).toContain('/ num_gpus=8 datacenter');
    expect(last.screen()[3]).toMatch(/ {2}cheap single GPUs {3}mine$/);
  });

  test.each(['', 'garbage', '[]', '{"offers":{"filter":7}}', '{"offers":{"filter":"a","limit":0}}'])(
    'is the usual one where %s stands in its place',
    async (content) => {
      const first = await runs.start();
      await search(first);
      await runs.die(first);
      const database = new DatabaseSync(runs.file);
      database.prepare('UPDATE last_looks SET content = ?').run(content);
      database.close();
      const deck = await runs.start();
      expect(stateOf(deck).offers).toMatchObject({ type: 'ondemand', limit: 1000, list: { filter: { text: '' } } });
    },
  );
});

describe('two programs at once', () => {
  test('are not offered each other while both run, and keep a session each', async () => {
    const one = await runs.start();
    await one.press('offers.filter');
    await one.type('dph_total<1');
    one.deck.session.flush();
    const two = await runs.start();
    expect(two.text()).not.toContain('Resume the session');
    await two.press('offers.filter');
    await two.type('dph_total<2');
    two.deck.session.flush();
    await one.type('.5');
    await runs.die(one);
    await runs.die(two);
    const next = await runs.start();
    expect(next.text()).toContain('offers with dph_total<1.5');
    expect(next.text()).toContain('offers with dph_total<2');
  });

  test('do not go on with the same session: the second is told so', async () => {
    const { deck: one } = await afterDeath(async (first) => {
      await first.press('offers.filter');
      await first.type('dph_total<1');
    });
    const two = await runs.start();
    await one.press('session.resume');
    await two.press('session.resume');
    expect(two.text()).toContain('Another gpudeck has resumed that session.');
    expect(stateOf(two).offers.list.filter.text).toBe('');
    expect(stateOf(two).offers.answer.stage).toBe('loaded');
  });
});

describe('what is read back is not trusted', () => {
  const overwrite = (content: string) => {
    const database = new DatabaseSync(runs.file);
    database.prepare('UPDATE sessions SET content = ?').run(content);
    database.close();
  };
  const typing = async (first: OpenDeck) => {
    await first.press('offers.filter');
    await first.type('dph_total<1');
  };

  test.each(['', 'garbage', '[]', '{"pane":"kitchen"}', '{"pane":"offers","offers":{"filter":7}}'])(
    'a session that says %s is a sentence, and the program works',
    async (content) => {
      const first = await runs.start();
      await typing(first);
      await runs.die(first);
      overwrite(content);
      const deck = await runs.start();
      await deck.press('session.resume');
      expect(deck.text()).toContain('These parts of that session could not be read: all of it.');
      await deck.press('offers.down');
      expect(stateOf(deck).offers.list.cursor.row).toBe(1);
    },
  );

  test('one part that is not understood leaves the others', async () => {
    const first = await runs.start();
    await typing(first);
    await runs.die(first);
    const database = new DatabaseSync(runs.file);
    database.exec(`UPDATE sessions SET content = json_set(content, '$.maintenance.step', 'later')`);
    database.close();
    const deck = await runs.start();
    await deck.press('session.resume');
    expect(deck.text()).toContain('These parts of that session could not be read: maintenance.');
    expect(stateOf(deck).offers.list.filter.text).toBe('dph_total<1');
  });
});

describe('what an earlier version has saved', () => {
  /** The next start after a run whose offers pane had saved `offers`, a text with the ids of two offers in the place of A and B. */
  const startAfter = async (offers: string) => {
    const first = await runs.start();
    await first.press('offers.mark');
    const [, a, b] = stateOf(first).offers.list.shown;
    await runs.die(first);
    const database = new DatabaseSync(runs.file);
    const text = offers.replaceAll('A', String(a?.id)).replaceAll('B', String(b?.id));
    database.prepare(`UPDATE sessions SET content = json_set(content, '$.offers', json(?))`).run(text);
    database.close();
    const deck = await runs.start();
    await deck.press('session.resume');
    expect(deck.text()).not.toContain('could not be read');
    return { deck, a, b };
  };

  test('an open offer, marks, order, column, type, disk and limit are there again', async () => {
    const { deck, a, b } = await startAfter(
      '{"filter":{"text":"num_gpus>=1","at":11},"order":[["dph_total","asc"],["gpu_name","desc"]],"type":"bid",' +
        '"storageGb":250,"limit":500,"column":"gpu_name","offer":B,"page":"costs","marked":[A,B]}',
    );
    expect(stateOf(deck).offers).toMatchObject({
      type: 'bid',
      storageGb: 250,
      limit: 500,
      list: {
        filter: { text: 'num_gpus>=1' },
        order: [
          ['dph_total', 'asc'],
          ['gpu_name', 'desc'],
        ],
        column: 'gpu_name',
        marked: [a?.id, b?.id],
        opened: { row: { id: b?.id } },
      },
    });
    expect(deck.text()).toContain('[Costs]');
    await deck.press('offers.close');
    expect(idOnRow(deck)).toBe(b?.id);
    expect(deck.text()).toContain('2 marked');
  });

  test('a half-typed filter and the offer under the cursor are there again', async () => {
    const { deck, a } = await startAfter(
      '{"filter":{"text":"num_gpus>=1 dph_to","at":16,"before":"num_gpus>=1","cancelled":"x"},"order":[["dlperf_per_dphtotal","desc"]],' +
        '"type":"ondemand","storageGb":8,"limit":1000,"column":"dph_total","offer":A,"marked":[]}',
    );
    const typed = { text: 'num_gpus>=1 dph_to', at: 16, before: 'num_gpus>=1', cancelled: 'x' };
    expect(stateOf(deck).offers.list).toMatchObject({ filter: typed, editing: {} });
    await deck.press('offers.filter-restore');
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=1');
    expect(idOnRow(deck)).toBe(a?.id);
  });

  test('a filter that was saved as a text alone is there again, and half a form', async () => {
    const { deck } = await startAfter(
      '{"filter":"num_gpus>=2","order":[],"type":"ondemand","storageGb":8,"limit":7,"column":"dph_total","marked":[],' +
        '"prompt":{"subject":"limit","text":"70"}}',
    );
    expect(stateOf(deck).offers.list.filter.text).toBe('num_gpus>=2');
    expect(stateOf(deck).offers.prompt?.line.text).toBe('70');
  });
});

describe('a queue of announcements', () => {
  const sent: ScriptedReply = json(200, { success: true, you_sent: '2 notifications sent' });

  /** A queue of four: the first is announced, the second was sent and never answered, then the line is cut. */
  const cutQueue = async () => {
    const server = await startScriptedServer(sent, silence);
    onTestFinished(() => server[Symbol.asyncDispose]());
    runs = startRuns({ url: server.url, apiKey: 'test-key-0123' });
    const clock = manualClock(Date.UTC(2026, 10, 21, 12));
    const options = { clock, parts: { pane: 'maintenance' } } as const;
    const first = await runs.start(options);
    await typePlan(first, [1, 2, 3, 4]);
    await first.press('maintenance.confirm');
    await first.type('4');
    tap(first, 'maintenance.keep');
    await shows(first, '1 announced');
    clock.elapse(2500);
    await server.received(2);
    await runs.die(first);
    return { server, deck: await runs.start(options), clock };
  };

  test('waits for the word of the user, shows whose outcome is unknown, and sends none of them by itself', async () => {
    const { server, deck, clock } = await cutQueue();
    expect(deck.text()).toContain('4 announcements, 3 of them still open');
    await deck.press('session.resume');
    clock.elapse(600_000);
    await deck.settle();
    expect(server.requests).toHaveLength(2);
    expect(deck.text()).toContain('1 announced, 1 outcome unknown, 2 waiting');
    expect(deck.text()).toContain('Machine 2: outcome unknown.');
    expect(deck.text()).toContain('no answer was recorded: the program ended first');
    expect(stateOf(deck).maintenance.queue?.mode).toEqual({ kind: 'asking', about: 1 });
    server.script(sent, sent);
    tap(deck, 'maintenance.go-on');
    await shows(deck, '2 announced, 1 outcome unknown');
    clock.elapse(2500);
    await shows(deck, '3 announced, 1 outcome unknown.');
    expect(server.requests.map(({ path }) => path.split('/')[4])).toEqual(['1', '2', '3', '4']);
  });

  test('sends the one of unknown outcome again only when its id is typed', async () => {
    const { server, deck } = await cutQueue();
    await deck.press('session.resume');
    await deck.press('maintenance.again');
    await deck.type('2');
    server.script(sent);
    tap(deck, 'maintenance.keep');
    await server.received(3);
    expect(server.requests[2]?.path).toBe('/api/v0/machines/2/dnotify');
  });

  test('knows from the journal what was answered after the session was written last', async () => {
    const { deck } = await cutQueue();
    const database = new DatabaseSync(runs.file);
    database.exec("UPDATE announcements SET state = 'accepted', words = '9 notifications sent' WHERE machine_id = 2");
    database.close();
    await deck.press('session.resume');
    expect(deck.text()).toContain('2 announced, 2 waiting');
    expect(deck.text()).toContain('9 notifications sent');
    expect(deck.text()).toContain('paused');
  });

  test('does not take an announcement of before for one of its own', async () => {
    const server = await startScriptedServer(sent, sent, sent);
    onTestFinished(() => server[Symbol.asyncDispose]());
    runs = startRuns({ url: server.url, apiKey: 'test-key-0123' });
    const clock = manualClock(Date.UTC(2026, 10, 21, 12));
    const options = { clock, parts: { pane: 'maintenance' } } as const;
    const first = await runs.start(options);
    await typePlan(first, [2]);
    await first.press('maintenance.confirm');
    await first.type('2');
    tap(first, 'maintenance.keep');
    await shows(first, '1 announced.');
    clock.elapse(60_000);
    await first.press('maintenance.new');
    await typePlan(first, [1, 2]);
    await first.press('maintenance.confirm');
    await first.type('2');
    tap(first, 'maintenance.keep');
    await shows(first, '1 announced, 1 waiting');
    await runs.die(first);
    const deck = await runs.start(options);
    await deck.press('session.resume');
    expect(deck.text()).toContain('1 announced, 1 waiting');
    expect(server.requests).toHaveLength(2);
  });
});

test('no key ever stands in the journal, wherever it was typed or pasted', async () => {
  const deck = await runs.start();
  const key = service.apiKey;
  await deck.press('offers.filter');
  await deck.paste(`num_gpus>=2 ${key}`);
  await deck.press('offers.filter-restore', 'frame.maintenance', 'maintenance.edit');
  await deck.paste(key);
  await deck.press('maintenance.leave', 'frame.notifications', 'notifications.new');
  await deck.paste(`my "${key}"`);
  await deck.press('notifications.field-enter');
  await deck.paste(`https://hooks.example/?token=${key}`);
  await runs.die(deck);
  const bytes = readFileSync(runs.file, 'latin1');
  expect(bytes).not.toContain(key);
  expect(bytes).toContain('https://hooks.example/?token=[redacted]');
});

describe('what is typed', () => {
  const contents = () => {
    const database = new DatabaseSync(runs.file);
    const found = database.prepare('SELECT content FROM sessions').all();
    database.close();
    return found.map(({ content }) => String(content));
  };
  /** A run whose clock stands still, in a line that is being typed. */
  const startTyping = async () => {
    const clock = manualClock(Date.UTC(2026, 10, 21, 12));
    const deck = await runs.start({ clock, parts: { pane: 'maintenance', sessionClock: clock } });
    await deck.press('maintenance.edit');
    await deck.type('8207');
    return { clock, deck };
  };

  test('is in the journal a second later at the latest, and at once when the step or the pane changes', async () => {
    const { clock, deck } = await startTyping();
    expect(contents()).toEqual([]);
    clock.elapse(999);
    expect(contents()).toEqual([]);
    clock.elapse(1);
    expect(contents()).toEqual([expect.stringContaining('"8207"')]);
    await deck.type(', 8208');
    expect(contents()).toEqual([expect.stringContaining('"8207"')]);
    await deck.press('maintenance.edit-next');
    expect(contents()).toEqual([expect.stringContaining('"8207, 8208"')]);
    await deck.press('maintenance.leave', 'frame.volumes');
    expect(contents()).toEqual([expect.stringContaining('"pane":"volumes"')]);
    await deck.press('frame.maintenance', 'maintenance.new');
    clock.elapse(1000);
    expect(contents()).toEqual([]);
  });

  test('is not in a journal that cannot be written any more: that is said once, and the program goes on', async () => {
    const { clock, deck } = await startTyping();
    const database = new DatabaseSync(runs.file);
    database.exec('ALTER TABLE sessions RENAME TO elsewhere');
    clock.elapse(1000);
    await deck.settle();
    expect(deck.text()).toContain('The journal could not be written: no such table: sessions.');
    await deck.type(', 8208');
    clock.elapse(1000);
    await deck.settle();
    expect(deck.text()).not.toContain('could not be written');
    expect(deck.text()).toContain('8207, 8208');
    database.exec('ALTER TABLE elsewhere RENAME TO sessions');
    database.close();
    await deck.type(', 8209');
    clock.elapse(1000);
    expect(contents()).toEqual([expect.stringContaining('8209')]);
  });
});
