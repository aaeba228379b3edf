/** Writing an export: whole or not at all, and what a failure is said to be. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportPrivateFile } from '../src/storage/files/private-file.ts';
import { unwrittenWords } from '../src/storage/files/typed-file.ts';
import { formatOf, suggestedExport } from '../src/tui/panes/list-pane/copying.ts';
import { temporaryFolder } from './support/local-service.ts';

const failureOf = (code: string) => Object.assign(new Error('whatever the system says'), { code });

/** A text that the disk has no room for the end of. */
function* cutShort() {
  yield 'the beginning';
  throw failureOf('ENOSPC');
}

describe('an export that fails in the middle', () => {
  test('leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'offers.csv');
    await expect(exportPrivateFile(file, cutShort(), { isReplacing: false })).rejects.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('leaves the file that it was to replace as it was', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'offers.csv');
    writeFileSync(file, 'of yesterday');
    await expect(exportPrivateFile(file, cutShort(), { isReplacing: true })).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(['offers.csv']);
    expect(readFileSync(file, 'utf8')).toBe('of yesterday');
  });
});

test.each([
  ['ENOSPC', 'The disk is full: nothing was written to /x/o.csv. Make room, or name a file on another disk.'],
  ['ENOENT', 'There is no such folder: /x. Make it, or name another.'],
  ['ENOTDIR', 'A file stands where a folder is wanted: /x'],
  ['EROFS', 'This account may not write there: /x/o.csv'],
  ['EIO', '/x/o.csv could not be written (EIO).'],
])('%s is said in words', (code, words) => {
  expect(unwrittenWords(failureOf(code), '/x/o.csv')).toBe(words);
});

test('the ending of a name is its format', () => {
  expect(['a.csv', 'a.JSON', 'a.b.ndjson', 'csv', 'a.csv.gz', ''].map(formatOf)).toEqual([
    'csv',
    'json',
    'ndjson',
    undefined,
    undefined,
    undefined,
  ]);
});

test('the name that is offered has the day of the zone in which times are shown', () => {
  const lateInUtc = Date.UTC(2026, 10, 21, 23, 30);
  expect(suggestedExport('offers', lateInUtc, { timeZone: 'UTC', homeFolder: '/home/x' })).toBe(
    '~/offers-2026-11-21.csv',
  );
  expect(suggestedExport('volumes', lateInUtc, { timeZone: 'Asia/Tokyo', homeFolder: undefined })).toBe(
    'volumes-2026-11-22.csv',
  );
});
