/**
 * Runs of the program on one journal, one after the other or at once, that end without being quit. In a test all of them are one
 * process, so that the journal is told afterwards that a run belonged to another one, which has ended.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { type DeckOptions, type OpenDeck, openDeck } from './deck.tsx';
import { startJournal } from './journal.ts';
import { folderInMemory } from './local-service.ts';

/** The runs. */
type Runs = {
  /** The journal's file. */
  readonly file: string;
  /** Starts the program; it ends with the test unless it dies before. */
  readonly start: (options?: Partial<DeckOptions>) => Promise<OpenDeck>;
  /** The line of this run is cut: what it has noted is in the journal, and nothing more comes. */
  readonly die: (deck: OpenDeck) => Promise<void>;
};

/** Runs against `service`, on a journal of their own. */
export const startRuns = (service: DeckOptions['service']): Runs => {
  const file = join(folderInMemory(), 'journal.db');
  const closing = new Map<OpenDeck, () => Promise<void>>();
  return {
    file,
    start: async ({ parts, ...options } = {}) => {
      const journal = startJournal(file);
      const deck = await openDeck({ service, ...options, parts: { journal, timeZone: 'Europe/Berlin', ...parts } });
      let isOpen = true;
      const close = async () => {
        if (!isOpen) return;
        isOpen = false;
        // Killed, not ended: whatever the program would still note, it cannot.
        journal.close();
        await deck.close();
      };
      closing.set(deck, close);
      onTestFinished(close);
      return deck;
    },
    die: async (deck) => {
      deck.deck.session.flush();
      await closing.get(deck)?.();
      const database = new DatabaseSync(file);
      database.exec("UPDATE sessions SET began = 'before'");
      database.close();
    },
  };
};
