/** The skill for agents: what the repository has, and how it is installed. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/local-service.ts';
import { gpudeck } from './support/one-shot.ts';

const FILE = 'skills/gpudeck/SKILL.md';

test('the file of the repository is the one that is installed; npm run readme writes it', async () => {
  const { out } = await gpudeck(['skill', 'show']);
  if (process.env.GPUDECK_WRITE_README === '1') writeFileSync(FILE, out);
  expect(readFileSync(FILE, 'utf8')).toBe(out);
  expect(out).toMatch(/^---\nname: gpudeck\ndescription: .{50,1000}\n/);
});

test('it is installed, and renewed while nobody has changed it; what is not as gpudeck wrote it is left', async () => {
  const folder = join(temporaryFolder(), 'skills');
  const file = join(folder, 'gpudeck', 'SKILL.md');
  const install = (...more: readonly string[]) => gpudeck(['skill', 'install', folder, ...more]);
  expect(await install()).toEqual({ code: 0, out: `${file}\n`, errors: '' });
  const text = readFileSync(file, 'utf8');
  expect(text).toBe(readFileSync(FILE, 'utf8'));

  // An older version, unchanged: its digest is that of its text.
  const older = '---\nname: gpudeck\ndescription: x\nmetadata:\n  digest: "2d711642b726b044"\n---\nx';
  writeFileSync(file, older);
  expect((await install()).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(text);

  const changed = text.replace('## Never', '## Sometimes');
  writeFileSync(file, changed);
  const refused = await install();
  expect(refused).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('left as it is: --replace') });
  expect(readFileSync(file, 'utf8')).toBe(changed);
  expect((await install('--replace')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(text);

  mkdirSync(join(folder, 'other', 'gpudeck', 'SKILL.md'), { recursive: true });
  expect(await gpudeck(['skill', 'install', join(folder, 'other')])).toMatchObject({ code: 1, out: '' });
});
