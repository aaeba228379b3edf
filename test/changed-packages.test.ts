/** Packages that the program changes: a change that no longer fits is refused with what to do, and tests run the changed ones. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import stringWidth from 'string-width';
import * as undici from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { changedPackages } from '../scripts/changed-packages/bundler.ts';
import { applyChange, type Change, checkVersion } from '../scripts/changed-packages/change.ts';
import { CHANGES } from '../scripts/changed-packages/index.ts';
import { zodLocales } from '../scripts/changed-packages/zod-locales.ts';
import { published } from './support/published.ts';

describe.each(CHANGES.map((change): [string, Change] => [`${change.package}: ${change.files.join(', ')}`, change]))(
  'the change to %s',
  (_, change) => {
    test.each(change.files)('refuses another %s, and says what to do', (file) => {
      const apply = () => applyChange(change, file, 'export const other = 1;');
      expect(apply).toThrow(`The change to ${change.package} in scripts/changed-packages no longer fits`);
      expect(apply).toThrow(`${file} no longer holds: `);
      expect(apply).toThrow(change.reason);
    });

    test('refuses another version', () => {
      const folder = mkdtempSync(join(tmpdir(), 'gpudeck-package-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      writeFileSync(join(folder, 'package.json'), '{"version":"99.0.0"}');
      expect(() => checkVersion(change, folder)).toThrow(
        `it was written for ${change.version}, and 99.0.0 is installed`,
      );
    });
  },
);

test('a bundle that never meets a file that is to be changed is refused', async () => {
  const made = build({
    stdin: { contents: "export { z } from 'zod/mini'", resolveDir: '.' },
    bundle: true,
    write: false,
    external: ['zod/mini'],
    logLevel: 'silent',
    plugins: [changedPackages([zodLocales])],
  });
  await expect(made).rejects.toThrow('the bundle does not load zod/v4/locales/index.js');
});

test('what tests run are the changed packages', async () => {
  const { default: Output } = await import('../node_modules/ink/build/output.js');
  expect(Output.prototype.get.toString()).toContain('directPicture');
  expect(Object.keys(z.locales)).toEqual([]);
  expect(Object.keys(undici).sort()).toEqual(['Agent', 'EnvHttpProxyAgent']);
  expect(Intl.Segmenter.name).toBe('LazySegmenter');
});

test('the signs that are measured at once are as wide as the published string-width says', async () => {
  const { default: asPublished } = await published<{ readonly default: typeof stringWidth }>('string-width/index.js');
  const signs = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter((sign) =>
    /[\u00A0-\u00FF\u2000-\u2BFF]/.test(sign),
  );
  expect(signs.map((sign) => stringWidth(`a${sign}b`))).toEqual(signs.map((sign) => asPublished(`a${sign}b`)));
  expect(stringWidth('▁▂…→½', { ambiguousIsNarrow: false })).toBe(asPublished('▁▂…→½', { ambiguousIsNarrow: false }));
});
