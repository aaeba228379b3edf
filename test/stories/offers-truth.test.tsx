/** What stands on the screen of the offers is true of the rows that are there. */
import '../support/with-colour.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { json, stall, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;

const start = async (options: DeckOptions): Promise<OpenDeck> => {
  open = await openDeck(options);
  return open;
};

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const offer = (id: number, price: number, more: object = {}) => ({
  id,
  machine_id: 8000 + id,
  num_gpus: 1,
  gpu_name: `GPU ${id}`,
  dph_total: price,
  dlperf_per_dphtotal: 100 - id,
  reliability: 0.99,
  ...more,
});

const rowOf = (deck: OpenDeck, words: string) => deck.screen().findIndex((line) => line.includes(words));
const isAll = (deck: OpenDeck, row: number, attribute: string) =>
  deck
    .cells()
    [row]?.slice(3, 40)
    .every((cell) => cell.startsWith('  ') || cell.includes(attribute));

describe('rows that do not answer what is asked now', () => {
  test('are not shown without a word for a clause that is held back as it stands', async () => {
    const service = await startTestService();
    const deck = await start({ service });
    await deck.press('offers.filter');
    await deck.type('gpu_name=4090');
    expect(deck.screen()[2]).toMatch(/^ {3}RTX_4090(?: · \d+)? /);
    expect(deck.screen()[3]).toMatch(/^ {3}gpu_name=RTX_4090 .* · not applied yet/);
    await deck.type('x');
    await deck.press('offers.line-delete-to-start');
    await deck.type('compute_cap>=70');
    expect(deck.text()).toContain('Not applied: 70 can mean 7.0 or 700');
    await deck.type('0');
    expect(deck.text()).not.toContain('Not applied');
    await deck.press('offers.line-delete-to-start');
    await deck.type('num_gpus>=2');
    expect(deck.text()).not.toContain('Not applied');
  });

  test('go at the bracket or the quote that closes a clause, and stay for half a word', async () => {
    const rows = json(200, { offers: [offer(1, 0.5)] });
    const refused = json(400, { error: 'bad', msg: 'not now' });
    await using server = await startScriptedServer(rows, refused);
    const deck = await start({ service: { url: server.url, apiKey: 'sk-test-0123456789' } });
    await deck.press('offers.filter');
    await deck.type('gpu_name in [H100_SXM, A100_PCIE');
    expect(rowOf(deck, '1× GPU 1')).toBeGreaterThan(0);
    await deck.type(']');
    expect(rowOf(deck, '1× GPU 1')).toBe(-1);
    expect(deck.screen()[1]).toContain('0 of 1');
    await deck.press('offers.line-delete-to-start');
    await deck.type('gpu_name=H100');
    expect(rowOf(deck, '1× GPU 1')).toBeGreaterThan(0);
    await deck.press('offers.line-delete-to-start');
    await deck.type('gpu_name="H100"');
    expect(rowOf(deck, '1× GPU 1')).toBe(-1);
  });

  test('keep the name of what they are, are dimmed, and are copied as that', async () => {
    const refused = json(400, { error: 'bad', msg: 'no bids today' });
    await using server = await startScriptedServer(json(200, { offers: [offer(1, 0.5)] }), refused);
    const copy = async () => 'sent' as const;
    const deck = await start({ service: { url: server.url, apiKey: 'sk-test-0123456789' }, copy });
    expect(deck.screen()[1]).toContain('on demand   8 GB ');
    await deck.press('offers.type');
    expect(deck.text()).toContain('on demand   8 GB (not yet bid)');
    expect(isAll(deck, rowOf(deck, '1× GPU 1'), 'dim')).toBe(true);
    await deck.press('offers.copy', 'offers.copy-take');
    expect(deck.text()).toContain('the offer (prices: on demand, 8 GB)');
    server.script(json(200, { offers: [offer(1, 0.2)] }));
    await deck.press('offers.refresh');
    expect(deck.screen()[1]).toContain(' bid   8 GB ');
    expect(deck.text()).not.toContain('not yet');
    expect(isAll(deck, rowOf(deck, '1× GPU 1'), 'dim')).toBe(false);
  });

  test('so too for a disk of another size', async () => {
    const refused = json(400, { error: 'bad', msg: 'too much' });
    await using server = await startScriptedServer(json(200, { offers: [offer(1, 0.5)] }), refused);
    const deck = await start({ service: { url: server.url, apiKey: 'sk-test-0123456789' } });
    await deck.press('offers.storage');
    await deck.type('100');
    await deck.press('offers.prompt-submit');
    expect(deck.text()).toContain('on demand   8 GB (not yet 100 GB)');
  });
});

