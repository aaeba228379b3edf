/** The form of what machines are offered at, and what it comes to for each of them. */
import { describe, expect, test } from 'vitest';
import { termWords } from '../src/hosting/list-terms.ts';
import { readDiscount, readEnd, readMinBid, readPrice, readSlice, readVolumeGb } from '../src/hosting/read-term.ts';
import type { PriceField } from '../src/tui/panes/machines/pricing/fields.ts';
import {
  fieldProblem,
  formEmptied,
  formFollowed,
  formFor,
  formOf,
  labelsOf,
  type Priced,
  type PriceForm,
  plannedIn,
  typedIn,
} from '../src/tui/panes/machines/pricing/form.ts';
import { saidOfForm, whyNotSent } from '../src/tui/panes/machines/pricing/said.ts';
import { lineReplaced } from '../src/tui/state/line.ts';

const NOW = { timeZone: 'Europe/Berlin', nowEpochMs: Date.UTC(2026, 10, 27, 12) };

/** 2027-03-01 18:00 in Berlin. */
const END = Date.UTC(2027, 2, 1, 17) / 1000;

const OTHERS = [0.3, 0.35, 0.4, 0.45, 0.5];

const machine = (id: number, more: Partial<Priced['machine']> = {}): Priced => ({
  machine: {
    ...{ id, num_gpus: 4, listed: true, listed_gpu_cost: 0.42, listed_storage_cost: 0.15, min_bid_price: 0.1 },
    ...{ listed_inet_up_cost: 0.0029, listed_inet_down_cost: 0.002, listed_volume_cost: 0.12 },
    ...{ min_chunk: 1, end_date: END, credit_discount_max: 0.3 },
    ...more,
  },
  market: { others: OTHERS, isWhole: true, readAtEpochMs: NOW.nowEpochMs },
});

const plansOf = (form: PriceForm, machines: readonly Priced[]) => plannedIn(form, machines).map(({ plan }) => plan);

const typed = (form: PriceForm, texts: Partial<Record<PriceField, string>>): PriceForm => ({
  ...form,
  lines: {
    ...form.lines,
    ...Object.fromEntries(
      Object.entries(texts).map(([field, text]) => [field, lineReplaced(text)(form.lines.pricePerGpu)]),
    ),
  },
});

const formWith = (machines: readonly Priced[], texts: Partial<Record<PriceField, string>>): PriceForm =>
  typed(formFor(undefined, machines, NOW), texts);

describe('what is typed for a term', () => {
  test.each([
    ['2027-03-01', Date.UTC(2027, 1, 28, 23) / 1000],
    ['2027-03-01 18:00', END],
    ['90d', Date.UTC(2027, 1, 25, 12) / 1000],
    ['+2 weeks', Date.UTC(2026, 11, 11, 12) / 1000],
    ['3 months', Date.UTC(2027, 1, 27, 12) / 1000],
    ['1 year', Date.UTC(2027, 10, 27, 12) / 1000],
    ['none', null],
  ])('an offer ends %s', (text, value) => {
    expect(readEnd(text, NOW)).toEqual({ value });
  });

  test('a moment that has passed, and what is none, say so', () => {
    expect(readEnd('2026-11-01', NOW)).toEqual({ problem: expect.stringContaining('in the past') });
    expect(readEnd('whenever', NOW)).toEqual({ problem: expect.stringContaining('3 months') });
  });

  test('figures are read with what people write around them', () => {
    expect(readPrice('$0.15')).toEqual({ value: 0.15 });
    expect(readPrice('0')).toEqual({ value: 0 });
    expect(readMinBid('none')).toEqual({ value: null });
    expect(readDiscount('30%')).toEqual({ value: 0.3 });
    expect(readSlice('2')).toEqual({ value: 2 });
    expect(readVolumeGb('2TB')).toEqual({ value: 2000 });
    expect(readVolumeGb('none')).toEqual({ value: 0 });
  });

  test.each([
    [readPrice, '-1'],
    [readMinBid, '0'],
    [readDiscount, '101'],
    [readSlice, '0'],
    [readSlice, '1.5'],
    [readVolumeGb, 'much'],
  ])('%o takes no %s', (read, text) => {
    expect(read(text)).toHaveProperty('problem');
  });
});

