/** Tab in the filter line of offers, as a transition: what it writes, and what it only says. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '../src/catalogue/values.ts';
import { candidateSegments } from '../src/tui/panes/list-pane/completing.ts';
import {
  canTake,
  filterCompleted,
  isWalking,
  offeringHere,
  suggestingHeld,
} from '../src/tui/panes/offers/filter/completing.ts';
import { type OfferList, offersArranged } from '../src/tui/panes/offers/list.ts';
import { initialOffers, USUAL_START } from '../src/tui/panes/offers/state.ts';
import { lineReplaced } from '../src/tui/state/line.ts';
import { rowsReplaced } from '../src/tui/state/list.ts';
import { filterEdited, filterOpened } from '../src/tui/state/list-filter.ts';
import { segmentsWidth } from '../src/tui/ui/segments.ts';

const HEIGHT = 10;

const OFFERS = [
  { id: 1, gpu_name: 'RTX 4090', host_id: 7, geolocation: 'Texas, US', num_gpus: 1 },
  { id: 2, gpu_name: 'RTX 4090', host_id: 7, geolocation: 'Sweden, SE', num_gpus: 2 },
  { id: 3, gpu_name: 'H100 SXM', host_id: 9, geolocation: null, num_gpus: 8 },
] as readonly Offer[];

const typed = (text: string, at = text.length, offers = OFFERS): OfferList => {
  const list = rowsReplaced(initialOffers(USUAL_START).list, offers, offersArranged(HEIGHT));
  const opened = filterOpened(list, offersArranged(HEIGHT));
  return filterEdited(opened, lineReplaced(text, at)(opened.filter), offersArranged(HEIGHT));
};

const tab = (list: OfferList, steps: 1 | -1 = 1) => filterCompleted(list, steps, HEIGHT);
const counted = (text: string) => offeringHere(typed(text)).items.map(({ text: name, count }) => [name, count]);

describe('Tab', () => {
  test('writes the first candidate, then the others around, and back', () => {
    const first = tab(typed('gpu_name='));
    expect(first.filter.text).toBe('gpu_name=RTX_4090');
    expect(tab(first).filter.text).toBe('gpu_name=H100_SXM');
    expect(tab(tab(first)).filter.text).toBe('gpu_name=RTX_4090');
    expect(tab(typed('gpu_name='), -1).filter.text).toBe('gpu_name=H100_SXM');
  });

  test('goes on behind a name that is the only one', () => {
    const named = tab(typed('gpu_na'));
    expect(named.filter.text).toBe('gpu_name');
    expect(isWalking(named)).toBe(false);
    expect(tab(named).filter.text).toBe('gpu_name=');
  });

  test('first says what is wrong with the figure before the cursor, and then mends it', () => {
    const said = tab(typed('compute_cap>=70'));
    expect(said.filter.text).toBe('compute_cap>=70');
    expect(suggestingHeld(said)?.suggestion).toBe('7.0');
    expect(tab(said).filter.text).toBe('compute_cap>=7.0');
  });

  test('mends what stands before the cursor without moving that', () => {
    const { filter } = tab(typed('gpu_nmae=RTX_4090'));
    expect(filter).toMatchObject({ text: 'gpu_name=RTX_4090', at: 17 });
    expect(tab(typed('gpu_nmae=RTX_4090 stat', 2)).filter).toMatchObject({ text: 'gpu_name=RTX_4090 stat', at: 8 });
  });

  test('changes nothing where nothing can stand', () => {
    for (const list of [typed('zzz'), typed('gpu_name', 3), typed('"gpu'), typed('num_gpus>=4')])
      expect(tab(list)).toBe(list);
  });

  test('leaves what stands behind the cursor', () => {
    expect(tab(typed('gpu_name=h ] static_ip', 10)).filter).toMatchObject({
      text: 'gpu_name=H100_SXM ] static_ip',
      at: 17,
    });
  });
});

describe('counts', () => {
  test('are those of the offers at hand: models, countries, regions, ids and truths', () => {
    expect(counted('gpu_name=')).toEqual([
      ['RTX_4090', 2],
      ['H100_SXM', 1],
    ]);
    expect(counted('geolocation=s').slice(0, 2)).toEqual([
      ['SE', 1],
      ['SOUTH_AMERICA', undefined],
    ]);
    expect(counted('geolocation=euro')).toEqual([['EUROPE', 1]]);
    expect(counted('host_id in [')).toEqual([
      ['7', 2],
      ['9', 1],
    ]);
  });

  test('follow other rows', () => {
    const list = rowsReplaced(typed('gpu_name='), OFFERS.slice(1), offersArranged(HEIGHT));
    expect(offeringHere(list).items.map(({ count }) => count)).toEqual([1, 1]);
  });

  test('stay as they were while candidates are gone through', () => {
    const walking = rowsReplaced(tab(typed('gpu_name=')), OFFERS.slice(2), offersArranged(HEIGHT));
    expect(offeringHere(walking).items.map(({ count }) => count)).toEqual([2, 1]);
  });
});

test('Right takes a candidate only at the end of a line that is begun and right', () => {
  expect(canTake(typed('gpu_na'))).toBe(true);
  expect(canTake(typed('gpu_na', 5))).toBe(false);
  expect(canTake(typed('gpu_na static_ip', 6))).toBe(false);
  expect(canTake(typed('gpu_name='))).toBe(false);
  expect(canTake(typed(''))).toBe(false);
  expect(canTake(typed('num_gpu>=4 gpu_na'))).toBe(false);
  expect(canTake(tab(typed('gpu_')))).toBe(false);
});

const PIECES = [
  'gpu_',
  'name',
  '=',
  ' ',
  ' in [',
  ',',
  '|',
  ' | ',
  '!',
  'h',
  'RTX_4090',
  ']',
  'geolocation',
  'eu',
  '>=',
  '4',
];

test('whatever is typed, candidates fit their line with the chosen one among them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.nat(12),
      fc.integer({ min: 60, max: 160 }),
      (text, presses, width) => {
        let list = typed(text);
        for (let press = 0; press < presses; press++) list = tab(list);
        const offering = offeringHere(list);
        if (offering.items.length === 0) return;
        const segments = candidateSegments(offering, width);
        expect(segmentsWidth(segments)).toBeLessThanOrEqual(width);
        expect(segments.filter(({ role }) => role === 'strong')).toHaveLength(isWalking(list) ? 1 : 0);
      },
    ),
  );
});
