/**
 * `npm run bench`: measures what lies in `dist/`, beside the same app drawn by Ink's own writer, which is built here.
 * `--json` prints one line per figure instead of a table, `--rows 1000,10000` chooses the sizes, and `--against` measures it
 * beside less, fzf and visidata instead. `--before FOLDER` measures starts and commands in turn with those of another checkout. Needs script(1) and /proc.
 * `advise` tells instead how good the advice on prices is: `--seeds` markets, the first of `--seed`.
 * `--history` measures the stores of the history instead (`--stores`): a market of `--offers`, each minute, looked back at after each of `--days`.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchAdvice } from './bench/advice.ts';
import { printLines, printTable } from './bench/figure.ts';
import { benchHistory } from './bench/history.ts';
import { compareWithRivals, printComparedLines, printComparedTable } from './bench/rivals.ts';
import { runBench } from './bench/run.ts';
import { bundle, writeBundle } from './bundle.ts';
import { CHANGES } from './changed-packages/index.ts';
import { inkKeptStyles, inkKeptTexts } from './changed-packages/ink-kept-texts.ts';
import { inkOutput } from './changed-packages/ink-output.ts';

const FOLDER = 'build/bench';
/** What Ink's own writer has not. */
const OF_OUR_WRITER = [inkOutput, inkKeptStyles, inkKeptTexts];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    rows: { type: 'string', default: '1000,10000,25000,100000' },
    against: { type: 'boolean' },
    before: { type: 'string' },
    history: { type: 'boolean' },
    offers: { type: 'string', default: '5000' },
    days: { type: 'string', default: '1,7,30' },
    seed: { type: 'string', default: '8001' },
    seeds: { type: 'string', default: '20' },
    stores: { type: 'string', default: 'sqlite,postgresql' },
  },
});
const launcher = resolve('dist/gpudeck.js');

if (positionals[0] === 'advise') await benchAdvice(Number(values.seed), Number(values.seeds));
else if (values.history) {
  await benchHistory(launcher, Number(values.offers), values.days.split(',').map(Number), values.stores.split(','));
} else if (values.against) {
  const compared = await compareWithRivals(launcher);
  if (values.json) for (const name of compared.missing) process.stderr.write(`not installed: ${name}\n`);
  console.log(values.json ? printComparedLines(compared) : printComparedTable(compared));
} else {
  const changes = CHANGES.filter((change) => !OF_OUR_WRITER.includes(change));
  const files = await bundle({ bare: 'scripts/bench/bare.tsx' }, FOLDER, { changes });
  await writeBundle(files);
  const figures = await runBench(
    {
      launcher,
      bare: resolve(FOLDER, 'bare.js'),
      ...(values.before !== undefined && { before: resolve(values.before, 'dist/gpudeck.js') }),
    },
    values.rows.split(',').map(Number),
    (part) => process.stderr.write(`measuring: ${part}\n`),
  );
  console.log(values.json ? printLines(figures) : printTable(figures));
}
