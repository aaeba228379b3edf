/**
 * On a screen of any width a figure is there whole, or not at all: what is left of one that is cut would be taken for another.
 *
 * @module-tag exhaustive
 */
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenDeck, openDeck } from '../support/deck.tsx';
import { startTestService } from '../support/local-service.ts';
import { type Says, tour } from '../support/tour.tsx';

/** The pages, each with the keys that lead to it from the one before. */
const PAGES: readonly (readonly [page: string, ...keys: string[]])[] = [
  ['the offers'],
  ['an offer', 'offers.open'],
  ['its costs', 'offers.page'],
  ['its market', 'offers.close', 'offers.position'],
  ['the own machines', 'offers.position-close', 'offers.own-position'],
  ['what the filter keeps', 'offers.own-close', 'offers.waterfall'],
  ['the market counted', 'offers.waterfall-ask'],
  ['offers side by side', 'offers.waterfall-close', 'offers.mark', 'offers.mark', 'offers.compare'],
  ['the form of a rental', 'offers.compare-close', 'offers.unmark', 'offers.rent'],
  ['the volumes', 'offers.rent-leave', 'frame.volumes'],
  ['a volume', 'volumes.open'],
  ['the connections', 'volumes.close', 'frame.connections'],
  ['the machines of a host', 'frame.maintenance', 'maintenance.page', 'maintenance.page'],
  ['the windows', 'maintenance.page'],
  ['the week of windows', 'maintenance.page'],
  ['the webhooks', 'frame.notifications'],
  ['the preferences', 'notifications.tab'],
  ['the requests', 'frame.ledger'],
  ['a request', 'ledger.open'],
  ['the instances', 'ledger.close', 'frame.instances'],
  ['an instance', 'instances.open'],
];

/** Figures as they stand on a screen. */
const figuresIn = (text: string): readonly string[] => text.match(/\d[-\d.,:/]*/g) ?? [];

/** What the service says on the tour of all screens. */
const SAYS: Says = {
  texts: ['97th of 178', 'RTX 4090 24,564 MB', '2026-11-21 12:00:00 until 2026-12-24 18:30:00 at $1,234.50 each'],
  sentence: ' 3 of 1,000 at 12:00:00',
  typed: '1,234,567.89 of 100,000',
  json: '[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]',
};

/** What of the screen is a figure that was cut: one before the mark, or at the edge without being one of `whole`. */
const cutIn = (deck: OpenDeck, width: number, whole: ReadonlySet<string>): readonly string[] =>
  deck.screen().filter((line) => {
    // Which page it is stands at the edge: `[Costs] 2/3`.
    const [edge] = /(?<!\] )\d[-\d.,:/]*$/.exec(line.length >= width ? line : '') ?? [];
    return /\d[-.,:/]*…/.test(line) || (edge !== undefined && !whole.has(edge));
  });

test('no figure is cut in its middle on any page, whatever the width', async () => {
  const service = await startTestService({ offers: 800, seed: 11 });
  // With a line that is known lists have their previews where there is room.
  const link = () => ({ roundTripMs: 60, isSlow: false, sentBytes: 0 });
  const deck = await openDeck({ service, parts: { userId: 204_117 }, columns: 200, rows: 30, link });
  onTestFinished(deck.close);
  const widths = [40, 60, 80, ...fc.sample(fc.integer({ min: 41, max: 199 }), 5), 150];
  for (const [page, ...keys] of PAGES) {
    await deck.press(...keys);
    const whole = new Set(figuresIn(deck.text()));
    for (const width of widths) {
      await deck.resize(width, 30);
      expect(cutIn(deck, width, whole), `${page}, ${width} columns`).toEqual([]);
    }
    await deck.resize(200, 30);
  }
});

test.each([
  ['when all goes well', false],
  ['when every call fails', true],
])('nor on any screen of the program, %s', async (_, isFailing) => {
  for (const columns of [40, ...fc.sample(fc.integer({ min: 41, max: 199 }), 2)]) {
    const cut = new Map<string, readonly string[]>();
    await tour(
      { ...SAYS, isFailing },
      (place, deck) => {
        const lines = deck.screen().filter((line) => /\d[-.,:/]*…/.test(line));
        if (lines.length > 0) cut.set(`${place}, ${columns} columns`, lines);
      },
      { columns, rows: 30 },
    );
    expect(Object.fromEntries(cut)).toEqual({});
  }
});
