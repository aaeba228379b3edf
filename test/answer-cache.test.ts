/** What is kept for one key is not for another to see, also where the key changes while it is looked for. */
import { expect, test } from 'vitest';
import { createAnswerCaches } from '../src/access/answer-cache.ts';
import { CALLS } from '../src/api/calls.ts';
import { systemClock } from '../src/base/clock.ts';
import { createAnswerFiles } from '../src/storage/files/answer-files.ts';
import { temporaryFolder } from './support/local-service.ts';

test('an answer that was kept with one key is not found once another is in use', async () => {
  const access = createAnswerFiles(temporaryFolder(), 'home', systemClock);
  const texts = ['{"id":1,"status":"active"}'];
  await access.keep(CALLS.volumes, 'aaaaaaaa', { atEpochMs: 5, count: 1, texts, question: null }, (text) => text);
  let keyMark = 'aaaaaaaa';
  const caches = createAnswerCaches({
    access,
    clock: systemClock,
    keyInUse: () => ({ keyMark, redact: undefined }),
    run: (task) => void task(),
    say: () => true,
  });
  const parts: number[] = [];
  const volumes = caches.of(CALLS.volumes);
  const onFirst: Parameters<typeof volumes.find>[0] = ({ answer }) => {
    parts.push(answer.records.length);
  };
  const find = () => volumes.find(onFirst);
  expect((await find())?.answer.records).toHaveLength(1);
  expect(parts).toEqual([1]);
  const late = find();
  keyMark = 'bbbbbbbb';
  expect(await late).toBeUndefined();
});
