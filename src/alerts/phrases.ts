/** The words that sentences are made of, as people write them. Pure. */
import type { Span } from '../filter/line.ts';
import type { Figure } from './sentence.ts';

/** A word of a sentence, with its place; `low` is what is compared: small letters, without what ends a sentence. */
export type Word = Span & { readonly low: string };

/** The words of `text`. */
export const wordsIn = (text: string): readonly Word[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index: from }) => ({
    from,
    to: from + word.length,
    low: word.toLowerCase().replace('’', "'").replace(ENDING, ''),
  }));

const ENDING = /[.,;!?]{1,9}$/;

/** How many of `words`, from `at` on, are one of `phrases`: those of the longest, 0 where none is there. */
export const phraseAt = (words: readonly Word[], at: number, phrases: readonly string[]): number =>
  phrases.reduce((longest, phrase) => {
    const parts = phrase.split(' ');
    return parts.length > longest && parts.every((part, place) => words[at + place]?.low === part)
      ? parts.length
      : longest;
  }, 0);

const list = (text: string): readonly string[] => text.split(', ');

/** What may stand before `when`, and what may stand in its place. */
export const POLITE = list('please, hey, gpudeck');
export const TELL = list(
  'notify me, tell me, alert me, warn me, ping me, inform me, message me, email me, mail me, remind me, let me know, i want to know, notify, alert, tell, warn, ping',
);
export const WHEN = list(
  'when, if, whenever, once, as soon as, every time, each time, any time, anytime, when any, when an, when a, when the, if any, if an, if a, if the, of, about, on',
);

/** What is said of offers and machines at the end of a sentence. */
export type State = 'there' | 'gone' | 'back' | 'rented' | 'free' | 'available';

const STATES: Readonly<Record<State, readonly string[]>> = {
  there: list(
    'appears, appear, appeared, is there, are there, shows up, show up, turns up, turn up, comes up, come up, pops up, pop up, exists, exist, is found, are found, is listed, are listed, gets listed, is offered, are offered, arrives, arrive, comes in',
  ),
  gone: list(
    "is gone, are gone, gone, goes, goes away, go away, disappears, disappear, disappeared, vanishes, vanish, is not there, isn't there, is delisted, is unlisted, goes offline, is offline, offline, is down, goes down, is missing, leaves, is unavailable, is not available, isn't available, is no longer available, are no longer available, is no longer there, is not listed",
  ),
  back: list(
    'is back, are back, back, comes back, come back, returns, return, is online, goes online, online, comes back online, is back online, reappears, is up',
  ),
  rented: list(
    'is rented, are rented, rented, is rented out, gets rented, get rented, becomes rented, is taken, gets taken, is in use, is busy, is booked',
  ),
  free: list(
    "is free, are free, free, becomes free, gets free, is idle, is not rented, isn't rented, is unrented, is released, is rentable, is no longer rented",
  ),
  available: list('is available, are available, becomes available, become available, gets available, available'),
};

/** Single words that end a sentence about what comes. */
export const COMING: readonly string[] = STATES.there.filter((phrase) => !phrase.includes(' '));

/** What the last of `words` say of what stands before them, and how many they are; undefined where they say nothing. */
export const stateAtEnd = (words: readonly Word[]): { readonly state: State; readonly count: number } | undefined => {
  for (let count = Math.min(4, words.length); count > 0; count--) {
    const said = words.slice(words.length - count).map(({ low }) => low);
    const found = Object.entries(STATES).find(([, phrases]) => phrases.includes(said.join(' ')));
    if (found !== undefined) return { state: found[0] as State, count };
  }
  return undefined;
};

/** Single words that end a sentence, for what is mistyped. */
export const STATE_WORDS: Readonly<Record<string, string>> = {
  appears: 'appears',
  gone: 'is gone',
  disappears: 'is gone',
  rented: 'is rented',
  available: 'appears',
};

/** Words by which a figure moves. */
export const MOVES: Readonly<Record<'falls' | 'rises', readonly string[]>> = {
  falls: list(
    'falls, fall, fell, falling, drops, drop, dropped, decreases, decrease, declines, decline, sinks, sink, lowers, goes down, go down, comes down, is down, shrinks, dips, plunges',
  ),
  rises: list(
    'rises, rise, rose, rising, raises, increases, increase, climbs, climb, grows, grow, jumps, jump, goes up, go up, comes up, is up, gains',
  ),
};

/** Words between a figure and a price that say on which side of it. */
export const SIDES: Readonly<Record<'falls' | 'rises', readonly string[]>> = {
  falls: list('below, under, beneath, to below, to under, less than, lower than, cheaper than, <, <=, down to, to'),
  rises: list('above, over, beyond, to above, to over, more than, higher than, greater than, >, >=, up to, to'),
};

/** What stands before a side where no word of moving does. */
export const BEING = list('is, are, gets, get, goes, go, becomes, was, comes, moves');

/** What stands before the time in which a figure moves, and is not part of it. */
export const IN_TIME = list('in, within, over, during, inside, for, per, a, an, the, last, past, each, every, one');

/** Figures as they are called. */
export const CALLED: Readonly<Record<string, Figure>> = {
  ...{ minimum: 'min', lowest: 'min', cheapest: 'min', least: 'min' },
  ...{ maximum: 'max', highest: 'max', dearest: 'max', most: 'max' },
  ...{ p50: 'median', med: 'median', middle: 'median' },
};

/** What is not counted here, and the figure that is likeliest meant. */
export const MEANT: Readonly<Record<string, Figure>> = {
  ...{ average: 'median', avg: 'median', mean: 'median', typical: 'median' },
  ...{ price: 'min', prices: 'median', cost: 'min', costs: 'median' },
  ...{ p1: 'p10', p5: 'p10', p20: 'p25', p30: 'p25', p33: 'p25', p40: 'median', p60: 'median' },
  ...{ p70: 'p75', p80: 'p75', p95: 'p90', p99: 'p90', quartile: 'p25' },
};

/** Words that say nothing of an offer. */
export const SAYING_NOTHING = list(
  'a, an, any, the, some, one, new, offer, offers, gpu, gpus, card, cards, machine, machines, for, with, of, that, which, is, are, at, my, price, priced, costing, costs, cheap, cheaper, cheapest',
);
