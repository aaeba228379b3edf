/** Whether offers can hold a job: against the filter that is suggested, which is another way to say it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileLine } from '../src/filter/evaluate.ts';
import { parseLine } from '../src/filter/parse.ts';
import { shortfallOf } from '../src/pricing/job-cost.ts';
import { acceptedWords, shortfallWords } from '../src/tui/panes/offers/job-costs.ts';

const JOB = { hours: 72, diskGb: 200, downGb: 0, upGb: 0 };
const DAY = 86_400;

test('an offer that ends before the job, or has less disk, is told from one that does not', () => {
  expect(shortfallOf({ duration: 3 * DAY, disk_space: 200 }, JOB)).toBeUndefined();
  expect(shortfallOf({ duration: 3 * DAY - 1, disk_space: 200 }, JOB)).toEqual({ hours: 72 - 1 / 3600 });
  expect(shortfallOf({ duration: 9 * DAY, disk_space: 199 }, JOB)).toEqual({ diskGb: 199 });
  expect(shortfallOf({ duration: null, disk_space: null }, JOB)).toBeUndefined();
  expect(shortfallOf({}, JOB)).toBeUndefined();
  expect(shortfallWords({ duration: 3 * DAY - 1, disk_space: 150 }, JOB)).toEqual([
    'The offer ends in 71.9 h, before the 72 h of the job are over.',
    'Its free disk, 150 GB, is less than the 200 GB of the job.',
  ]);
  expect(shortfallWords({ duration: 0 }, undefined)).toEqual([]);
});

const jobs = fc.record({
  hours: fc.integer({ min: 1, max: 400 }),
  diskGb: fc.integer({ min: 0, max: 400 }),
  downGb: fc.constant(0),
  upGb: fc.constant(0),
});
const offers = fc.array(
  fc.record({ duration: fc.integer({ min: 0, max: 400 * 3600 }), disk_space: fc.integer({ min: 0, max: 400 }) }),
  { maxLength: 20 },
);

test('the clauses that are named leave out those offers and no others', () => {
  fc.assert(
    fc.property(offers, jobs, (all, job) => {
      const [, count, clauses = ''] =
        /^(\d+) of \d+ cannot hold it: add (.*) to the filter\.$/.exec(acceptedWords(all, job)) ?? [];
      const { problems, ...line } = parseLine(clauses);
      const left = all.filter(compileLine(line));
      expect(problems).toEqual([]);
      expect(left).toEqual(all.filter((offer) => shortfallOf(offer, job) === undefined));
      expect(Number(count ?? 0)).toBe(all.length - left.length);
    }),
  );
});
