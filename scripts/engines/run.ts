/**
 * `npm run engines`: proves the exported history with engines that were made for such data: they answer what the program itself says
 * of the same history (docs/history.md, Asked with other engines). `duckdb` and `clickhouse` ask one of them,
 * `cluster` two ClickHouse servers; `measure` measures large markets instead.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { serviceAt } from '../../src/api/http/base-url.ts';
import { readOffers } from '../bench/rows.ts';
import { openService } from '../bench/service.ts';
import { compareAnswers } from './compare.ts';
import type { Engine } from './engine.ts';
import { type Expected, expectedOf, marketNow } from './expected.ts';
import { createProgram, exportOf } from './program.ts';
import { MINUTE_MS, type Recorder, recordMarket } from './recorded-market.ts';
import { QUESTIONS, type Question } from './statements.ts';

const OFFERS = 400;

/** Of what is wrong so many rows are shown. */
const SHOWN = 5;

const ALL = 'rentable=any rented=any verified=any cpu_arch=any';

/** Installs what a folder's package.json names, where it is not. */
const install = (folder: string, ...words: readonly string[]): void => {
  if (existsSync(join(folder, 'node_modules'))) return;
  execFileSync('npm', [...words, '--ignore-scripts', '--workspaces=false'], { cwd: folder, stdio: 'inherit' });
};

/** How each engine is opened over the data sets whose folders lie in `folder`; `own` is a folder of its own. */
const ENGINES: Readonly<Record<string, (folder: string, own: string) => Promise<Engine>>> = {
  duckdb: async (folder) => {
    install('scripts/engines', 'ci');
    const { openDuckDb } = await import('./duckdb.ts');
    return await openDuckDb(join(folder, '*'));
  },
  clickhouse: async (folder) => {
    install('scripts/engines/chdb', 'install', '--no-package-lock');
    const { openClickHouse } = await import('./chdb/clickhouse.ts');
    return openClickHouse(join(folder, '*'));
  },
  cluster: async (folder, own) => {
    const source = await ENGINES.duckdb?.(folder, own);
    if (source === undefined) throw new Error('no DuckDB');
    const { openCluster } = await import('./cluster.ts');
    return await openCluster(own, source);
  },
};

/** Has the markets recorded and exported into `sets`; resolves to what is expected of them. */
const recordAndExport = async (sets: string): Promise<Expected> => {
  await using service = await openService(resolve('dist/gpudeck.js'), OFFERS);
  const offers = await readOffers(service, OFFERS);
  const { apiKey } = service;
  const program = createProgram(join(folder, 'home'));
  const recorders: readonly Recorder[] = [
    { name: 'one', service: serviceAt(service.url), apiKey, file: join(folder, 'one.db'), asks: [ALL, ''] },
    {
      name: 'two',
      service: 'https://two.example',
      apiKey,
      file: join(folder, 'two.db'),
      asks: ['rentable=any rented=any'],
    },
  ];
  const expected: Expected[] = [];
  for (const [place, recorder] of recorders.entries()) {
    await recordMarket(recorder, offers, (place + 1) * 30 * MINUTE_MS);
    exportOf(program, sets, recorder);
    expected.push(await expectedOf(program, recorder));
    if (place === 0) expected.push(await marketNow(program, recorder));
  }
  const of = (question: Question) => expected.flatMap((some) => some[question] ?? []);
  return Object.fromEntries(QUESTIONS.map((question) => [question, of(question)]));
};

/** Prints how the answers of `engine` compare; false where something is wrong. */
const isProved = async (engine: Engine, expected: Expected): Promise<boolean> => {
  try {
    const compared = await compareAnswers(engine, expected);
    for (const { question, same, wrong } of compared) {
      console.log(
        `${engine.name}: ${question}: ${same} rows as the program says${wrong.length === 0 ? '' : `, ${wrong.length} not`}`,
      );
      for (const line of wrong.slice(0, SHOWN)) console.log(`  ${line}`);
    }
    return compared.every(({ wrong }) => wrong.length === 0);
  } finally {
    await engine.close();
  }
};

/** Measures a market of the size that most have for as long as it is kept, and a large one. */
const LARGE = [
  { offers: 5000, days: 30 },
  { offers: 100_000, days: 1 },
];

const folder = mkdtempSync(join(tmpdir(), 'gpudeck-engines-'));
const words = process.argv.slice(2);
try {
  if (words[0] === 'measure') {
    install('scripts/engines', 'ci');
    const { measure, recordLarge } = await import('./measure.ts');
    for (const market of LARGE) await measure(folder, await recordLarge(folder, market));
  } else {
    const engines = words.length === 0 ? ['duckdb', 'clickhouse'] : words;
    const unknown = engines.filter((name) => !(name in ENGINES));
    if (unknown.length > 0)
      throw new Error(`${unknown.join(', ')}: there are ${Object.keys(ENGINES).join(', ')}, measure`);
    const sets = join(folder, 'sets');
    const expected = await recordAndExport(sets);
    for (const name of engines) {
      const engine = await ENGINES[name]?.(sets, join(folder, name));
      if (engine !== undefined && !(await isProved(engine, expected))) process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
