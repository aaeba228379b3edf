/**
 * That lists which were replaced leave the memory soon, in processes of their own: the setting holds for all of one.
 *
 * @module-tag program
 */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Reads a list of 25,000 small offers twelve times, as refreshing does, and prints the largest size of the heap, MB. */
const REFRESHING = `
  let list = [];
  let largest = 0;
  for (let refresh = 0; refresh < 12; refresh++) {
    const next = [];
    for (let id = 0; id < 25_000; id++) {
      const text = '{"id":' + id + ',"name":"offer ' + id + '","rates":[' + id + ',1.5,2.5,3.5],"costs":{"disk":1.25}}';
      next.push(JSON.parse(text));
      if (id % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    list = next;
    largest = Math.max(largest, process.memoryUsage().heapTotal);
  }
  console.log(largest / 1e6);
`;

const SAVING = `import { saveMemory } from './src/base/memory-saver.ts'; saveMemory();`;

const largestMb = (script: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }));

test('old lists do not pile up beside the one on screen when it is refreshed again and again', () => {
  const byItselfMb = largestMb(REFRESHING);
  expect(largestMb(SAVING + REFRESHING)).toBeLessThan(0.75 * byItselfMb);
});
