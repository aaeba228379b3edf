/** The notifications pane over a journal of its own, for stories that fill its form. */
import { rmSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { openJournal } from '../../src/storage/journal/open-journal.ts';
import { createProfileJournal, type ProfileJournal } from '../../src/storage/journal/profile-journal.ts';
import { type DeckOptions, type OpenDeck, openDeck } from './deck.tsx';

/** The profile's journal in `file`, as the run `session` sees it; it is closed with the test. */
export const journalIn = (file: string, session = 'first run'): ProfileJournal => {
  const opened = openJournal(file);
  if ('problem' in opened) throw new Error(opened.problem);
  onTestFinished(() => {
    opened.journal.close();
    rmSync(file, { force: true });
  });
  return createProfileJournal(opened.journal, 'default', session);
};

/** The program at its notifications pane, with a journal that is in no file unless `parts` has one; it ends with the test. */
export const openNotifications = async ({ parts, ...options }: DeckOptions): Promise<OpenDeck> => {
  const journal = parts?.journal ?? journalIn(':memory:');
  const deck = await openDeck({ ...options, parts: { pane: 'notifications', userId: 204117, ...parts, journal } });
  onTestFinished(deck.close);
  return deck;
};

/** Fills the form with a name, an address and two event types, each typed ahead in one piece, and leaves its fields. */
export const fillWebhook = async (deck: OpenDeck): Promise<void> => {
  await deck.press('notifications.new');
  await deck.send('alerts');
  await deck.press('notifications.field-enter');
  await deck.send('https://hooks.example/gpu');
  await deck.press('notifications.field-enter');
  for (const type of ['client:low_credit', 'host:machine_offline']) {
    await deck.send(type);
    await deck.press('notifications.field-enter');
  }
  await deck.press('notifications.field-leave');
};

/** Opens the review of a replacement, switches off each channel that is not known, and begins to type the word that sends. */
export const reviewPreferences = async (deck: OpenDeck): Promise<void> => {
  await deck.press('notifications.review');
  // A long name hides one of them, a narrow footer the other.
  const isAsked = () => /\? y on/.test(deck.text()) || / y on {3}/.test(deck.screen().at(-1) ?? '');
  const others = () => Number(/\((\d+) more\)/.exec(deck.text())?.[1] ?? 0);
  for (let round = 0; isAsked() && round < 1000; round++) await deck.send('n'.repeat(1 + others()));
  await deck.press('notifications.confirm');
};
