/** Renting from the offers pane: the form, what is shown before anything is sent, and what became of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { leastBidText } from '../../src/money/money.ts';
import { type DeckOptions, type OpenDeck, openDeck } from '../support/deck.tsx';
import {
  bytesOf,
  type CaughtRequest,
  cutAfterActing,
  type FaultProxy,
  inTurn,
  type Play,
  startFaultProxy,
} from '../support/fault-proxy.ts';
import { startJournal } from '../support/journal.ts';
import { temporaryFolder } from '../support/local-service.ts';
import { startRenter } from '../support/renter.ts';
import { startRuns } from '../support/runs.ts';

let renter: Awaited<ReturnType<typeof startRenter>>;
let proxy: FaultProxy;
let folder: string;

beforeEach(async () => {
  renter = await startRenter();
  proxy = await startFaultProxy(renter.service.url);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  folder = temporaryFolder();
});

const TOKEN = 'hf_0123456789abcdef';

const start = async (options: Partial<DeckOptions> = {}) => {
  const deck = await openDeck({
    service: { url: proxy.url, apiKey: renter.service.apiKey },
    columns: 80,
    rows: 24,
    start: { filter: 'vms_enabled=false', order: [['dph_total', 'asc']] },
    ...options,
    parts: {
      renting: {
        presets: () => ({ presets: {}, file: join(folder, 'presets.json') }),
        places: { variables: { HF_TOKEN: TOKEN }, folder, home: folder },
      },
      ...options.parts,
    },
  });
  onTestFinished(deck.close);
  return deck;
};

const isCreation = ({ method, path }: CaughtRequest) => method === 'POST' && path.includes('/asks/');
const isSearch = ({ path }: CaughtRequest) => path.endsWith('/bundles');
const creations = () => proxy.requests.filter(isCreation);

/** The instance that was created last; the market begins with others. */
const newest = async () => (await renter.listed({ order_by: [{ col: 'id', dir: 'desc' }] }))[0];

/** The price that the review asks for. */
const priceIn = (deck: OpenDeck): string => /price per hour, ([\d.]+):/.exec(deck.text())?.[1] ?? '';

/** The lines of the screen as one, without what they are set in by. */
const flat = (deck: OpenDeck): string =>
  deck
    .screen()
    .map((line) => line.trim())
    .join('');

const words = (deck: OpenDeck): string =>
  deck
    .screen()
    .map((line) => line.trim())
    .join(' ');

/** Types into the fields of the form from the first one on that is open, the image; an empty text leaves a field as it is. */
const fill = async (deck: OpenDeck, ...texts: readonly string[]) => {
  for (const [place, text] of texts.entries()) {
    if (place > 0) await deck.press('offers.rent-next');
    if (text !== '') await deck.type(text);
  }
};

const review = async (deck: OpenDeck, ...texts: readonly string[]) => {
  await deck.press('offers.rent');
  await fill(deck, ...texts);
  await deck.press('offers.rent-review');
};

const confirm = async (deck: OpenDeck, price = priceIn(deck)) => {
  await deck.press('offers.rent-confirm');
  await deck.type(price);
  await deck.press('offers.rent-send');
};

/** Passes an answer on with other offers in it. */
const withOffers =
  (change: (offers: readonly Record<string, unknown>[]) => readonly object[]): Play =>
  async ({ socket, passOn }) => {
    const answer = await passOn();
    const { offers } = JSON.parse(answer.body.toString());
    socket.end(bytesOf({ ...answer, body: Buffer.from(JSON.stringify({ offers: change(offers) })) }));
  };

