/** Systems that name no time zone, or one that does not exist: times are in UTC, with a word about it. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';

/** The program from its source: no thread of it is needed here. */
const PROGRAM = `import(${JSON.stringify(new URL('../src/program.ts', import.meta.url).href)}).then(({ runProgram }) => runProgram({}))`;

const run = (tz: string, ...args: readonly string[]) => {
  const folder = temporaryFolder();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', PROGRAM, '--', 'gpudeck', ...args, '--config', folder],
    {
      env: { PATH: process.env.PATH, HOME: folder, TZ: tz },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
};

test.each(['', 'Etc/Unknown', 'Factory', 'Nowhere/Land'])('with TZ=%j commands run in UTC and say so', (tz) => {
  const words = `TZ is ${JSON.stringify(tz)}, which names no time zone, and times are shown in UTC: set TZ`;
  const { status, stdout, stderr } = run(tz, 'alerts', 'list');
  expect([status, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`gpudeck: ${words}`);
  expect(run(tz, 'doctor').stdout).toContain(words);
});

test.each(['UTC', 'Etc/UTC', ':UTC', 'UTC0', 'GMT', 'Europe/Berlin'])('with TZ=%j there is nothing to say', (tz) => {
  expect(run(tz, 'alerts', 'list').stderr).not.toContain('TZ');
});