test('offers that come in where there were none are counted, and nothing is said of the whole answer', async () => {
  const beginning = JSON.stringify({ offers: [offer(1, 0.5), offer(2, 0.6)] }).slice(0, -2);
  await using server = await startScriptedServer(json(200, { offers: [] }), stall(200, beginning));
  const deck = await start({ service: { url: server.url, apiKey: 'sk-test-0123456789' } });
  expect(deck.text()).toContain('0 of 0');
  deck.deck.press({ name: 'R', text: 'R' });
  await deck.until((screen) => screen.join('\n').includes('1× GPU'));
  expect(deck.screen()[1]).toMatch(/ 1\/[12] {3}asked 12:00:00: [12]$/);
  expect(deck.screen().at(-1)).not.toMatch(/ all \d/);
});

describe('marks', () => {
  const marked = async () => {
    const service = await startTestService({ offers: 300, seed: 11 });
    const deck = await start({ service, columns: 80, rows: 24 });
    await deck.press('offers.mark', 'offers.mark');
    return deck;
  };

  test('bring what works on them into the footer, also where little fits', async () => {
    const deck = await marked();
    expect(deck.screen().at(-1)).toMatch(/^ = compare {3}r rent {3}y copy .*\? help/);
    await deck.press('offers.unmark');
    expect(deck.screen().at(-1)).toMatch(/^ \/ filter /);
  });

  test('that the filter hides are counted apart, and nothing is done to them unseen', async () => {
    const deck = await marked();
    await deck.press('offers.filter');
    await deck.type('num_gpus=10');
    await deck.press('offers.filter-keep');
    expect(deck.screen().at(-1)).toContain('2 marked, 2 hidden');
    await deck.press('offers.maintain');
    expect(deck.text()).toContain('All 2 marked offers are hidden by the filter');
    expect(deck.screen()[0]).toContain('1 Offers');
    expect(deck.text()).not.toContain('[Announce]');
  });
});

describe('the headings', () => {
  test('order by a column in the direction that people want of it first: cheap, much, from A', async () => {
    const service = await startTestService({ offers: 300, seed: 11 });
    const deck = await start({ service, columns: 160, rows: 30 });
    await deck.press('offers.sort');
    expect(deck.text()).toMatch(/↑ ?\$\/h/);
    await deck.press('offers.column-right', 'offers.sort');
    expect(deck.text()).toMatch(/GPU ↑/);
    await deck.press('offers.column-right', 'offers.column-right', 'offers.sort');
    expect(deck.text()).toMatch(/↓ ?DLP/);
    await deck.press('offers.sort');
    expect(deck.text()).toMatch(/↑ ?DLP/);
  });

  test('say on which side there are more columns', async () => {
    const service = await startTestService({ offers: 60 });
    const deck = await start({ service, columns: 80, rows: 24 });
    const headings = () => deck.screen()[rowOf(deck, 'Rel %')] ?? deck.screen()[rowOf(deck, ' GPU ')];
    expect(headings()).toMatch(/^ → /);
    for (let column = 0; column < 9; column++) await deck.press('offers.column-right');
    expect(deck.screen()[rowOf(deck, ' GPU ')]).toMatch(/^←→ /);
    for (let column = 0; column < 30; column++) await deck.press('offers.column-right');
    expect(deck.screen()[rowOf(deck, ' GPU ')]).toMatch(/^← /);
  });

  test('say it in ASCII with another sign than that of the cursor', async () => {
    const service = await startTestService({ offers: 60 });
    const deck = await start({ service, columns: 80, rows: 24, isAscii: true });
    const heading = rowOf(deck, 'Rel %');
    expect(deck.screen()[heading]).toMatch(/^ \) /);
    expect(deck.screen()[heading + 1]).toMatch(/^ > /);
    for (let column = 0; column < 9; column++) await deck.press('offers.column-right');
    expect(deck.screen()[heading]).toMatch(/^\(\) /);
  });
});

describe("the cursor's row", () => {
  const link = (isSlow: boolean, isQuick: boolean) => () => ({ roundTripMs: 5, isSlow, isQuick, sentBytes: 0 });
  const isEmphasised = (deck: OpenDeck) => {
    const row = deck.screen().findIndex((line) => line[1] === '>');
    return deck
      .cells()
      [row]?.slice(0, 60)
      .every((cell) => cell.includes('inverse'));
  };

  test('is emphasised as a whole on a line that has shown itself to be quick, and only there', async () => {
    const service = await startTestService({ offers: 60 });
    const quick = await start({ service, link: link(false, true) });
    await quick.press('offers.down');
    expect(isEmphasised(quick)).toBe(true);
    await quick.close();
    const slow = await start({ service, link: link(true, false) });
    await slow.press('offers.down');
    expect(isEmphasised(slow)).toBe(false);
    await slow.close();
    const unknown = await start({ service, link: link(false, false) });
    await unknown.press('offers.down');
    expect(isEmphasised(unknown)).toBe(false);
  });

  test('is told as a number, which leads the count', async () => {
    const service = await startTestService({ offers: 300, seed: 11 });
    const deck = await start({ service });
    await deck.press('offers.down', 'offers.down');
    expect(deck.screen()[1]).toMatch(/ 3\/\d{3} {3}as of /);
  });
});