describe('a renter', () => {
  test.each([
    [80, 24],
    [160, 48],
  ])('rents the cheapest offer with few presses and finds it in the instances, at %i x %i', async (columns, rows) => {
    const deck = await start({ columns, rows, service: renter.service });
    const offer = await renter.offer();
    let presses = 0;
    const press = async (...ids: readonly string[]) => {
      presses += ids.length;
      await deck.press(...ids);
    };
    const type = async (text: string) => {
      presses += text.length;
      await deck.type(text);
    };
    await press('offers.rent');
    await type('ubuntu:24.04');
    await press('offers.rent-review', 'offers.rent-confirm');
    const price = priceIn(deck);
    await type(price);
    await press('offers.rent-send');
    // r, Enter, Enter, Enter; and what has to be typed.
    expect(presses).toBe(4 + 'ubuntu:24.04'.length + price.length);
    const rented = await newest();
    expect(rented).toMatchObject({ image_uuid: 'ubuntu:24.04', machine_id: offer.machine_id });
    expect(deck.text()).toContain(`Instance ${rented?.id}   offer ${offer.id}   label gpudeck-`);
    expect(deck.text()).toContain('Press 7 to see it come up.');
    await press('frame.instances');
    expect(deck.text()).toContain(String(rented?.id));
  });

  test('finds it under the cursor, also where the instances were listed before', async () => {
    const deck = await start();
    await deck.press('frame.instances', 'frame.offers');
    await review(deck, 'ubuntu:24.04');
    await confirm(deck);
    await deck.press('frame.instances');
    const id = (await newest())?.id;
    expect(deck.text()).toMatch(new RegExp(`^ > ${id} `, 'm'));
  });

  test('sees exactly what is sent, and what it costs an hour, a day and a month', async () => {
    const lasting = { allocated_storage: 40, duration: { gte: 30 * 86_400 } };
    const offer = (await renter.search(lasting)).find((one) => one.avail_vol_ask_id !== null);
    if (offer === undefined) throw new Error('no offer has a volume');
    const deck = await start({ start: { filter: `id=${offer.id}`, order: [['dph_total', 'asc']] } });
    await review(deck, 'ubuntu:24.04', '40', 'train', 'ssh_direct', '', 'HF_TOKEN -p 8080:8080', '', '10 /data');
    const shown = flat(deck);
    const hidden = '"env":{"HF_TOKEN":"[redacted]","-p 8080:8080":"1"}';
    const volume = `"volume_info":{"create_new":true,"volume_id":${offer.avail_vol_ask_id},"size":10,"mount_path":"/data"}`;
    const body = `{"image":"ubuntu:24.04","disk":40,"label":"train","runtype":"ssh_direct",${hidden},${volume}}`;
    expect(shown.replaceAll('-p8080', '-p 8080')).toContain(`POST /api/v0/asks/${offer.id}/${body}`);
    const total = Number(offer.dph_total);
    expect(words(deck)).toContain(`an hour    $${total.toFixed(4)}   as of 12:00`);
    expect(words(deck)).toContain(`a day      $${(24 * total).toFixed(2)}`);
    expect(words(deck)).toContain(`a month    $${(720 * total).toFixed(2)}   30 days`);
    expect(words(deck)).toContain(`stopped    $${Number(offer.storage_total_cost).toFixed(4)} an hour for the disk`);
    expect(creations()).toEqual([]);
    await confirm(deck);
    const sent = '"env":{"HF_TOKEN":"hf_0123456789abcdef","-p 8080:8080":"1"}';
    expect(creations().map((request) => request.body)).toEqual([body.replace(hidden, sent)]);
  });

  test('is told in the form and in the review that the offer ends soon, and what it costs until then', async () => {
    const soon = withOffers((offers) => offers.map((one) => ({ ...one, duration: 18_000 })));
    proxy.decide((request) => (isSearch(request) ? soon : undefined));
    const deck = await start();
    await deck.press('offers.rent');
    await fill(deck, 'ubuntu:24.04');
    expect(words(deck)).toContain('! It ends in 5 h.');
    expect(words(deck)).toContain(', until it ends, in 5 h: $');
    await deck.press('offers.rent-review');
    expect(words(deck)).toContain('! It ends in 5 h.');
    expect(words(deck)).toMatch(/until then +\$[\d.]+ +it ends in 5 h/);
    expect(words(deck)).not.toMatch(/a day|30 days/);
    await deck.press('offers.rent-back', 'offers.rent-leave', 'offers.mark', 'offers.mark', 'offers.rent');
    expect(words(deck)).toContain('! The first of them ends in 5 h.');
    await deck.press('offers.rent-review');
    expect(words(deck)).toMatch(/until then +\$[\d.]+ +the first ends in 5 h/);
  });

  test('is told why it costs another price than in the list: the disk', async () => {
    const deck = await start();
    const offer = await renter.offer();
    const gigabyte = Number(offer.storage_cost) / 720;
    await review(deck, 'ubuntu:24.04', '200');
    const more = `+$${(192 * gigabyte).toFixed(4)}/h for a disk of 200 GB instead of 8`;
    expect(words(deck)).toContain(`The list has $${Number(offer.dph_total).toFixed(4)}/h: here ${more}.`);
    expect(words(deck)).not.toContain('It rose by');
  });

  test('is warned in the review that the price rose since the list showed it', async () => {
    const deck = await start();
    proxy.decide(
      inTurn(
        isSearch,
        withOffers((offers) => offers.map((one) => ({ ...one, dph_total: Number(one.dph_total) + 0.25 }))),
      ),
    );
    await review(deck, 'ubuntu:24.04');
    expect(words(deck)).toContain('! It rose by $0.2500/h since the list showed it, on 2026-11-21 12:00.');
    await deck.press('offers.rent-ask');
    expect(words(deck)).not.toContain('It rose by');
  });

  test('is told no price on demand by a list of bids', async () => {
    const deck = await start({ start: { filter: 'vms_enabled=false', order: [['dph_total', 'asc']], type: 'bid' } });
    await deck.press('offers.rent');
    await fill(deck, 'ubuntu:24.04');
    expect(words(deck)).toContain('The list has other prices than those on demand: Enter asks what it costs now.');
    await deck.press('offers.rent-review');
    expect(words(deck)).toMatch(/here \+\$[\d.]+\/h for a price on demand instead of the least bid\./);
  });

  test('who wants SLA cover sees both calls, and the second is sent when the instance is there', async () => {
    const deck = await start({ start: { filter: 'vms_enabled=false has_sla=true', order: [['dph_total', 'asc']] } });
    await review(deck, 'ubuntu:24.04', '', '', '', '', '', '', '', '90%');
    const shown = flat(deck);
    expect(shown).toContain('"runtype":"ssh","target_reliability":0.9}');
    expect(shown).toMatch(
      /PUT \/api\/v0\/asks\/\d+\/ +once it is rented, for the SLA cover\{"target_reliability":0\.9\}/,
    );
    await confirm(deck);
    expect(words(deck)).toContain('Its SLA cover is confirmed.');
    const asks = proxy.requests.filter(({ path }) => path.includes('/asks/'));
    expect(asks.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    expect(asks[1]?.body).toBe('{"target_reliability":0.9}');
  });

  describe('whose record does not say whether it is covered', () => {
    const isList = ({ path }: CaughtRequest) => path.startsWith('/api/v1/instances/');
    const covers = () => proxy.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/asks/'));
    const unsaid: Play = async ({ socket, passOn }) => {
      const answer = await passOn();
      const { instances, ...rest } = JSON.parse(answer.body.toString());
      const bare = instances.map(({ instance: _, ...one }: Record<string, unknown>) => one);
      socket.end(bytesOf({ ...answer, body: Buffer.from(JSON.stringify({ ...rest, instances: bare })) }));
    };
    const rented = async () => {
      const deck = await start({ start: { filter: 'vms_enabled=false has_sla=true', order: [['dph_total', 'asc']] } });
      await review(deck, 'ubuntu:24.04', '', '', '', '', '', '', '', '90%');
      const price = priceIn(deck);
      proxy.decide((request) => (isList(request) ? unsaid : undefined));
      await confirm(deck);
      proxy.decide(() => undefined);
      expect(words(deck)).toContain('The call for its SLA cover was not sent: its record does not say');
      expect(covers()).toEqual([]);
      return { deck, price };
    };

    test('is offered the call with a warning, and it is sent once its price was typed', async () => {
      const { deck, price } = await rented();
      await deck.press('offers.rent-cover');
      expect(words(deck)).toContain('! At some services this same call rents another instance');
      expect(deck.text()).toMatch(/PUT \/api\/v0\/asks\/\d+\//);
      expect(deck.text()).toContain('{"target_reliability":0.9}');
      await confirm(deck, '0.0001');
      expect(deck.text()).toContain('Nothing was sent: to continue, type the price per hour');
      expect(covers()).toEqual([]);
      await deck.press('offers.line-delete-to-start');
      await deck.type(price);
      await deck.press('offers.rent-send');
      expect(words(deck)).toContain('Its SLA cover is confirmed.');
      expect(covers().map(({ body }) => body)).toEqual(['{"target_reliability":0.9}']);
      await deck.send('c');
      expect(deck.text()).toContain('No SLA cover is left to ask for.');
    });

    test('may leave it, and is told of a second instance where the call rented one', async () => {
      const { deck, price } = await rented();
      await deck.press('offers.rent-cover', 'offers.rent-no-cover');
      expect(deck.text()).toContain('What became of it');
      expect(covers()).toEqual([]);
      await deck.press('offers.rent-cover');
      const body = Buffer.from('{"success": true, "new_contract": 990001}');
      proxy.decide(
        inTurn(
          ({ method }) => method === 'PUT',
          ({ socket }) => void socket.end(bytesOf({ status: 200, headers: {}, body })),
        ),
      );
      await confirm(deck, price);
      expect(words(deck)).toContain('The call for its SLA cover rented a second instance, 990001, which costs too');
      expect(covers()).toHaveLength(1);
    });
  });

  test('is asked for the very price, and a wrong one sends nothing', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04');
    await confirm(deck, '0.0001');
    expect(deck.text()).toContain(`Nothing was sent: to continue, type the price per hour, ${priceIn(deck)}.`);
    // The field stays, so that a digit more mends it, and opens no pane.
    await deck.press('offers.line-delete-to-start');
    await deck.type(`${priceIn(deck)}1`);
    await deck.press('offers.rent-send');
    expect(creations()).toEqual([]);
    await deck.press('offers.line-delete-before', 'offers.rent-send');
    expect(creations()).toHaveLength(1);
  });

  test('who types the price before the field is open stays on the review', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04');
    await deck.send('3');
    expect(deck.text()).toContain('Nothing was typed: Enter goes on from here');
    expect(deck.text()).toContain('Review of what is rented');
    await deck.send('q');
    expect(deck.text()).toContain('Rent offer');
  });

  test('is told of a price that rose since, and nothing is sent', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04');
    const dearer = withOffers((offers) => offers.map((one) => ({ ...one, dph_total: 9.5 })));
    proxy.decide(inTurn(isSearch, dearer));
    await confirm(deck);
    expect(words(deck)).toMatch(
      /It costs \$9\.\d{4}\/h by now, which is more than was confirmed\. +Nothing was sent\./,
    );
    expect(creations()).toEqual([]);
    await deck.press('offers.rent-again', 'offers.rent-review');
    expect(priceIn(deck)).not.toBe('');
  });

  test.each(['when it is reviewed', 'after it was reviewed'])('is told that the offer is gone, %s', async (when) => {
    const deck = await start();
    const gone = inTurn(
      isSearch,
      withOffers(() => []),
    );
    if (when === 'when it is reviewed') proxy.decide(gone);
    await review(deck, 'ubuntu:24.04');
    if (when === 'when it is reviewed') {
      expect(words(deck)).toContain('! It is gone: taken, or with less disk or SLA than is asked for.');
      await deck.send('\r');
      expect(deck.text()).toContain('It cannot be confirmed: the price is not known.');
    } else {
      proxy.decide(gone);
      await confirm(deck);
      expect(words(deck)).toContain('It went in the meantime');
    }
    expect(creations()).toEqual([]);
  });

  test('at a service that refuses POST sees the review again with PUT, and confirms that anew', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04', '', 'mine');
    const body = Buffer.from('{"success": false, "error": "method_not_allowed", "msg": "no POST here"}');
    proxy.decide(inTurn(isCreation, ({ socket }) => void socket.end(bytesOf({ status: 405, headers: {}, body }))));
    await confirm(deck);
    expect(words(deck)).toContain('This service does not create with POST, and nothing was rented.');
    expect(deck.text()).toMatch(/PUT \/api\/v0\/asks/);
    const puts = () => proxy.requests.filter(({ method, path }) => method === 'PUT' && path.includes('/asks/'));
    expect(puts()).toEqual([]);
    await confirm(deck);
    expect({ posts: creations().length, puts: puts().length }).toEqual({ posts: 1, puts: 1 });
    expect(deck.text()).toContain(`Instance ${(await newest())?.id}`);
  });

  test('whose answer was lost has the instance found by its label, and nothing is sent again', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04', '', 'mine');
    proxy.decide(inTurn(isCreation, cutAfterActing));
    await confirm(deck);
    const rented = await newest();
    expect(deck.text()).toContain(`Instance ${rented?.id}`);
    expect(words(deck)).toContain('The answer was lost; the instance was found by its machine and its label.');
    expect(creations()).toHaveLength(1);
  });

  test('whose instance is not found is told so, and sends again only after reading it', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04', '', 'mine');
    // The connection is cut before the service hears of it.
    proxy.decide(inTurn(isCreation, ({ socket }) => void socket.destroy()));
    await confirm(deck);
    expect(words(deck)).toContain('Outcome unknown: it may be rented. It is not sent again by itself.');
    expect(words(deck)).toContain('Look for the label mine in the instances (7) before you rent it again.');
    expect(creations()).toHaveLength(1);
    await deck.press('offers.rent-again');
    await deck.press('offers.rent-review');
    expect(words(deck)).toMatch(/! Offer \d+ was sent from here on .* with the label mine, outcome unknown/);
    await confirm(deck);
    expect(deck.text()).toMatch(/Instance \d+ /);
    expect(creations()).toHaveLength(2);
  });

  test('is told which SSH keys and variables of the account go in', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04', '', '', '', '', 'HF_HOME=/data');
    expect(words(deck)).toContain('SSH keys that go in: caller@gpudeck.');
    expect(words(deck)).toContain(
      'Account variables: HF_HOME, WANDB_MODE. Which value holds of HF_HOME, given here too, is not published.',
    );
  });

  test('of an account without an SSH key is told that nobody could log in', async () => {
    const keys = await renter.send('GET', '/api/v0/ssh/');
    for (const { id } of keys.body as { id: number }[]) await renter.send('DELETE', `/api/v0/ssh/${id}/`, {});
    const deck = await start();
    await review(deck, 'ubuntu:24.04');
    expect(words(deck)).toContain('! The account has no SSH key, so that nobody could log in.');
  });

  test('with --read-only is refused with the reason', async () => {
    const deck = await start({ parts: { readOnlyReason: 'Started with --read-only: nothing is sent that costs.' } });
    await deck.press('offers.rent');
    expect(deck.text()).toContain('Started with --read-only: nothing is sent that costs.');
    expect(deck.text()).not.toContain('Rent offer');
  });
});

