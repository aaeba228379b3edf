/** The journal takes whatever a service or a profile's name says, and gives it back as it was. */
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { maintenanceReply, webhookReply } from '../src/api/records/reply-schema.ts';
import { createRedactor } from '../src/api/redact/redact.ts';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { createProfileJournal } from '../src/storage/journal/profile-journal.ts';
import { NAME_CORPUS, NUMBER_CORPUS, SHELL_CORPUS, TERMINAL_CORPUS } from './support/hostile-text.ts';

/** A pair of half a character cannot be stored: it comes back as the sign for what cannot be read. */
const TEXTS = [
  ...TERMINAL_CORPUS.map(([text]) => text.toWellFormed()),
  ...SHELL_CORPUS,
  ...NAME_CORPUS,
  "'); DROP TABLE announcements; --",
  '\u0000',
  'x'.repeat(250),
];

/** The journal of `profile` as two runs of the program see it. */
const openTwice = (profile = 'test') => {
  const opened = openJournal(':memory:');
  if ('problem' in opened) throw new Error(opened.problem);
  onTestFinished(() => opened.journal.close());
  const open = () => createProfileJournal(opened.journal, profile, randomUUID());
  return {
    writer: open(),
    reader: open(),
    open: (name: string) => createProfileJournal(opened.journal, name, 'third'),
  };
};

test.each(['accepted', 'accepted1234', 'repeated', 'withdraw', 'announced', 'destroy-it'])(
  'a key that is a word as %s is taken out of texts, and the rows are as they would be without it',
  (key) => {
    const { open } = openTwice();
    const journal = open('test');
    journal.hide(createRedactor(key).redact);
    const begun = journal.announcements.begin(WINDOW, JSON.stringify({ text: `swap, ${key}!` }), 1000, []);
    if (!('id' in begun)) throw new Error('it was not noted');
    const { settle, list } = journal.announcements;
    expect(settle(begun.id, { kind: 'accepted', sentence: `${key}, they say`, atEpochMs: 2000 })).toBeUndefined();
    expect(list(10)).toMatchObject([
      {
        body: '{"text":"swap, [redacted]!"}',
        outcome: { kind: 'accepted', sentence: '[redacted], they say' },
      },
    ]);
    const change = journal.withdrawals.begin({ instanceId: 5, kind: 'withdraw', value: '' }, 1000, 0);
    expect(change).toEqual({ line: expect.any(Number) });
    expect(journal.withdrawals.look([5], 'withdraw')).toMatchObject({ open: [{ kind: 'withdraw', instanceId: 5 }] });
  },
);

const WINDOW = {
  machineId: 8207,
  startsAtEpochS: 1_796_090_400,
  durationHours: 2,
  reason: 'x',
  category: 'disk',
} as const;

test.each(TEXTS)('%j comes back as it was: as body, sentence, reason, name, address and type', (text) => {
  const { writer, reader } = openTwice();
  const begun = writer.announcements.begin(WINDOW, JSON.stringify({ text }), 1000, []);
  if (!('id' in begun)) throw new Error('it was not noted');
  expect(writer.announcements.settle(begun.id, { kind: 'accepted', sentence: text, atEpochMs: 2000 })).toBeUndefined();
  expect(reader.announcements.list(10)).toMatchObject([
    { body: JSON.stringify({ text }), outcome: { kind: 'accepted', sentence: text } },
  ]);

  const webhook = writer.webhooks.begin({ name: text, url: text, eventTypes: [text] }, 1000, []);
  if (!('line' in webhook)) throw new Error('it was not noted');
  expect(writer.webhooks.settle(webhook.line, { kind: 'created', switchedOn: [text] })).toBeUndefined();
  expect(reader.webhooks.list(10)).toMatchObject([
    { name: text, url: text, eventTypes: [text], outcome: { kind: 'created', switchedOn: [text] } },
  ]);

  writer.eventTypes.remember(text);
  expect(reader.eventTypes.list()).toEqual([text]);

  // An own member, also where the name is one that every object knows.
  const preferences = Object.fromEntries([[text, Object.fromEntries([[text, { email: true, webhooks: false }]])]]);
  expect(writer.preferences.confirm(9, preferences, 3000)).toBeUndefined();
  expect(JSON.stringify(reader.preferences.of(9).confirmed?.preferences)).toBe(JSON.stringify(preferences));
});

test.each(TEXTS)('a profile called %j has a journal of its own', (name) => {
  const { writer, reader, open } = openTwice(name);
  writer.machines.remember(8207, 1000);
  expect(reader.machines.list()).toEqual([8207]);
  expect(open(`${name} `).machines.list()).toEqual([]);
});

describe('a number that fits nowhere does not make an outcome unknown, or the journal unreadable:', () => {
  const NUMBERS = NUMBER_CORPUS.map((number) => JSON.stringify(number));

  test.each([...NUMBERS, '9007199254740993', '1'.repeat(400)])('%s notifications', (number) => {
    const { writer, reader } = openTwice();
    const begun = writer.announcements.begin(WINDOW, '{}', 1000, []);
    if (!('id' in begun)) throw new Error('it was not noted');
    const { youSent, notifications } = maintenanceReply().parse({ success: true, you_sent: `${number} sent` });
    const outcome = { kind: 'accepted', sentence: youSent, notifications, atEpochMs: 2000 } as const;
    expect(writer.announcements.settle(begun.id, outcome)).toBeUndefined();
    expect(reader.announcements.list(10)).toMatchObject([
      { outcome: { kind: 'accepted', sentence: `${number} sent` } },
    ]);
  });

  test.each(NUMBER_CORPUS)('%j as id of a webhook and of its user', (number) => {
    const { writer, reader } = openTwice();
    const begun = writer.webhooks.begin({ name: 'n', url: 'https://x.example', eventTypes: [] }, 1000, []);
    if (!('line' in begun)) throw new Error('it was not noted');
    const { webhook } = webhookReply().parse({ success: true, webhook: { id: number, user_id: number } });
    const outcome = { kind: 'created', webhookId: webhook.id, userId: webhook.user_id, switchedOn: [] } as const;
    expect(writer.webhooks.settle(begun.line, outcome)).toBeUndefined();
    expect(reader.webhooks.list(10)).toMatchObject([{ outcome: { kind: 'created' } }]);
  });
});
