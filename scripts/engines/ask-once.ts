/** Asks DuckDB one question about the data set in a folder, and prints what that cost: a process of its own, so that its memory is known. */
import { openDuckDb } from './duckdb.ts';
import { answerOf } from './engine.ts';

const [folder = '', question = ''] = process.argv.slice(2);
const begunMs = performance.now();
const engine = await openDuckDb(folder);
const openMs = performance.now();
const cpu = process.cpuUsage();
const rows = question === '' ? await engine.ask('SELECT count(*) FROM offers') : await answerOf(engine, question);
const ms = performance.now() - openMs;
const { user, system } = process.cpuUsage(cpu);
const megabytes = process.resourceUsage().maxRSS / 1000;
const words = [
  `opened in ${(openMs - begunMs).toFixed(0)} ms`,
  `${ms.toFixed(0)} ms`,
  `${((user + system) / 1000).toFixed(0)} ms of processor time`,
  `${megabytes.toFixed(0)} MB`,
];
console.log(
  `${question === '' ? `all rows: ${JSON.stringify(rows)}` : question}: ${words.join(', ')}, ${rows.length} rows`,
);
await engine.close();
