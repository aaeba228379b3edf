/** A job as a text and as a form: what is read of it, and that it is written so that it is read the same. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jobCost, type Workload } from '../src/pricing/job-cost.ts';

import {
  readPart,
  readWorkload,
  WORKLOAD_PARTS,
  type WorkloadPart,
  workloadText,
} from '../src/pricing/workload-text.ts';
import { formEdited, formOpened, readForm } from '../src/tui/panes/offers/job.ts';
import type { WorkloadPage } from '../src/tui/panes/offers/pages.ts';
import { fieldMoved } from '../src/tui/state/form.ts';
import { lineReplaced } from '../src/tui/state/line.ts';

const size = fc.oneof(
  fc.nat(100_000),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((gb) => Math.abs(gb)),
);
const workloads = fc.record(
  {
    hours: fc.oneof(fc.integer({ min: 1, max: 9000 }), fc.double({ min: 0.001, max: 1e6, noNaN: true })),
    diskGb: size,
    downGb: size,
    upGb: size,
    slaTarget: fc.oneof(fc.constantFrom(0.5, 0.95, 0.99, 0.999), fc.double({ min: 0.01, max: 0.9999, noNaN: true })),
  },
  { requiredKeys: ['hours', 'diskGb', 'downGb', 'upGb'] },
);

describe('a job as a text', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(workloads, (job) => {
        expect(readWorkload(workloadText(job))).toEqual(job);
      }),
    );
  });

  test.each<[string, Partial<Workload>]>([
    ['hours=3d', { hours: 72, downGb: 0, upGb: 0 }],
    ['hours=1,down=1TB,up=1TiB', { hours: 1, downGb: 1000, upGb: 1099.511627776 }],
    ['hours=1.5,disk=2TB', { hours: 1.5, diskGb: 2000, downGb: 0, upGb: 0 }],
    ['Hours=72, sla=99', { hours: 72, downGb: 0, upGb: 0, slaTarget: 0.99 }],
    ['hours=72,sla=99.9%', { hours: 72, downGb: 0, upGb: 0, slaTarget: 0.999 }],
    ['hours=72,sla=0.95,up=1TB', { hours: 72, downGb: 0, upGb: 1000, slaTarget: 0.95 }],
  ])('%s', (text, job) => {
    expect(readWorkload(text)).toEqual(job);
  });

  test.each<[WorkloadPart, string, string]>([
    ['hours', '0', 'A job of 0 hours has no price'],
    ['hours', '-3', '"-3" is not a number of hours'],
    ['hours', 'Infinity', '"Infinity" is too long'],
    ['hours', '2000000', 'a job runs at most 1,000,000 hours'],
    ['disk', '-1', '"-1" is not a size'],
    ['sla', '100', '"100" is not an SLA target: write a share below 100 %'],
    ['sla', '1', '"1" is not an SLA target'],
    ['sla', '0', '"0" is not an SLA target'],
    ['sla', 'high', '"high" is not an SLA target'],
  ])('%s of %s is refused', (part, text, problem) => {
    expect(readPart(part, text)).toEqual({ problem: expect.stringContaining(problem) });
  });
});

describe('a job on a form', () => {
  test('stands there as it is in force, and is read the same', () => {
    fc.assert(
      fc.property(workloads, fc.nat(6), (job, moves) => {
        const form = Array.from({ length: moves }).reduce<WorkloadPage>(
          (now) => fieldMoved(now, WORKLOAD_PARTS, 1),
          formOpened(job),
        );
        expect(readForm(form, 8, true)).toEqual({ workload: job });
      }),
    );
  });

  test('takes figures as the screen shows them, with commas', () => {
    const form = formEdited(formOpened(undefined), lineReplaced('1,000'));
    expect(readForm(form, 8, false)).toEqual({ workload: { hours: 1000, diskGb: 8, downGb: 0, upGb: 0 } });
  });
});

test('with an SLA target a cost is known only where the price has the premium in it, and the service names it', () => {
  const offer = {
    dph_total: 0.6,
    storage_total_cost: 0.02,
    storage_cost: 0.18,
    inet_down_cost: 0.01,
    inet_up_cost: 0.02,
  };
  const job = { hours: 100, diskGb: 40, downGb: 10, upGb: 5, slaTarget: 0.99 };
  const unknown = { job_total: null, job_hour: null };
  expect(jobCost(offer, job)).toEqual(unknown);
  expect(jobCost({ ...offer, search: { slaPremiumPerHour: null } }, job)).toEqual(unknown);
  expect(jobCost({ ...offer, search: { slaPremiumPerHour: 0.1 } }, job, false)).toEqual(unknown);
  // 100 x (0.6 - 0.02 + 0.18 x 40 / 720) + 10 x 0.01 + 5 x 0.02; the premium is in the 0.6.
  expect(jobCost({ ...offer, search: { slaPremiumPerHour: 0.1 } }, job).job_total).toBeCloseTo(59.2, 9);
});
