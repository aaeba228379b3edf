/** Imported, it lets Ink write colours in the tests of a file, which other tests do without. */
import { afterAll, beforeAll } from 'vitest';
// Ink's own copy, of which there is one in a worker.
import chalk from '../../node_modules/chalk/source/index.js';

const BASIC = 1;

const before = chalk.level;
beforeAll(() => {
  chalk.level = BASIC;
});
afterAll(() => {
  chalk.level = before;
});
