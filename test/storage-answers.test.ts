/** The files that hold the last answers: what is found again, what is not, and that they do not grow in number or size. */
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CALLS } from '../src/api/calls.ts';
import { createRedactor } from '../src/api/redact/redact.ts';
import { systemClock } from '../src/base/clock.ts';
import { createAnswerFiles, KEPT_RECORDS } from '../src/storage/files/answer-files.ts';

import { temporaryFolder } from './support/local-service.ts';
import { secretOf, wantedSizes } from './support/secrets.ts';

const plainly = (text: string) => text;

const answer = (...texts: readonly string[]) => ({
  atEpochMs: 1_793_534_400_000,
  count: texts.length,
  texts,
  question: null,
});

const receivedOf = <T>(found: { readonly received: T } | { readonly setAside: string } | undefined): T | undefined =>
  found !== undefined && 'received' in found ? found.received : undefined;

const idsIn = async (folder: string, profile = 'home'): Promise<unknown> =>
  receivedOf(await createAnswerFiles(folder, profile, systemClock).find(CALLS.volumes, 'mark'))?.map(
    ({ record }) => record.id,
  );

test('an answer is found as it came: each text, what was asked, and how many records there were', async () => {
  const folder = temporaryFolder();
  const texts = ['{"id":1,\n "status" : "an \\u00e9"}', '{"id":2.50}'];
  const answers = createAnswerFiles(folder, 'home', systemClock);
  const kept = { atEpochMs: 5, count: 7, texts, question: { filter: 'num_gpus>=4' } };
  expect(await answers.keep(CALLS.volumes, 'mark', kept, plainly)).toBeUndefined();
  expect(await createAnswerFiles(folder, 'home', systemClock).find(CALLS.volumes, 'mark')).toEqual({
    atEpochMs: 5,
    count: 7,
    question: { filter: 'num_gpus>=4' },
    received: [
      { record: { id: 1, status: 'an é' }, text: texts[0] },
      { record: { id: 2.5 }, text: texts[1] },
    ],
    malformedValues: 0,
    malformedRecords: 0,
  });
  expect(await answers.find(CALLS.connections, 'mark')).toBeUndefined();
});

test.each(wantedSizes(8))(
  'of a key of %i characters nothing is kept, neither of what was asked nor of the records',
  async (length) => {
    const folder = temporaryFolder();
    const key = secretOf(length);
    const kept = { ...answer(JSON.stringify({ id: 1, status: `my ${key}` })), question: { filter: `name=${key}` } };
    const answers = createAnswerFiles(folder, 'home', systemClock);
    await answers.keep(CALLS.volumes, 'mark', kept, createRedactor(key).redact);
    expect(await answers.find(CALLS.volumes, 'mark')).toMatchObject({
      question: { filter: 'name=[redacted]' },
      received: [{ text: '{"id":1,"status":"my [redacted]"}' }],
    });
  },
);

const putIn = async (folder: string, content: Uint8Array): Promise<string> => {
  await createAnswerFiles(folder, 'home', systemClock).keep(CALLS.volumes, 'mark', answer('{"id":1}'), plainly);
  expect(await idsIn(folder)).toEqual([1]);
  const [name = ''] = readdirSync(folder);
  writeFileSync(join(folder, name), content);
  return name;
};

test.each([
  ['that is no archive', Buffer.from('not zstd')],
  ['that is empty', Buffer.alloc(0)],
  [
    'whose header is of a later format',
    zstdCompressSync('{"format":2,"profile":"home","at_ms":1,"count":0,"question":null}\n[]'),
  ],
  [
    'whose list is cut',
    zstdCompressSync('{"format":1,"profile":"home","at_ms":1,"count":1,"question":null}\n[{"id":1},{"i'),
  ],
  ['that unpacks to a hundred megabytes', zstdCompressSync(Buffer.alloc(100_000_000))],
])('a file %s is put aside as it is, that is said, and the next answer takes its place', async (_, content) => {
  const folder = temporaryFolder();
  const name = await putIn(folder, content);
  const answers = createAnswerFiles(folder, 'home', systemClock);
  const found = await answers.find(CALLS.volumes, 'mark');
  const [aside = '', ...others] = readdirSync(folder);
  expect(aside).toMatch(new RegExp(`^${name}\\.corrupt-\\d{8}T\\d{6}Z$`));
  expect(others).toEqual([]);
  expect(found).toEqual({ setAside: aside });
  utimesSync(join(folder, aside), 1, 1);
  await answers.keep(CALLS.volumes, 'mark', answer('{"id":2}'), plainly);
  expect(await idsIn(folder)).toEqual([2]);
  expect(readFileSync(join(folder, aside))).toEqual(content);
});