describe('what holds tokens', () => {
  const SCRIPT = `#!/bin/bash\nexport WANDB_API_KEY=0123456789abcdef0123\n${'# more\n'.repeat(700)}`;

  test('is masked until a key reveals it, and is in no ledger, no journal and no session', async () => {
    const file = join(folder, 'journal.db');
    const journal = startJournal(file);
    const deck = await start({ rows: 40, parts: { journal } });
    writeFileSync(join(folder, 'setup.sh'), SCRIPT);
    await review(deck, 'ubuntu:24.04', '', '', '', '', 'HF_TOKEN MODE=hf_typed_0123456789', 'setup.sh');
    expect(words(deck)).toMatch(
      /The on-start script has 4,95\d characters: it is packed with gzip and base64 to \d{3} of/,
    );
    const secrets = [TOKEN, 'hf_typed_0123456789', '0123456789abcdef0123'];
    for (const secret of secrets) expect(flat(deck)).not.toContain(secret);
    const inState = () => JSON.stringify(deck.deck.store.getState());
    expect(inState()).not.toMatch(/hf_0123456789abcdef|0123456789abcdef0123|base64 -d/);
    await deck.press('offers.rent-reveal');
    for (const secret of secrets.slice(0, 2)) expect(flat(deck)).toContain(secret);
    expect(inState()).not.toContain(TOKEN);
    await deck.press('offers.rent-reveal');
    expect(flat(deck)).not.toContain(TOKEN);
    await confirm(deck);
    expect(creations()[0]?.body).toContain(TOKEN);
    expect(deck.text()).toMatch(/Instance \d+ /);
    deck.deck.session.flush();
    const state = JSON.stringify(deck.deck.store.getState().ledger);
    expect(state).toContain('/asks/');
    journal.close();
    const kept = readFileSync(file, 'latin1');
    for (const secret of secrets) {
      expect(state).not.toContain(secret);
      expect(kept).not.toContain(secret);
    }
  });

  test('that a refusal repeats is taken out of it', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04', '', '', '', '', 'HF_TOKEN');
    const refusing: Play = ({ socket }) => {
      const body = Buffer.from(JSON.stringify({ success: false, error: 'invalid_args', msg: `bad value ${TOKEN}` }));
      socket.end(bytesOf({ status: 400, headers: { 'content-type': 'application/json' }, body }));
    };
    proxy.decide(inTurn(isCreation, refusing));
    await confirm(deck);
    expect(words(deck)).toContain('bad value [redacted]');
    expect(JSON.stringify(deck.deck.store.getState().ledger)).not.toContain(TOKEN);
  });

  test('is masked in the field that was left', async () => {
    const deck = await start();
    await deck.press('offers.rent');
    await fill(deck, '', '', '', '', '', 'HF_TOKEN MODE=hf_typed', '');
    expect(deck.text()).toContain('HF_TOKEN MODE=****');
    expect(deck.text()).not.toContain('hf_typed');
  });
});

