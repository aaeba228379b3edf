/** The request of a view, its text and back: the command that is copied asks, in a real shell's words, what the pane asks. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callOf } from '../src/api/call.ts';
import { CALLS } from '../src/api/calls.ts';
import { printable } from '../src/base/printable.ts';
import { printLine } from '../src/filter/print.ts';
import { searchCommand } from '../src/tui/panes/offers/copying.ts';
import { initialOffers, searchRequest } from '../src/tui/panes/offers/state.ts';
import { conditions, words } from './support/filter-lines.ts';
import { gpudeck } from './support/one-shot.ts';

const asLine = (
  ...[clauses, searched]: readonly [
    Parameters<typeof printLine>[0]['clauses'],
    Parameters<typeof printLine>[0]['words'],
  ]
) => printLine({ clauses, words: searched });

const views = fc.record({
  filter: fc
    .tuple(conditions, words)
    .map((parts) => asLine(...parts))
    .filter((text) => printable(text).trim() === text),
  order: fc.uniqueArray(
    fc.tuple(
      fc.constantFrom('dph_total', 'dlperf', 'id', 'gpu_name'),
      fc.constantFrom('asc' as const, 'desc' as const),
    ),
    { selector: ([field]) => field, minLength: 1, maxLength: 3 },
  ),
  type: fc.constantFrom('ondemand' as const, 'bid' as const, 'reserved' as const),
  storageGb: fc.oneof(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(0.5, 12.25, 1e6)),
  limit: fc.integer({ min: 1, max: 100_000 }),
});

/** What a shell makes of `command`. */
const shellWords = (command: string): readonly string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

test('whatever the filter, the order and the terms', async () => {
  await fc.assert(
    fc.asyncProperty(views, async (view) => {
      const state = initialOffers(view);
      const [, ...args] = shellWords(searchCommand(state));
      const { code, out, errors } = await gpudeck([...args, '--dry-run']);
      expect(code).toBe(0);
      const sent = JSON.parse(JSON.stringify(callOf(CALLS.search, searchRequest(state)).body));
      // Where a part of the filter is applied to the answer, all are asked for, and the limit counts what is left.
      const isAllSent = !errors.includes('not sent, but applied to the answer');
      if (!isAllSent) expect(errors).toContain(`--limit ${view.limit} counts what is left then`);
      expect(JSON.parse(out).body).toEqual({ ...sent, limit: isAllSent ? view.limit : 100_000 });
    }),
    { numRuns: 100 },
  );
});
