/** Keys of the user's own: `keys.json` gives rows other keys, and what cannot be is told and left out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { keysToUse } from '../../src/own-keys/read-keys.ts';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { temporaryFolder } from '../support/local-service.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';

let open: OpenDeck | undefined;
let quits = 0;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const offers = [1, 2, 3].map((id) => ({ id, machine_id: id * 10, gpu_name: 'RTX 4090', num_gpus: 2, dph_total: id }));

/** The program with such a file; `text` is the file where that is no JSON of keys. */
const start = async (url: string, keys: object, text = JSON.stringify({ keys }, null, 2)) => {
  const configFolder = temporaryFolder();
  writeFileSync(join(configFolder, 'keys.json'), text);
  const { keys: ownKeys, problem } = keysToUse({ configFolder });
  open = await openDeck({
    service: { url, apiKey: 'sk-test-0123456789' },
    columns: 160,
    rows: 40,
    onQuit: () => {
      quits++;
    },
    parts: { ownKeys },
  });
  if (problem !== undefined) open.deck.say(problem);
  await open.settle();
  return { deck: open };
};

const footer = (deck: OpenDeck) => deck.screen().at(-1) ?? '';
const message = (deck: OpenDeck) => deck.screen().at(-2)?.trim() ?? '';

describe('who gives a row another key', () => {
  test('presses that, reads it in footer, help and palette, and is told of it by the old one', async () => {
    await using server = await startScriptedServer(json(200, { offers }), json(200, { offers: offers.slice(1) }));
    const { deck } = await start(server.url, { 'offers.refresh': 'e', 'offers.filter': ['Ctrl-F7', 's'] });
    expect(message(deck)).toContain('keys.offers.filter: "Ctrl-F7" is no key that a terminal sends to gpudeck.');
    await deck.send('R');
    expect(server.requests).toHaveLength(1);
    expect(message(deck)).toBe('R does nothing here: refresh is on e.');
    await deck.send('e');
    expect(server.requests).toHaveLength(2);
    expect(footer(deck)).toContain(' / filter ');
    await deck.send('?');
    expect(deck.text()).toMatch(/ e +ask the service again/);
    expect(deck.text()).not.toMatch(/ R +ask the/);
    await deck.send('q:');
    await deck.type('refresh');
    expect(deck.text()).toMatch(/refresh +e\b/);
  });

  test('has it in the footer, and in an open row where the same row works', async () => {
    await using server = await startScriptedServer(json(200, { offers }));
    const { deck } = await start(server.url, { 'offers.sort': 's', 'offers.copy': ['e', 'U'], 'frame.help': 'Ctrl-T' });
    expect(message(deck)).not.toContain('keys.json');
    expect(footer(deck)).toContain(' s sort ');
    expect(footer(deck)).toContain(' Ctrl-T help ');
    await deck.send('!');
    expect(message(deck)).toBe('! does nothing here; Ctrl-T shows the keys.');
    await deck.press('offers.open');
    expect(footer(deck)).toContain(' e copy ');
    await deck.send('e');
    expect(deck.text()).toContain('JSON');
  });

  test('reads it in what is said, and in what the words on the screen mean', async () => {
    await using server = await startScriptedServer(json(200, { offers }));
    const { deck } = await start(server.url, {
      'offers.find': 'Ctrl-T',
      'offers.marked-only': 'Ctrl-X',
    });
    await deck.press('offers.find-next');
    expect(message(deck)).toBe('Nothing to go to yet: press Ctrl-T and type a text to find.');
    await deck.press('offers.mark', 'offers.marked-only', 'offers.filter');
    await deck.type('h100');
    await deck.press('offers.filter-keep');
    expect(deck.text()).toContain('press Ctrl-X to see all again, or / to change the filter');
    await deck.press('offers.marked-only', 'frame.help', 'help.last');
    expect(deck.text()).toContain('Ctrl-X shows all again');
  });

  test('reads it in the text of pages, and not in what is sent', async () => {
    await using server = await startScriptedServer(json(200, { offers }), json(500, {}));
    const { deck } = await start(server.url, {
      'offers.waterfall-ask': 'Ctrl-T',
      'offers.position-ask': 'Ctrl-T',
      'offers.wish': 'Ctrl-Y',
      'offers.position-type': 'T',
      'offers.position-gpus': 'Ctrl-G',
      'offers.rent-ask': 'Ctrl-T',
    });
    await deck.press('offers.waterfall');
    expect(deck.text()).toMatch(/ Ctrl-T asks\.\n/);
    await deck.press('offers.waterfall-close', 'offers.position');
    expect(deck.text()).toContain('Price or place: press Ctrl-Y: 0.30, 3rd');
    expect(deck.text()).toContain('Ctrl-T asks for all.');
    expect(deck.text()).toMatch(/bid +not asked: T goes there\n/);
    expect(deck.text()).toMatch(/ {3}Ctrl-G {2}GPUs +any/);
    expect(deck.text()).toMatch(/ {3}! {7}verification /);
    await deck.press('offers.position-close', 'offers.rent');
    await deck.type('R:asks');
    await deck.press('offers.rent-review');
    expect(deck.text()).toMatch(/ Ctrl-T asks again\./);
    expect(deck.text()).toContain('"image":"R:asks"');
  });

  test('reads it wherever a message names a key, also one that works elsewhere', async () => {
    await using server = await startScriptedServer(json(200, { offers: [] }), json(200, { offers }));
    const { deck } = await start(server.url, {
      'offers.filter': 'Ctrl-T',
      'offers.waterfall': 'Q',
      'offers.refresh': 'e',
      'offers.mark-range': '_',
      'offers.mark': 'Ctrl-Y',
    });
    expect(deck.text()).toContain('Press Ctrl-T to change the filter; ');
    expect(deck.text()).toContain('Q shows which part of the filter keeps offers away.');
    await deck.send('e');
    await deck.press('offers.mark-range');
    expect(message(deck)).toBe('Mark the first offer with Ctrl-Y, go to the last one, and press _ there.');
    await deck.press('frame.help');
    for (let pages = 0; !deck.text().includes('as of 14:03') && pages < 9; pages++) await deck.press('help.page-down');
    expect(deck.text()).toMatch(/as of 14:03 +when the service gave the answer that you see; e asks again/);
  });

  test('quits by it where the terminal is too small for anything else, and by Ctrl-C as ever', async () => {
    await using server = await startScriptedServer(json(200, { offers }));
    quits = 0;
    const { deck } = await start(server.url, { 'frame.quit': ';', 'frame.volumes': 'H' });
    expect(deck.screen()[0]).toContain('1 Offers H Vols 3 Acct');
    await deck.send('2');
    expect(message(deck)).toBe('2 does nothing here: volumes is on H.');
    await deck.resize(30, 5);
    expect(deck.text()).toContain('; quits');
    await deck.send('q');
    expect(quits).toBe(0);
    await deck.send(';\u0003');
    expect(quits).toBe(2);
  });
});

describe('a file in which something is wrong', () => {
  test('is told with file, line and what was meant, and the good rows hold', async () => {
    await using server = await startScriptedServer(json(200, { offers }));
    const { deck } = await start(server.url, { 'offers.refrehs': 'e', 'offers.sort': 's', 'offers.mark': 'y' });
    expect(message(deck)).toContain(
      'keys.json has 2 problems: gpudeck config validate. keys.json, line 3, keys.offers.refrehs: no key has this id.',
    );
    expect(footer(deck)).toContain(' s sort ');
    await deck.send('y');
    expect(deck.text()).toContain('JSON');
  });

  test('that is no JSON is told, and every key is as usual', async () => {
    await using server = await startScriptedServer(json(200, { offers }));
    const { deck } = await start(server.url, {}, '{ "keys": {\n  "offers.sort": s\n');
    expect(message(deck)).toContain('keys.json, line 2: this is not JSON');
    expect(footer(deck)).toContain(' o sort ');
  });
});
