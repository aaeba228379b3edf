/** A row of the journal that is damaged, or was made by somebody else, costs only itself: the rest is there, and no start stops. */
import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openJournal } from '../src/storage/journal/open-journal.ts';
import { createProfileJournal } from '../src/storage/journal/profile-journal.ts';

const OPENERS = '\u009D'.repeat(200_000);
const WINDOW = {
  machineId: 8207,
  startsAtEpochS: 1_796_090_400,
  durationHours: 2,
  reason: 'x',
  category: 'disk',
} as const;

const open = () => {
  const opened = openJournal(':memory:');
  if ('problem' in opened) throw new Error(opened.problem);
  const { journal } = opened;
  onTestFinished(() => journal.close());
  return { journal, profile: () => createProfileJournal(journal, 'test', randomUUID()) };
};

/** Three accepted announcements. */
const withAnnouncements = () => {
  const opened = open();
  const { announcements } = opened.profile();
  for (const machineId of [8207, 8208, 8209]) {
    const begun = announcements.begin({ ...WINDOW, machineId }, '{}', 1000, []);
    if (!('id' in begun)) throw new Error('it was not noted');
    announcements.settle(begun.id, { kind: 'accepted', sentence: '1 notifications sent', atEpochMs: 2000 });
  }
  return opened;
};

describe('an announcement', () => {
  test('keeps the beginning of a sentence that is too long for a line, and says that it is one', () => {
    const { profile } = open();
    const { announcements } = profile();
    const begun = announcements.begin(WINDOW, '{}', 1000, []);
    if (!('id' in begun)) throw new Error('it was not noted');
    announcements.settle(begun.id, { kind: 'accepted', sentence: OPENERS, atEpochMs: 2000 });
    expect(profile().announcements.list(10)).toMatchObject([
      { outcome: { sentence: `${'\u009D'.repeat(2000)}... (cut)` } },
    ]);
  });

  test('whose sentence an earlier program kept whole is read cut', () => {
    const { journal, profile } = withAnnouncements();
    journal.prepare('UPDATE announcements SET words = ? WHERE machine_id = 8208').run(OPENERS);
    const sentences = ['1 notifications sent', `${'\u009D'.repeat(2000)}... (cut)`, '1 notifications sent'];
    expect(profile().announcements.list(10)).toMatchObject(sentences.map((sentence) => ({ outcome: { sentence } })));
  });

  test.each([
    ['a start after the last year', 'starts_at', 9_000_000_000_000_000n],
    ['a start that no number can hold', 'starts_at', 9_223_372_036_854_775_807n],
    ['a length of a million years', 'duration_hours', 1e10],
    ['a moment that no calendar knows', 'sent_at_ms', 9_223_372_036_854_775_807n],
    ['a decision that nobody makes', 'decision', 'perhaps'],
    ['a body of a megabyte', 'body', 'x'.repeat(1_000_000)],
  ])('with %s is left out, and the others are there', (_, column, value) => {
    const { journal, profile } = withAnnouncements();
    journal.prepare(`UPDATE announcements SET ${column} = ? WHERE machine_id = 8208`).run(value);
    expect(profile().announcements.list(10)).toMatchObject([{ machineId: 8209 }, { machineId: 8207 }]);
  });
});

describe('a webhook', () => {
  test('whose row cannot be read is left out, and texts that are too long are cut', () => {
    const { journal, profile } = open();
    const { webhooks } = profile();
    for (const name of ['one', 'two', 'three']) {
      const begun = webhooks.begin({ name, url: 'https://example.com', eventTypes: ['client:outbid'] }, 1000, []);
      if (!('line' in begun)) throw new Error('it was not noted');
      webhooks.settle(begun.line, { kind: 'created', switchedOn: ['client:outbid'] });
    }
    journal.prepare("UPDATE webhooks SET event_types = '[1' WHERE name = 'two'").run();
    journal.prepare("UPDATE webhooks SET url = ? WHERE name = 'one'").run(OPENERS);
    const [first, second, ...others] = profile().webhooks.list(10);
    expect([first?.name, second?.name, others.length]).toEqual(['three', 'one', 0]);
    expect(second?.url).toHaveLength(2009);
  });
});

describe('what is remembered besides', () => {
  test('is there without what is too long for it', () => {
    const { journal, profile } = open();
    const { filterLines, eventTypes } = profile();
    filterLines('offers').keep('num_gpus>=4');
    eventTypes.remember('client:outbid');
    journal.prepare("INSERT INTO filter_lines (profile, list, line) VALUES ('test', 'offers', ?)").run(OPENERS);
    journal.prepare("INSERT INTO event_types (profile, type) VALUES ('test', ?)").run(OPENERS);
    const read = profile();
    expect(read.filterLines('offers').list()).toEqual(['num_gpus>=4']);
    expect(read.eventTypes.list()).toEqual(['client:outbid', `${'\u009D'.repeat(2000)}... (cut)`]);
  });

  test('of preferences that are no list of types, nothing is confirmed', () => {
    const { journal, profile } = open();
    profile().preferences.confirm(7, { client: { outbid: { email: true, webhooks: false } } }, 1000);
    expect(profile().preferences.of(7).confirmed).toBeDefined();
    const hostile = JSON.stringify({ [OPENERS]: { outbid: { email: true, webhooks: false } } });
    journal.prepare('UPDATE confirmed_preferences SET preferences = ?').run(hostile);
    expect(profile().preferences.of(7)).toEqual({});
  });
});