test('a file of another profile is no answer', async () => {
  const folder = temporaryFolder();
  const other = '{"format":1,"profile":"work","at_ms":1,"count":1,"question":null}\n[{"id":1}]';
  const name = await putIn(folder, zstdCompressSync(other));
  expect(await idsIn(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([name]);
});

test('answers that come faster than they are written leave the newest one', async () => {
  const folder = temporaryFolder();
  const answers = createAnswerFiles(folder, 'home', systemClock);
  const redacted: string[] = [];
  const kept = [1, 2, 3].map((id) =>
    answers.keep(CALLS.volumes, 'mark', answer(`{"id":${id}}`), (text) => {
      redacted.push(text);
      return text;
    }),
  );
  expect(await Promise.all(kept)).toEqual([undefined, undefined, undefined]);
  expect(await idsIn(folder)).toEqual([3]);
  expect(redacted).not.toContain('{"id":1}');
  expect(readdirSync(folder)).toHaveLength(1);
});

test('two programs on one profile leave the answer of one of them, whole', async () => {
  const folder = temporaryFolder();
  const texts = (id: number) => Array.from({ length: 500 }, () => `{"id":${id}}`);
  await Promise.all(
    [1, 2].map((id) =>
      createAnswerFiles(folder, 'home', systemClock).keep(CALLS.volumes, 'mark', answer(...texts(id)), plainly),
    ),
  );
  const found = (await idsIn(folder)) as number[];
  expect(found).toHaveLength(500);
  expect(new Set(found).size).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a list is kept up to a thousand records and eight million characters', async () => {
  const folder = temporaryFolder();
  const answers = createAnswerFiles(folder, 'home', systemClock);
  const many = Array.from({ length: KEPT_RECORDS + 1 }, (_, id) => `{"id":${id}}`);
  await answers.keep(CALLS.volumes, 'mark', answer(...many), plainly);
  expect(await idsIn(folder)).toHaveLength(1000);
  const long = [1, 2, 3].map((id) => `{"id":${id},"name":"${'x'.repeat(3_000_000)}"}`);
  await answers.keep(CALLS.volumes, 'mark', answer(...long), plainly);
  expect(await idsIn(folder)).toEqual([1, 2]);
});

test('thirty files are kept, and what a killed program left half written goes after an hour', async () => {
  const folder = temporaryFolder();
  const nowS = Date.now() / 1000;
  const put = (name: string, ageS: number) => {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), nowS - ageS, nowS - ageS);
  };
  for (let age = 1; age <= 40; age++) put(`old-${String(age).padStart(2, '0')}.zst`, age * 60);
  put('x-search.zst.draft-of-a-dead-one', 3700);
  put('x-search.zst.draft-of-a-living-one', 60);
  await createAnswerFiles(folder, 'home', systemClock).keep(CALLS.volumes, 'mark', answer('{"id":1}'), plainly);
  const names = readdirSync(folder);
  expect(names.filter((name) => name.endsWith('.zst'))).toHaveLength(30);
  expect(names).toContain('old-29.zst');
  expect(names).not.toContain('old-30.zst');
  expect(names.filter((name) => name.includes('draft'))).toEqual(['x-search.zst.draft-of-a-living-one']);
  expect(await idsIn(folder)).toEqual([1]);
});

test('an answer that came with another key is not found', async () => {
  const folder = temporaryFolder();
  const answers = createAnswerFiles(folder, 'home', systemClock);
  await answers.keep(CALLS.volumes, 'one', answer('{"id":1}'), plainly);
  await answers.keep(CALLS.volumes, 'two', answer('{"id":2}'), plainly);
  expect(receivedOf(await answers.find(CALLS.volumes, 'one'))).toMatchObject([{ record: { id: 1 } }]);
  expect(await answers.find(CALLS.volumes, 'three')).toBeUndefined();
});

test('a file is readable by its owner alone', async () => {
  const folder = join(temporaryFolder(), 'deep', 'answers');
  await createAnswerFiles(folder, 'home', systemClock).keep(CALLS.volumes, 'mark', answer('{"id":1}'), plainly);
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});
