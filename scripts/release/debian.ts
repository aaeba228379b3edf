/** The Debian package: the executable and what belongs to it, without the libraries, which Debian has. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesIn, settle } from './contents.ts';
import { runTool } from './tools.ts';

/** Makes the package `target` of the unpacked archive in `folder`. */
export const makeDebian = (
  { folder, work, version, epochS }: { folder: string; work: string; version: string; epochS: number },
  target: string,
): void => {
  rmSync(work, { recursive: true, force: true });
  const documents = join(work, 'usr/share/doc/gpudeck');
  mkdirSync(documents, { recursive: true });
  for (const path of filesIn(folder)) {
    if (!/^(?:bin|share)\//.test(path)) continue;
    mkdirSync(dirname(join(work, 'usr', path)), { recursive: true });
    cpSync(join(folder, path), join(work, 'usr', path));
  }
  cpSync(join(folder, 'share/doc/gpudeck/LICENSE'), join(documents, 'copyright'));
  const size = Number(runTool('du', ['-sk', '--apparent-size', join(work, 'usr')]).split('\t')[0]);
  mkdirSync(join(work, 'DEBIAN'));
  writeFileSync(
    join(work, 'DEBIAN/control'),
    `Package: gpudeck
Version: ${version}
Architecture: amd64
Maintainer: The gpudeck authors <gpudeck@localhost>
Installed-Size: ${size}
Depends: libc6 (>= 2.28), libatomic1, libgcc-s1, libstdc++6 (>= 6)
Section: utils
Priority: optional
Description: keyboard-driven terminal UI for a GPU-rental marketplace
 Finds offers, compares them, announces maintenance, and sets up notifications,
 in a terminal at the end of a slow link. Brings its own local service along.
`,
  );
  settle(work, epochS);
  runTool('dpkg-deb', ['--root-owner-group', '-Zxz', '-z6', '--build', work, target], {
    SOURCE_DATE_EPOCH: `${epochS}`,
  });
};
