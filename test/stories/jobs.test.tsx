/** What a job costs, in the offers pane: described on a form, a column, a sort key and a filter, remembered and resumed. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Service } from '../../src/local-service/serve.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { startRuns } from '../support/runs.ts';
import { json, type ScriptedReply, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (options: DeckOptions): Promise<OpenDeck> => {
  open = await openDeck(options);
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const PRICED = {
  num_gpus: 1,
  dph_total: 0.5,
  storage_total_cost: 0.02,
  storage_cost: 0.18,
  inet_down_cost: 0.01,
  inet_up_cost: 0.02,
  min_bid: 0.2,
};

const offer = (id: number, more: object = {}) => ({
  id,
  machine_id: 8000 + id,
  gpu_name: `Model ${id}`,
  ...PRICED,
  ...more,
});

const OFFERS = json(200, { offers: [offer(1), offer(2, { dph_total: 0.22 }), offer(3, { inet_up_cost: null })] });

const scripted = async (...replies: readonly ScriptedReply[]) => {
  const server = await startScriptedServer(...replies);
  return { server, service: { url: server.url, apiKey: 'sk-test-0123456789' } };
};

const models = (deck: OpenDeck) => [...deck.text().matchAll(/\d× (Model \d)/g)].map(([, model]) => model);

/** Describes a job field by field; an empty text leaves a field as it is. */
const describeJob = async (deck: OpenDeck, ...texts: readonly string[]) => {
  await deck.press('offers.workload');
  for (const [place, text] of texts.entries()) {
    if (place > 0) await deck.press('offers.workload-next');
    if (text !== '') await deck.type(text);
  }
};

/** 100 x (0.5 - 0.02 + 0.18 x 40 / 720) + 10 x 0.01 + 5 x 0.02 = 49.2 */
const JOB = ['100', '40', '10', '5'];

