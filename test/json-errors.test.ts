/** What a command that fails says where JSON is asked for (docs/scripts.md, Errors). */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXITS } from '../src/cli/exit.ts';
import { startTestService } from './support/local-service.ts';
import { at, gpudeck } from './support/one-shot.ts';

const errorIn = (errors: string): unknown => {
  // One line, and nothing else.
  expect(errors.match(/\n/g)).toHaveLength(1);
  return JSON.parse(errors).error;
};

test('a call that fails is told in parts, with the kind of the failure', async () => {
  const { url } = await startTestService();
  const { code, errors, out } = await gpudeck(['list', 'volumes', '--json'], at({ url, apiKey: 'wrong' }));
  expect([code, out]).toEqual([3, '']);
  expect(errorIn(errors)).toEqual({
    kind: 'key-rejected',
    message: expect.stringMatching(/^The service did not accept the API key/),
    tried: 'Tried to list the volumes (GET /api/v0/volumes).',
    next: expect.stringContaining('key'),
    exit: 3,
  });
});

test.each([
  [['search', '--limit', 'x', '--json'], /limit.*whole number/s],
  [['search', 'gpu_name==', '--ndjson'], /gpu_name/],
  [['rent', '1', '--json', '--image', 'a', '--disk', '9'], /^Nothing was sent: there is no terminal to ask/],
])('bad usage is told as one object: %s', async (words, message) => {
  const { url, apiKey } = await startTestService();
  const { code, errors } = await gpudeck(words, at({ url, apiKey }));
  expect(errorIn(errors)).toMatchObject({
    kind: 'bad-usage',
    message: expect.stringMatching(message),
    exit: 2,
    tried: null,
  });
  expect(code).toBe(2);
});

test('a success says nothing as data', async () => {
  const { url, apiKey } = await startTestService();
  const { errors, code } = await gpudeck(['search', 'num_gpus>=1', '--limit', '1', '--json'], at({ url, apiKey }));
  expect([errors, code]).toEqual(['', 0]);
});

test('the documents have the one table of exit codes and kinds', () => {
  const page = readFileSync('docs/scripts.md', 'utf8');
  const rows = [...page.matchAll(/^\| (\d) \| (`.*`) \|$/gm)].map(([, code, kinds = '']) => ({
    code: Number(code),
    kinds: kinds.replaceAll('`', '').split(', '),
  }));
  expect(rows).toEqual(EXITS.slice(1).map(({ code, kinds }) => ({ code, kinds })));
});