describe('the form', () => {
  test('says what is wrong with a field, and opens it', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04', '4');
    expect(deck.text()).toContain('A disk has 8 GB or more.');
    expect(deck.text()).toMatch(/> Disk, GB +4/);
    await deck.type('40');
    await fill(deck, '', '', '', '', 'WANDB_KEY');
    await deck.press('offers.rent-review');
    expect(words(deck)).toMatch(/> Environment +/);
    expect(words(deck)).toContain('WANDB_KEY: the variable WANDB_KEY is not set where gpudeck was started.');
  });

  test('is not reviewed without a preset that was named and is not there', async () => {
    const deck = await start();
    await deck.press('offers.rent');
    await deck.type('ubuntu:24.04');
    await deck.press('offers.rent-before');
    await deck.type('trian');
    await deck.press('offers.rent-review');
    expect(deck.text()).toContain('Rent offer');
    expect(deck.text()).toContain('There is no preset trian');
    await deck.press('offers.line-delete-to-start', 'offers.rent-review');
    expect(deck.text()).toContain('Review of what is rented');
  });

  test('is there again after other panes, a resize and Esc', async () => {
    const deck = await start();
    await deck.press('offers.rent');
    await fill(deck, 'ubuntu:24.04', '64', 'mine');
    await deck.resize(60, 15);
    expect(deck.text()).toContain('mine');
    await deck.press('offers.rent-leave', 'frame.volumes', 'frame.offers', 'offers.rent');
    await deck.resize(80, 24);
    expect(deck.text()).toMatch(/Image +ubuntu:24\.04/);
    expect(deck.text()).toMatch(/Disk, GB +64/);
    expect(deck.text()).toMatch(/> Label +mine/);
  });

  test('has a label and a bid for one offer alone, and a key empties it', async () => {
    const deck = await start();
    await deck.press('offers.rent');
    await fill(deck, 'ubuntu:24.04', '64', 'mine', '', '0.5');
    await deck.press('offers.rent-leave', 'offers.down', 'offers.rent');
    expect(deck.text()).toMatch(/Image +ubuntu:24\.04/);
    expect(deck.text()).toMatch(/Disk, GB +64/);
    expect(deck.text()).toMatch(/Label +gpudeck- and six letters/);
    expect(deck.text()).toMatch(/> Bid, \$\/h *$/m);
    await deck.type('0.7');
    await deck.press('offers.rent-empty');
    expect(deck.text()).toMatch(/Image +such as ubuntu:24\.04/);
    expect(deck.text()).toMatch(/Disk, GB +8 *$/m);
    expect(deck.text()).toMatch(/> Bid, \$\/h *$/m);
    await deck.press('offers.line-undo');
    expect(deck.text()).toMatch(/> Bid, \$\/h +0\.7/);
  });

  test('is filled in by a preset, whose values are read where they come from', async () => {
    const train = {
      image: 'pytorch/pytorch:2.5.1',
      disk: 60,
      env: { HF_TOKEN: { from_env: 'HF_TOKEN' }, '-p 8080:8080': true as const },
      onstart_file: 'setup.sh',
    };
    writeFileSync(join(folder, 'setup.sh'), 'echo ready\n');
    const presets = () => ({ presets: { train }, file: join(folder, 'presets.json') });
    const places = { variables: { HF_TOKEN: TOKEN }, folder: '/', home: '/' };
    const deck = await start({ parts: { renting: { presets, places } } });
    await deck.press('offers.rent');
    await deck.type('trian');
    await deck.press('offers.rent-next');
    expect(deck.text()).toContain('There is no preset trian. There are: train.');
    await deck.press('offers.rent-before', 'offers.rent-take', 'offers.rent-next');
    expect(deck.text()).toMatch(/Image +pytorch\/pytorch:2\.5\.1/);
    await deck.press('offers.rent-review');
    await confirm(deck);
    expect(JSON.parse(creations()[0]?.body ?? '')).toMatchObject({
      image: 'pytorch/pytorch:2.5.1',
      disk: 60,
      env: { HF_TOKEN: TOKEN, '-p 8080:8080': '1' },
      onstart: 'echo ready\n',
    });
  });

  test('offers the images that were rented with, the newest first', async () => {
    const deck = await start();
    await review(deck, 'ubuntu:24.04');
    await confirm(deck);
    await deck.press('offers.rent-close', 'offers.down', 'offers.rent');
    await deck.press('offers.line-delete-to-start');
    await deck.type('debian:13');
    await deck.press('offers.rent-review');
    await confirm(deck);
    await deck.press('offers.rent-close', 'offers.down', 'offers.rent', 'offers.rent-take');
    expect(deck.text()).toMatch(/> Image +ubuntu:24\.04/);
    await deck.press('offers.rent-take');
    expect(deck.text()).toMatch(/> Image +debian:13/);
  });

  test('tells what it costs as the disk and the bid are typed, before anything else is', async () => {
    const deck = await start({ columns: 160, rows: 48 });
    const { dph_total: total, storage_total_cost: disk, storage_cost: gigabyte } = await renter.offer();
    const gpus = Number(total) - Number(disk);
    const costs = (gpuWords: string, ofGpus: number, gb: number) => {
      const ofDisk = (Number(gigabyte) * gb) / 720;
      const [all, ...parts] = [ofGpus + ofDisk, ofGpus, ofDisk].map((figure) => figure.toFixed(4));
      return `an hour    $${all}   ${gpuWords} $${parts[0]} + disk of ${gb} GB $${parts[1]}`;
    };
    await deck.press('offers.rent');
    expect(deck.text()).toContain(costs('GPUs', gpus, 8));
    await fill(deck, '', '500', '', '', '0.9');
    expect(deck.text()).toContain(costs('the bid', 0.9, 500));
    await deck.press('offers.rent-before', 'offers.rent-before', 'offers.rent-before');
    await deck.type('x');
    expect(deck.text()).toContain('Not known yet. Write the disk in GB');
  });

  test('says where a bid stands among those seen, and sends it', async () => {
    const deck = await start();
    const offer = await renter.offer();
    await deck.press('offers.rent');
    await fill(deck, 'ubuntu:24.04', '', '', '', '');
    expect(words(deck)).toContain(`The least bid here is $${leastBidText(Number(offer.min_bid))}/h.`);
    await deck.type(String(offer.min_bid));
    expect(words(deck)).toMatch(/for a GPU: enough for \d+ of the \d+ other offers|to compare the bid with/);
    await deck.press('offers.rent-review');
    expect(words(deck)).toContain('! It is a bid: who bids more takes the GPUs, and the instance stops.');
    await confirm(deck);
    expect(JSON.parse(creations()[0]?.body ?? '')).toMatchObject({ price: offer.min_bid });
  });

  test('takes a bid above the least from a list of bids, and says where none makes sense', async () => {
    const deck = await start({ start: { filter: 'vms_enabled=false', order: [['dph_total', 'asc']], type: 'bid' } });
    const offer = await renter.offer();
    await deck.press('offers.rent');
    await fill(deck, 'ubuntu:24.04', '', '', '', String((Number(offer.min_bid) + Number(offer.dph_base)) / 2));
    await deck.press('offers.rent-review');
    expect(deck.text()).toContain('Review of what is rented');
    const dear = withOffers((offers) => offers.map((one) => ({ ...one, min_bid: 0.3, dph_base: 0.2 })));
    proxy.decide((request) => (isSearch(request) ? dear : undefined));
    const other = await start();
    await other.press('offers.rent');
    await fill(other, 'ubuntu:24.04', '', '', '', '');
    expect(words(other)).toContain(
      'Bidding is pointless here: the least bid, $0.3000/h, is above the price on demand, $0.2000/h. Empty: on demand',
    );
  });

  test('is resumed by a later run without a typed value, and nothing is sent', async () => {
    const runs = startRuns({ url: proxy.url, apiKey: renter.service.apiKey });
    const first = await runs.start();
    await first.press('offers.rent');
    await fill(first, 'ubuntu:24.04', '64', 'mine', '', '', 'HF_TOKEN MODE=hf_typed', '');
    await first.press('offers.rent-before');
    await runs.die(first);
    const deck = await runs.start();
    expect(deck.text()).toMatch(/offer \d+ being rented/);
    await deck.press('session.resume');
    expect(deck.text()).toMatch(/Label +mine/);
    await deck.press('offers.rent-leave', 'offers.rent');
    expect(deck.text()).toMatch(/Label +mine/);
    expect(deck.text()).toMatch(/> Environment +HF_TOKEN MODE=/);
    expect(deck.text()).not.toContain('hf_typed');
    expect(creations()).toEqual([]);
  });
});