describe('a job', () => {
  test('is described on one page, and its cost is in the table: what is not known is not zero', async () => {
    const { server, service } = await scripted(OFFERS, OFFERS);
    await using _ = server;
    const deck = await start({ service, columns: 100 });
    await describeJob(deck, ...JOB);
    expect(deck.text()).toContain('On offer 1, 1× Model 1: $49.20 for the job, $0.4920 for each of its hours.');
    await deck.press('offers.workload-accept');
    expect(deck.screen()[1]).toContain('on demand   8 GB   job 100 h 40 GB');
    expect(deck.text()).toMatch(/=\$\/job +=job \$\/h/);
    expect(deck.text()).toMatch(/1× Model 1 +49\.20 +0\.4920/);
    expect(deck.text()).toMatch(/1× Model 2 +21\.20 +0\.2120/);
    expect(deck.text()).toMatch(/1× Model 3 +- +- /);
    expect(server.requests).toHaveLength(1);
  });

  test('orders the offers and narrows them here, and says so where the list was cut', async () => {
    const { server, service } = await scripted(OFFERS, OFFERS, OFFERS);
    await using _ = server;
    const deck = await start({ service, columns: 120, start: { limit: 3 } });
    await describeJob(deck, ...JOB);
    await deck.press('offers.workload-accept', 'offers.column-right', 'offers.column-right', 'offers.sort');
    expect(models(deck)).toEqual(['Model 2', 'Model 1', 'Model 3']);
    expect(deck.text()).toContain('sorted here among the first 3');
    await deck.press('offers.filter');
    await deck.type('job<30');
    await deck.press('offers.filter-keep');
    expect(models(deck)).toEqual(['Model 2']);
    expect(deck.text()).toContain('applied here: job_total<30');
    for (const { body } of server.requests) expect(body).not.toContain('job');
  });

  test('that an offer cannot hold is said with what leaves such offers out, and on its page why', async () => {
    const shorter = json(200, {
      offers: [offer(1, { duration: 3600, disk_space: 20 }), offer(2, { duration: 1e6, disk_space: 900 })],
    });
    const { server, service } = await scripted(shorter, shorter);
    await using _ = server;
    const deck = await start({ service });
    await describeJob(deck, ...JOB);
    await deck.press('offers.workload-accept');
    expect(deck.text()).toContain('1 of 2 cannot hold it: add duration>=100h disk_space>=40 to the filter.');
    await deck.press('offers.open', 'offers.page');
    expect(deck.text()).toContain('The offer ends in 1 h, before the 100 h of the job are over.');
    expect(deck.text()).toContain('Its free disk, 20 GB, is less than the 40 GB of the job.');
    await deck.press('offers.next');
    expect(deck.text()).not.toContain('of the job are over');
  });

  test('is asked for by a filter that needs one, which $ then makes right', async () => {
    const { server, service } = await scripted(OFFERS, OFFERS);
    await using _ = server;
    const deck = await start({ service, columns: 120 });
    await deck.press('offers.filter');
    await deck.type('job_hour<0.3 ');
    await deck.press('offers.filter-keep');
    expect(deck.text().replace(/\s+/g, ' ')).toContain('no job is known: describe one with $ in the offers pane');
    await deck.press('offers.filter-restore');
    expect(models(deck)).toEqual(['Model 1', 'Model 2', 'Model 3']);
    await describeJob(deck, ...JOB);
    await deck.press('offers.workload-accept', 'offers.filter');
    await deck.type('job_hour<0.3 ');
    await deck.press('offers.filter-keep');
    expect(models(deck)).toEqual(['Model 2']);
  });

  test('is refused with a reason: 0 hours, no hours, a disk that is none', async () => {
    const { server, service } = await scripted(OFFERS);
    await using _ = server;
    const deck = await start({ service });
    await describeJob(deck, '0');
    await deck.press('offers.workload-accept');
    expect(deck.text()).toContain('A job of 0 hours has no price: write how long it runs');
    await deck.press('offers.line-delete-to-start', 'offers.workload-next');
    await deck.type('much');
    await deck.press('offers.workload-next');
    expect(deck.text()).toContain('"much" is not a size: write 0 or a size in GB');
    await deck.press('offers.workload-before');
    await deck.type('200');
    await deck.press('offers.workload-accept');
    expect(deck.text()).toContain('A job needs hours, such as 72 or 3d.');
    await deck.type('3d');
    await deck.press('offers.workload-accept');
    expect(deck.text()).toContain('job 72 h 200 GB');
  });

  test('takes the disk of the search where none is typed, and says which disk is which', async () => {
    const { server, service } = await scripted(OFFERS);
    await using _ = server;
    const deck = await start({ service, columns: 120 });
    await describeJob(deck, '10', '');
    expect(deck.text().replace(/\s+/g, ' ')).toContain(
      'Its own disk, such as 200 or 2TB: not the 8 GB of the search, which $/h in the list includes and d changes.',
    );
    await deck.press('offers.workload-accept');
    expect(deck.screen()[1]).toContain('on demand   8 GB   job 10 h 8 GB');
  });

  test('ends with empty hours: its columns, its order and what is filtered by it go', async () => {
    const { server, service } = await scripted(OFFERS, OFFERS);
    await using _ = server;
    const deck = await start({ service, columns: 120 });
    await describeJob(deck, ...JOB);
    await deck.press(
      'offers.workload-accept',
      'offers.column-right',
      'offers.column-right',
      'offers.sort',
      'offers.filter',
    );
    await deck.type('job<30');
    await deck.press('offers.filter-keep');
    expect(models(deck)).toEqual(['Model 2']);
    await deck.press('offers.workload', 'offers.line-delete-before', 'offers.workload-accept');
    expect(deck.text()).not.toContain('=$/job');
    expect(deck.text()).toContain('↓ DLP/$');
    expect(models(deck)).toEqual(['Model 1', 'Model 2', 'Model 3']);
    expect(deck.text().replace(/\s+/g, ' ')).toContain('no job is known: describe one with $');
  });

  test('that was cancelled half typed can be brought back field by field', async () => {
    const { server, service } = await scripted(OFFERS);
    await using _ = server;
    const deck = await start({ service });
    await describeJob(deck, '100', '40');
    await deck.press('offers.workload-cancel');
    expect(deck.text()).not.toContain('=$/job');
    await deck.press('offers.workload', 'offers.line-bring-back', 'offers.workload-next', 'offers.line-bring-back');
    await deck.press('offers.workload-accept');
    expect(deck.text()).toContain('job 100 h 40 GB');
  });

  test('with an SLA target asks the service for the price with cover; where it names no premium, the cost is unknown', async () => {
    const covered = json(200, {
      offers: [
        offer(1, { dph_total: 0.6, search: { slaPremiumPerHour: 0.1 } }),
        offer(2, { dph_total: 0.3 }),
        offer(3, { search: { slaPremiumPerHour: null } }),
      ],
    });
    const { server, service } = await scripted(OFFERS, covered);
    await using _ = server;
    const deck = await start({ service, columns: 120 });
    await describeJob(deck, ...JOB, '99');
    expect(deck.text()).toContain('On offer 1, 1× Model 1: unknown, the SLA premium is asked for first.');
    await deck.press('offers.workload-accept');
    expect(JSON.parse(server.requests[1]?.body ?? '')).toMatchObject({ target_reliability: { eq: 0.99 } });
    expect(deck.text()).toContain('target_reliability=99%');
    expect(deck.screen()[1]).toContain('job 100 h 40 GB SLA 99%');
    // 100 x (0.6 - 0.02 + 0.01) + 0.2
    expect(deck.text()).toMatch(/1× Model 1 +59\.20/);
    expect(deck.text()).toMatch(/1× Model 2 +- /);
    expect(deck.text()).toMatch(/1× Model 3 +- /);
  });

  test('says that prices are without its SLA target as long as those with it have not come', async () => {
    const refusal = json(403, { success: false, error: 'forbidden', msg: 'not now' });
    const { server, service } = await scripted(OFFERS, refusal);
    await using _ = server;
    const deck = await start({ service, columns: 120 });
    await describeJob(deck, ...JOB, '99');
    await deck.press('offers.workload-accept');
    expect(server.requests).toHaveLength(2);
    expect(deck.screen()[1]).toContain('on demand   8 GB (not yet SLA 99%)   job 100 h 40 GB SLA 99%');
    await deck.press('offers.filter');
    await deck.type('job<50');
    expect(deck.text()).toContain('What a job costs is not known before the prices with SLA 99% have come.');
  });

  test('is there from the command line on, and on the page of an offer', async () => {
    const { server, service } = await scripted(OFFERS);
    await using _ = server;
    const workload = { hours: 100, diskGb: 40, downGb: 10, upGb: 5 };
    const deck = await start({ service, columns: 120, start: { workload, order: [['job_total', 'desc']] } });
    expect(models(deck)).toEqual(['Model 1', 'Model 2', 'Model 3']);
    await deck.press('offers.open');
    expect(deck.text()).toMatch(/=Total for the job +49\.20/);
  });
});

