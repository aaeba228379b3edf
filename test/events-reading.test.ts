/** What the page of events keeps of the history's store: the newest, however they come, and no more than it can show. */
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteHistory } from '../src/history/sqlite-store.ts';
import { readingOf } from '../src/tui/panes/notifications/events-reading.ts';

const SERVICE = 'https://market.example';

const startStore = () => {
  const opened = openSqliteHistory(':memory:', 0);
  if ('problem' in opened) throw new Error(opened.problem);
  const { store } = opened;
  onTestFinished(() => store.close());
  let id = 0;
  const note = async (count: number, text: string) => {
    for (let place = 0; place < count; place++)
      await store.noteEvent({ service: SERVICE, kind: 'delivery', id: `e-${++id}`, atEpochMs: id, body: text });
  };
  return { store, note };
};

test.each([
  ['so many', [990, 30], '{}', 1000, 'e-21'],
  ['so many characters', [100, 50], 'x'.repeat(64_000), 125, 'e-26'],
  ['what came while one read', [3, 2], '{}', 5, 'e-1'],
])('keeps %s, the newest', async (_, counts, text, kept, first) => {
  const { store, note } = startStore();
  const read = readingOf(SERVICE);
  let happened = await read(store, 0);
  for (const count of counts) {
    await note(count, text);
    [happened] = await Promise.all([read(store, 0), read(store, 0)]);
  }
  expect(happened).toHaveLength(kept);
  expect(happened[0]?.id).toBe(first);
});