describe('the form', () => {
  test('of one machine has what it is listed with, and sends its exact values where nothing else is typed', () => {
    const one = machine(7, { listed_gpu_cost: 0.41999999 });
    const form = formWith([one], { volumeGb: 'none' });
    expect(form.present).toMatchObject({ pricePerGpu: '0.42', end: '2027-03-01 18:00', discount: '30', volumeGb: '' });
    expect(typedIn(form)).toEqual({ volumeGb: 'none' });
    expect(plansOf(form, [one])).toMatchObject([
      {
        sent: {
          ...{ machineId: 7, pricePerGpu: 0.41999999, diskPrice: 0.15, upPrice: 0.0029, downPrice: 0.002, minBid: 0.1 },
          ...{ minChunk: 1, end: END, discount: 0.3, volumeGb: 0, volumePrice: 0.12 },
        },
      },
    ]);
  });

  test('of several is empty where they differ, and leaves each its own value there', () => {
    const two = [machine(7), machine(8, { listed_gpu_cost: 0.5, min_chunk: 2 })];
    const form = formWith(two, { volumeGb: '500', minChunk: '4' });
    expect(form.present).toMatchObject({ pricePerGpu: '', minChunk: '', diskPrice: '0.15' });
    expect(labelsOf(form, two, false).pricePerGpu.empty).toBe('several: 0.42 to 0.5');
    expect(plansOf(form, two)).toMatchObject([
      { sent: { machineId: 7, pricePerGpu: 0.42, minChunk: 4, volumeGb: 500 } },
      { sent: { machineId: 8, pricePerGpu: 0.5, minChunk: 4, volumeGb: 500 } },
    ]);
  });

  test('takes a word of the market, and a change of the price of each', () => {
    const two = [machine(7), machine(8, { listed_gpu_cost: 0.5 })];
    const prices = (word: string) =>
      plansOf(formWith(two, { pricePerGpu: word }), two).map((plan) => 'sent' in plan && plan.sent.pricePerGpu);
    expect(prices('median-5%')).toEqual([0.38, 0.38]);
    expect(prices('+10%')).toEqual([0.462, 0.55]);
  });

  test('makes of a change that was sent and not answered the price that it was then', () => {
    const raised = machine(7, { listed_gpu_cost: 0.462 });
    const sent = [{ id: 7, value: '0.462, +10%, volume 0 GB' }];
    const priceOf = (word: string) =>
      plansOf({ ...formWith([raised], { pricePerGpu: word }), unanswered: sent }, [raised]).map(
        (plan) => 'sent' in plan && plan.sent.pricePerGpu,
      );
    expect([priceOf('+10%'), priceOf('+20%')]).toEqual([[0.462], [0.5544]]);
  });

  test('names what is not known, without which nothing is sent', () => {
    const lacking = machine(8, { min_chunk: null, min_bid_price: null, end_date: END - 1e8, listed: false });
    const both = [machine(7), lacking];
    const form = formWith(both, { volumeGb: 'none' });
    const [, end] = [labelsOf(form, both, false), labelsOf(form, [lacking], false)];
    expect(labelsOf(form, both, false).minChunk.empty).toBe('several: 1, not known of 1');
    expect([end.end.empty, end.minBid.empty]).toEqual(['past: fill it in', 'not known: not sent']);
    expect(plannedIn(form, both).map(whyNotSent)).toEqual([undefined, 'smallest slice not known, its end is past']);
    expect(plansOf(typed(form, { minChunk: '2', end: 'none' }), [lacking])).toMatchObject([
      { sent: { minChunk: 2, end: null } },
    ]);
  });

  test('always asks for the size of the volume', () => {
    const form = formWith([machine(7)], {});
    expect(fieldProblem(form, 'volumeGb')).toBe('The size of the volume is asked each time: write GB, or none.');
    expect(fieldProblem(typed(form, { volumeGb: '0' }), 'volumeGb')).toBeUndefined();
  });

  test('does not send a machine a slice that it has too few GPUs for', () => {
    const two = [machine(7), machine(8, { num_gpus: 2 })];
    const form = formWith(two, { minChunk: '4' });
    expect(plannedIn(form, two).map(whyNotSent)).toEqual([undefined, 'It has 2 GPUs: no slice is larger.']);
  });

  test('stands as it was left for the very same machines; for others it can be brought back', () => {
    const left = formWith([machine(7)], { pricePerGpu: '0.39' });
    expect(typedIn(formFor(left, [machine(7)], NOW))).toEqual({ pricePerGpu: '0.39' });
    const other = formFor(left, [machine(8)], NOW);
    expect(typedIn(other)).toEqual({});
    expect(other.lines.pricePerGpu.cancelled).toBe('0.39');
    expect(typedIn(formEmptied(left))).toEqual({});
  });

  test('follows a newer list where nothing was typed', () => {
    const left = formWith([machine(7)], { diskPrice: '0.2' });
    const now = formFollowed(left, [machine(7, { listed_gpu_cost: 0.5, listed_storage_cost: 0.16 })]);
    expect(now.lines.pricePerGpu.text).toBe('0.5');
    expect(typedIn(now)).toEqual({ diskPrice: '0.2' });
  });

  test('that was resumed before its machines are listed keeps what was typed', () => {
    const resumed = formOf([], [7], NOW, { pricePerGpu: 'p25' }, 'end');
    const now = formFollowed(resumed, [machine(7)]);
    expect(typedIn(now)).toEqual({ pricePerGpu: 'p25' });
    expect(now.lines.end.text).toBe('2027-03-01 18:00');
  });
});