describe('the costs of an offer', () => {
  const lines = (deck: OpenDeck) =>
    deck.screen().map((line) =>
      line
        .replace(/[▏▎▍▌▋▊▉█]+ *$/, '')
        .trim()
        .replace(/ {2,}/g, ' | '),
    );

  test('stand line by line, per hour, day, month and job, with who says what', async () => {
    const { server, service } = await scripted(OFFERS);
    await using _ = server;
    const deck = await start({ service, columns: 80, rows: 40 });
    await deck.press('offers.open', 'offers.page');
    expect(lines(deck)).toEqual(
      expect.arrayContaining([
        'What it costs | $/h | $/day | $/month',
        '=GPUs | 0.4800 | 11.52 | 345.60',
        'Disk, 8 GB | 0.0200 | 0.48 | 14.40',
        'You pay | 0.5000 | 12.00 | 360.00',
      ]),
    );
    await describeJob(deck, ...JOB);
    await deck.press('offers.workload-accept');
    expect(lines(deck)).toEqual(
      expect.arrayContaining([
        'What it costs | $/h | $/day | $/month | $/job',
        'Price, 8 GB in it | 0.5000 | 12.00 | 360.00 | 50.00',
        'less those 8 GB | -0.0200 | -0.48 | -14.40 | -2.00',
        '=Disk, 40 GB | 0.0100 | 0.24 | 7.20 | 1.00',
        '=In, 10 GB | 0.0010 | 0.02 | 0.72 | 0.10',
        '=Out, 5 GB | 0.0010 | 0.02 | 0.72 | 0.10',
        '=Total of 100 h | 0.4920 | 11.81 | 354.24 | 49.20',
      ]),
    );
    await deck.press('offers.next', 'offers.next');
    expect(lines(deck)).toEqual(
      expect.arrayContaining([
        '=Out, 5 GB | unknown | unknown | unknown | unknown',
        '=Total of 100 h | unknown | unknown | unknown | unknown',
        'The total is unknown: the service did not give inet_up_cost.',
      ]),
    );
  });

  test('are told for no span beyond the end of the offer, and of bids that make no sense', async () => {
    const near = { duration: 36_000, dph_base: 0.48 };
    const offers = json(200, { offers: [offer(1, near), offer(2, { ...near, min_bid: 0.55 })] });
    const { server, service } = await scripted(offers);
    await using _ = server;
    const deck = await start({ service, columns: 100, rows: 40 });
    await deck.press('offers.open', 'offers.page');
    expect(lines(deck)).toEqual(
      expect.arrayContaining(['What it costs | $/h | $/10 h', 'You pay | 0.5000 | 5.00', '! The offer ends in 10 h.']),
    );
    expect(deck.text()).not.toContain('! The bid');
    await deck.press('offers.bid');
    await deck.type('0.5');
    await deck.press('offers.prompt-submit');
    expect(deck.text().replace(/\s+/g, ' ')).toContain('! The bid is above the price on demand, $0.4800/h: rent it');
    await deck.press('offers.next');
    expect(deck.text().replace(/\s+/g, ' ')).toContain(
      '! Bidding is pointless here: the least bid, $0.5500/h, is above the price on demand, $0.4800/h.',
    );
    await describeJob(deck, ...JOB);
    expect(deck.text().replace(/\s+/g, ' ')).toContain(
      '! The offer ends in 10 h, before the 100 h of the job are over.',
    );
  });

  test('are looked at for a bid, which is no less than the least that the offer takes', async () => {
    const offers = json(200, { offers: [offer(1), offer(2, { min_bid: 0.4 }), offer(3, { min_bid: null })] });
    const { server, service } = await scripted(offers);
    await using _ = server;
    const deck = await start({ service, columns: 100, rows: 40 });
    await describeJob(deck, ...JOB);
    await deck.press('offers.workload-accept', 'offers.open', 'offers.bid');
    await deck.type('0.1');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('This offer takes bids from $0.2000/h on: write that or more.');
    await deck.press('offers.line-delete-to-start');
    await deck.type('0.3');
    await deck.press('offers.prompt-submit');
    expect(lines(deck)).toEqual(
      expect.arrayContaining([
        'Your bid for the GPUs | 0.3000 | 7.20 | 216.00 | 30.00',
        '=Total of 100 h | 0.3120 | 7.49 | 224.64 | 31.20',
      ]),
    );
    expect(deck.text()).toContain('= computed here. b: at a bid, least $0.2000/h.');
    await deck.press('offers.next');
    expect(deck.text().replace(/\s+/g, ' ')).toContain('Your bid of $0.3000/h is too low here');
    expect(lines(deck)).toContain('=Total of 100 h | 0.4920 | 11.81 | 354.24 | 49.20');
    await deck.press('offers.next');
    expect(deck.text()).toContain('b: at a bid, no least named.');
    expect(lines(deck)).toContain('=Total of 100 h | 0.3120 | 7.49 | 224.64 | 31.20');
    expect(server.requests).toHaveLength(1);
  });
});

describe('a job is kept', () => {
  let service: Service;
  let runs: ReturnType<typeof startRuns>;
  beforeEach(async () => {
    service = await startTestService({ offers: 200, seed: 11 });
    runs = startRuns(service);
  });

  test('for the next run, also after q; that there is none is kept as well', async () => {
    const first = await runs.start();
    await describeJob(first, ...JOB);
    await first.press('offers.workload-accept');
    await runs.die(first);
    const second = await runs.start();
    expect(second.text()).toContain('job 100 h 40 GB');
    await second.press('offers.workload', 'offers.line-delete-before', 'offers.workload-accept');
    await runs.die(second);
    const third = await runs.start();
    expect(third.text()).not.toContain('job 100 h');
  });

  test('half typed, when the program is killed', async () => {
    const first = await runs.start();
    await describeJob(first, '72', '2T');
    await runs.die(first);
    const second = await runs.start();
    expect(second.text()).toContain('a job being described');
    await second.press('session.resume');
    await second.type('B');
    await second.press('offers.workload-accept');
    expect(second.text()).toContain('job 72 h 2,000 GB');
  });
});