describe('several marked offers', () => {
  const mark = async (deck: OpenDeck, count: number) => {
    for (let at = 0; at < count; at++) await deck.press('offers.mark');
  };

  test('are rented one after the other when their total is typed, each with a label of its own', async () => {
    const deck = await start({ rows: 30 });
    await mark(deck, 3);
    await review(deck, 'ubuntu:24.04', '', 'fleet');
    expect(deck.text()).toContain('Review of the 3 offers to rent');
    const price = /their price per hour, ([\d.]+):/.exec(deck.text())?.[1] ?? '';
    const offers = (await renter.search()).slice(0, 3);
    expect(Number(price)).toBeCloseTo(
      offers.reduce((sum, { dph_total: total }) => sum + Number(total), 0),
      4,
    );
    await confirm(deck, price);
    expect(creations().map(({ path, body }) => [path, JSON.parse(body).label])).toEqual(
      offers.map(({ id }, place) => [`/api/v0/asks/${id}/`, `fleet-${place + 1}`]),
    );
    expect(deck.text().match(/Instance \d+ /g)).toHaveLength(3);
  });

  test('stop at one whose outcome is unknown, and say which were not sent', async () => {
    const deck = await start({ rows: 40 });
    await mark(deck, 3);
    await review(deck, 'ubuntu:24.04');
    const price = /their price per hour, ([\d.]+):/.exec(deck.text())?.[1] ?? '';
    proxy.decide(inTurn(isCreation, undefined as never, ({ socket }) => void socket.destroy()));
    await confirm(deck, price);
    expect(creations()).toHaveLength(2);
    expect(deck.text().match(/Instance \d+ /g)).toHaveLength(1);
    expect(words(deck)).toContain('Outcome unknown');
    expect(words(deck)).toContain('Not sent: what came before it has to be looked at first.');
  });

  test('are at most eight', async () => {
    const deck = await start();
    await mark(deck, 9);
    await deck.press('offers.rent');
    expect(deck.text()).toContain('At most 8 offers are rented at once; 9 are marked.');
  });
});
