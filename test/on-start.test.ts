/** On-start scripts: as they are in their file, or packed so that they run the same. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packOnStart, readOnStart } from '../src/rentals/on-start.ts';
import { temporaryFolder } from './support/local-service.ts';

const written = (text: string | Buffer): string => {
  const file = join(temporaryFolder(), 'setup.sh');
  writeFileSync(file, text);
  return file;
};

const sent = (script: string): string => {
  const reading = packOnStart(script, 'setup.sh');
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.text;
};

/** Characters that no packing makes shorter. */
const noise = (length: number): string =>
  Array.from({ length: Math.ceil(length / 64) }, (_, at) => createHash('sha256').update(`${at}`).digest('hex'))
    .join('')
    .slice(0, length);

describe('an on-start script', () => {
  test('of 4,048 characters is sent as it is', () => {
    const script = `echo hello\n${'#'.repeat(4036)}\n`;
    expect(readOnStart(written(script))).toEqual({ text: script, fileCharacters: 4048, isPacked: false });
  });

  test('of one more is packed, and said to be', () => {
    const script = `echo hello\n${'#'.repeat(4037)}\n`;
    const reading = readOnStart(written(script));
    expect(reading).toMatchObject({ fileCharacters: 4049, isPacked: true });
    expect('text' in reading && reading.text.length).toBeLessThan(200);
  });

  test.each([
    ['a shell script', `echo "it's $((1 + 1)) ü"\n${'# more\n'.repeat(900)}`, "it's 2 ü\n"],
    ['one that names its shell', `#!/bin/sh\necho hello\n${'# more\n'.repeat(900)}`, 'hello\n'],
    ['one for env', `#!/usr/bin/env -S node\nconsole.log([1, 2].length)\n${'// more\n'.repeat(900)}`, '2\n'],
    ['one that reads its input', `read line; echo "got $line"\n${'# more\n'.repeat(900)}`, 'got typed\n'],
  ])('that is packed runs as it would have run: %s', (_, script, output) => {
    expect(execFileSync('bash', ['-c', sent(script)], { input: 'typed\n', encoding: 'utf8' })).toBe(output);
  });

  test('that is too long even when it is packed is refused with its lengths', () => {
    const script = `echo ${noise(8000)}\n`;
    expect(packOnStart(script, 'setup.sh')).toEqual({
      problem: expect.stringMatching(
        /^The on-start script setup\.sh has 8006 characters, 5\d{3} packed with gzip and base64; the service takes 4048\. Shorten it, or let it fetch the rest\.$/,
      ),
    });
  });

  test('that is none is refused', () => {
    expect(readOnStart('/nonexistent/setup.sh')).toEqual({
      problem: expect.stringMatching(/^The on-start script \/nonexistent\/setup\.sh cannot be read: ENOENT/),
    });
    const folder = join(temporaryFolder(), 'setup.sh');
    mkdirSync(folder);
    expect(readOnStart(folder)).toEqual({
      problem: `The on-start script ${folder} is a folder, but must be a regular file.`,
    });
    const empty = written(' \n');
    expect(readOnStart(empty)).toEqual({ problem: `The on-start script ${empty} is empty.` });
    for (const bytes of ['echo\0', Buffer.from([0x65, 0xff])]) {
      const file = written(bytes);
      expect(readOnStart(file)).toEqual({
        problem: `The on-start script ${file} is no text: it has characters that no script has.`,
      });
    }
  });
});
