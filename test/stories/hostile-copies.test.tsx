/**
 * What leaves the program by the clipboard or into a file of the user's: the data as it came, and nothing that acts when it is pasted.
 *
 * @module-tag exhaustive
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copy } from '../../src/terminal/users-side.ts';
import { openDeck } from '../support/deck.tsx';
import { SHELL_CORPUS, TERMINAL_CORPUS } from '../support/hostile-text.ts';
import { temporaryFolder } from '../support/local-service.ts';
import { fillWebhook, openNotifications } from '../support/notifications.ts';
import { json, startScriptedServer } from '../support/scripted-server.ts';
import { answering } from '../support/tour.tsx';

const HOSTILE = [...TERMINAL_CORPUS.map(([text]) => text), ...SHELL_CORPUS];

const SAYING = { texts: [HOSTILE.join('|')], sentence: '', typed: '', json: HOSTILE.join('|') };

/** What a terminal would act on, or what would mislead whoever looks at it. */
const acting = (text: string) => text.match(/[^\P{Cc}\n]|\p{Bidi_Control}|[\u2028\u2029]/gu) ?? [];

/** The program on a service that says all of the corpus everywhere, and what it copied. */
const openCopying = async () => {
  const server = await startScriptedServer(...Array.from({ length: 20 }, () => answering(SAYING)));
  const copied: string[] = [];
  const deck = await openDeck({
    service: { url: server.url, apiKey: 'key' },
    copy: async (text) => {
      copied.push(text);
      return 'sent';
    },
  });
  onTestFinished(async () => {
    await deck.close();
    await server[Symbol.asyncDispose]();
  });
  return { deck, copied };
};

describe('what is copied', () => {
  test.each([
    ['an offer', 'frame.offers', 'offers.copy', { gpu_name: HOSTILE.join('|') }],
    ['a volume', 'frame.volumes', 'volumes.copy', { status: HOSTILE.join('|') }],
    ['a connection', 'frame.connections', 'connections.copy', { name: HOSTILE.join('|') }],
  ])('of %s is the JSON that came, and acts on no terminal', async (_, pane, key, expected) => {
    const { deck, copied } = await openCopying();
    await deck.press(pane, key, `${key}-json`);
    expect(copied.map((text) => JSON.parse(text))).toEqual([expect.objectContaining(expected)]);
    expect(acting(copied.join(''))).toEqual([]);
  });

  test('of a call is one line of ASCII', async () => {
    const { deck, copied } = await openCopying();
    await deck.press('offers.filter');
    await deck.type('gpu_name="\u202E é"');
    await deck.press('offers.filter-keep', 'frame.ledger', 'ledger.copy');
    expect(copied).toEqual([expect.stringMatching(/^[\x20-\x7e]+$/)]);
    expect(copied[0]).toContain('\\u202e');
  });

  test('goes to the terminal as base64 alone, whatever it holds', async () => {
    const sent: string[] = [];
    const environment = { TERM: 'xterm-256color' };
    for (const text of HOSTILE) {
      await copy(text, { environment, multiplexer: undefined, send: (sequence) => void sent.push(sequence) });
    }
    expect(sent).toHaveLength(HOSTILE.length);
    expect(sent.filter((sequence) => !/^\u001B\]52;c;[A-Za-z0-9+/]*={0,2}\u0007$/.test(sequence))).toEqual([]);
  });
});

/** The page of a webhook whose secret is `secret`, with the files that may be made beside it. */
const openCreated = async (secret: string, id: unknown = 7) => {
  const server = await startScriptedServer(json(200, { success: true, webhook: { id, webhook_secret: secret } }));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const folder = temporaryFolder();
  const copied: string[] = [];
  const deck = await openNotifications({
    service: { url: server.url, apiKey: 'key' },
    rows: 44,
    copy: async (text) => {
      copied.push(text);
      return 'sent';
    },
    parts: { homeFolder: folder },
  });
  await fillWebhook(deck);
  await deck.press('notifications.review', 'notifications.create');
  const save = async (name: string) => {
    await deck.press('notifications.save-secret', 'notifications.line-delete-to-start');
    await deck.paste(`~/${name}`);
    await deck.press('notifications.field-enter');
  };
  return { deck, folder, copied, save };
};

describe('a webhook’s secret', () => {
  test('that a paste would carry out is not copied, and saved as it came', async () => {
    const { deck, folder, copied, save } = await openCreated('abc\nrm -rf ~\n');
    await deck.press('notifications.copy-secret');
    expect(copied).toEqual([]);
    expect(deck.text()).toContain('It holds control characters, which a paste would execute: save it.');
    await save('kept');
    expect(readFileSync(join(folder, 'kept'), 'utf8')).toBe('abc\nrm -rf ~\n\n');
  });

  test.each(['-rf', '$(touch owned)', '`touch owned`', "it's; touch owned", '* ?', 'C:\\kept', '%s%n', '--'])(
    'is saved in %j and nowhere else',
    async (name) => {
      const { deck, folder, save } = await openCreated('hush-hush');
      await save(name);
      expect(readdirSync(folder)).toEqual([name]);
      expect(readFileSync(join(folder, name), 'utf8')).toBe('hush-hush\n');
      expect(deck.text()).toContain('saved in');
    },
  );

  test.each(['../../../tmp/x', '/etc/passwd', '-rf', 1e21, -7, 0.5, null, { toString: 'x' }])(
    'is offered a plain file of this folder, whatever id the service gives: %j',
    async (id) => {
      const { deck } = await openCreated('hush-hush', id);
      await deck.press('notifications.save-secret');
      expect(deck.text()).toMatch(/ webhook-(?:[\w.+-]+-)?secret\.txt/);
      expect(deck.text()).not.toContain('/tmp');
      expect(deck.text()).not.toContain('passwd');
    },
  );
});