describe('what is said of the form', () => {
  const said = (form: PriceForm, machines: readonly Priced[], rows = 9) =>
    saidOfForm(form, machines, { width: 78, isBeside: false, rows, bars: 'told' }).map(({ lines }) =>
      lines.map((line) =>
        line
          .map(({ text }) => text)
          .join('')
          .trimEnd(),
      ),
    );

  test('tells the market, and where each price would stand, those first that are not sent', () => {
    const two = [machine(7), machine(8, { min_chunk: null })];
    const form = formWith(two, { pricePerGpu: 'p25' });
    expect(said(form, two)).toEqual([
      [],
      [
        '5 comparable from 0.3000, p25 0.3500, median 0.4000, p75 0.4500.',
        'Write 0.42, p25, median, median-5%, 3rd, or +10% of the present price.',
      ],
      ['8  not sent: smallest slice not known', '7  0.4200 -> 0.3500  2nd of 6  -13%'],
      [],
    ]);
  });

  test('tells of a long price six digits, and sends all of it', () => {
    const long = machine(7, { listed_gpu_cost: 0.41999999, listed_storage_cost: 0.13658550830912902 });
    const form = formWith([long], { volumeGb: 'none' });
    expect(said(form, [long])[2]).toEqual(['7  ~0.4200  4th of 6  +5%']);
    expect(said(typed(form, { pricePerGpu: '0.3' }), [long])[2]).toEqual(['7  ~0.4200 -> 0.3000  1st of 6  -25%']);
    expect(termWords('diskPrice', 0.13658550830912902, 'UTC')).toBe('~$0.136586/GB/month');
    expect(termWords('diskPrice', 0.1 + 0.2, 'UTC')).toBe('$0.3000/GB/month');
    expect(plansOf(form, [long])).toMatchObject([
      { sent: { pricePerGpu: 0.41999999, diskPrice: 0.13658550830912902 } },
    ]);
  });

  test('says what is wrong with a field that was left, and counts machines that have no room', () => {
    const many = Array.from({ length: 5 }, (_, place) => machine(place + 1));
    const form = { ...formWith(many, { end: 'whenever', diskPrice: 'much' }), at: 'end' } as const;
    const [wrong, open, none] = said(form, many, 5);
    expect(wrong).toEqual(['! Disk, $/GB/month: Write a price in $, such as 0.15.']);
    expect(open?.join(' ')).toContain('Write when it ends');
    expect(none).toEqual([]);
    const [, , rows] = said({ ...formWith(many, {}), at: 'upPrice' }, many, 4);
    expect(rows).toEqual(['1  0.4200  4th of 6  +5%', '2  0.4200  4th of 6  +5%', 'and 3 more']);
  });
});

describe('figures that are typed', () => {
  test.each(['0x10', '1e3', '0.1 5', '', '-1', '.', '1,5'])('%j is no price', (text) => {
    expect(readPrice(text)).toHaveProperty('problem');
  });

  test('a discount of less than one percent is not guessed from what may be a share', () => {
    expect(['30', '30 %', '0.5 %', 'none', '0'].map(readDiscount)).toEqual(
      [0.3, 0.3, 0.005, 0, 0].map((value) => ({ value })),
    );
    expect(readDiscount('0.3')).toEqual({ problem: expect.stringContaining('30 % for that share') });
    for (const text of ['0x1e', '', '101', '%']) expect(readDiscount(text)).toHaveProperty('problem');
  });
});
