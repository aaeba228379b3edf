/** How a person makes one of the calls in the program, and sees what came of it. */
import type { OpenDeck } from '../support/deck.tsx';
import type { CaughtRequest } from '../support/fault-proxy.ts';
import type { CallName, Fault, Outcome } from './fault.ts';
import type { Book } from './world.ts';

/** One call, seen from the screen. Screens are judged by words typed here by hand. */
export type Called = {
  readonly name: CallName;
  /** The pane that makes it. */
  readonly pane: 'offers' | 'volumes' | 'connections' | 'maintenance' | 'notifications' | 'instances';
  /** True for the requests of this call. */
  readonly isMeant: (request: CaughtRequest) => boolean;
  /** Where the service writes it down; absent for a read. */
  readonly book?: Book;
  /** Types everything that there is to type, up to the key that makes the call. */
  readonly prepare: (deck: OpenDeck, machineId: number) => Promise<void>;
  /** Presses that key. */
  readonly make: (deck: OpenDeck) => Promise<void>;
  /** What the screen says became of it. */
  readonly outcome: (deck: OpenDeck, machineId: number) => Outcome | undefined;
  /** What was typed and chosen and is not there any more. May press keys that only look. */
  readonly lost: (deck: OpenDeck, machineId: number) => Promise<readonly string[]>;
  /** Makes the call again by the user's own word, once it has failed. */
  readonly again: (deck: OpenDeck, outcome: Outcome, machineId: number) => Promise<void>;
  /**
   * How often the program has made this call, by its own ledger; present where other calls follow, so that struck connections do not
   * tell.
   */
  readonly madeCount?: (deck: OpenDeck) => number;
  /** As what else `fault` may be seen in the end, where other calls go before this one or follow it. */
  readonly alsoSeenAs?: (fault: Fault) => Outcome | undefined;
  /** True where what it is made to is gone once it was carried out, so that it cannot be made again. */
  readonly isGoneOnce?: true;
  /** The body that goes out each time; absent for a read. */
  readonly body?: string;
  /**
   * True when a program that was just opened says that an outcome is unknown; undefined where there is nothing left of which it
   * could be said. May press keys that only look.
   */
  readonly saysUnknown?: (deck: OpenDeck, machineId: number) => Promise<boolean | undefined>;
};

/** The screen as one text without line breaks, so that sentences that were broken to fit are whole. */
export const words = (deck: OpenDeck): string => deck.text().replace(/\s+/g, ' ');

/** The names of those expectations that the screen does not meet. */
export const missing = (deck: OpenDeck, expected: Readonly<Record<string, RegExp>>): readonly string[] =>
  Object.entries(expected).flatMap(([name, pattern]) => (pattern.test(deck.text()) ? [] : [name]));
