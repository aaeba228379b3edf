/** The command that makes a search of the offers' pane again: what a shell and the command line make of it. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from '../src/base/printable.ts';
import { readCommandLine } from '../src/cli/command-line.ts';
import { quoted } from '../src/filter/tokens.ts';
import { EVERY_OFFER_COLUMN } from '../src/tui/panes/offers/columns.ts';
import { searchCommand } from '../src/tui/panes/offers/copying.ts';
import { initialOffers, USUAL_START } from '../src/tui/panes/offers/state.ts';
import type { SearchStart } from '../src/tui/panes/pane.ts';
import { SHELL_CORPUS } from './support/hostile-text.ts';

const commandOf = (start: Partial<SearchStart>) => searchCommand(initialOffers({ ...USUAL_START, ...start }));

/** The words that a shell hands to gpudeck; nothing but that function can be found to run. */
const wordsOf = (command: string): readonly string[] =>
  execFileSync('/bin/sh', ['-c', `gpudeck() { printf '%s\\0' "$@"; }\n${command}`], {
    encoding: 'utf8',
    env: { PATH: '/nonexistent' },
  })
    .split('\0')
    .slice(0, -1);

const startOf = async (command: string) => {
  const invocation = await readCommandLine([...wordsOf(command)], {}, '1.2.3');
  if (invocation.kind !== 'run') throw new Error(JSON.stringify(invocation));
  return (invocation.options as { start: SearchStart }).start;
};

test('names the filter, the order, the way of pricing, the limit and the disk', () => {
  expect(
    commandOf({
      filter: 'num_gpus>=4 gpu_name="RTX 4090"',
      order: [
        ['dph_total', 'asc'],
        ['dlperf', 'desc'],
      ],
      type: 'bid',
      limit: 50,
      storageGb: 0.5,
    }),
  ).toBe(
    `gpudeck search 'num_gpus>=4 gpu_name="RTX 4090"' --order dph_total:asc,dlperf:desc --type bid --limit 50 --storage 0.5`,
  );
  expect(commandOf({})).toBe(
    'gpudeck search --order dlperf_per_dphtotal:desc --type ondemand --limit 1000 --storage 8',
  );
});

test.each(SHELL_CORPUS)('hands over a filter with %j as one word', (text) => {
  const filter = `any:${quoted(text)}`;
  const words = wordsOf(commandOf({ filter }));
  expect(words.slice(0, 2)).toEqual(['search', printable(filter)]);
  expect(words.slice(2)).toEqual(
    '--order dlperf_per_dphtotal:desc --type ondemand --limit 1000 --storage 8'.split(' '),
  );
});

test.each(["it's", '-4090', '--', '$HOME'])('hands over %j', async (filter) => {
  expect((await startOf(commandOf({ filter }))).filter.trim()).toBe(filter);
});

test('is read as the search that it was made of', { timeout: 60_000 }, async () => {
  const start = fc.record({
    filter: fc.constantFrom('', 'num_gpus>=4', '"4090" geolocation in [US,DE]', 'reliability>99% !verified', '-4090'),
    order: fc.constantFrom<SearchStart['order']>(
      [['dph_total', 'asc']],
      [
        ['dlperf', 'desc'],
        ['num_gpus', 'asc'],
      ],
    ),
    type: fc.constantFrom('ondemand', 'bid', 'reserved'),
    limit: fc.integer({ min: 1, max: 100_000 }),
    storageGb: fc.integer({ min: 1, max: 9000 }).map((tenths) => tenths / 10),
  });
  await fc.assert(
    fc.asyncProperty(start, async (wanted) => {
      const read = await startOf(commandOf(wanted));
      expect({ ...read, filter: read.filter.trim() }).toEqual(wanted);
    }),
    { numRuns: 40 },
  );
});

test('names the columns that were chosen, each as the command line reads it', async () => {
  const fields = EVERY_OFFER_COLUMN.map(({ id }) => id).filter((id) => !id.startsWith('job_'));
  const command = searchCommand(initialOffers(USUAL_START), fields);
  const invocation = await readCommandLine([...wordsOf(command)], {}, '1.2.3');
  expect(invocation).toMatchObject({ kind: 'run', options: { output: { fields } } });
});
