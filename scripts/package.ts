/**
 * Makes `dist/release/`: the single executable in an archive and in a Debian package, the npm package, their sums, the bill of
 * materials and the installer (docs/release.md, Make).
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openCommandTree } from '../src/cli/command-line.ts';
import { filesIn, pack, sumsOf } from './release/contents.ts';
import { makeDebian } from './release/debian.ts';
import { bundleExecutable, copyLibraries, makeExecutable } from './release/executable.ts';
import { filterPage } from './release/filter-page.ts';
import { bundledPackages, licenceProblems, noticesOf, noticesOfExecutable } from './release/licences.ts';
import { programPage } from './release/program-page.ts';
import { billOf, billOfNpm } from './release/sbom.ts';
import { missingTools, runTool } from './release/tools.ts';

const PLATFORM = 'linux-x64';
const NODE = `node_modules/node-${PLATFORM}`;
const WORK = 'build/release';
const OUT = 'dist/release';

/** Where the man pages lie for npm; the archive has them in `share`. */
const MAN = 'dist/man';

/** Where each shell looks for what completes a command, in `share`. */
const COMPLETIONS = {
  bash: 'bash-completion/completions/gpudeck',
  zsh: 'zsh/site-functions/_gpudeck',
  fish: 'fish/vendor_completions.d/gpudeck.fish',
};

const { values } = parseArgs({ options: { code: { type: 'string' } } });

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The time that everything in a release bears: when its last change was made. */
const epochS = Number(process.env.SOURCE_DATE_EPOCH ?? runTool('git', ['log', '-1', '--format=%ct']));

const say = (text: string): void => console.log(text);

const refusal = (): string | undefined => {
  if (`${process.platform}-${process.arch}` !== PLATFORM)
    return `A release is made on ${PLATFORM}, where it can be run.`;
  if (!existsSync(NODE)) return `${NODE} is not installed: run npm ci.`;
  return missingTools(['strip', 'patchelf', 'script', 'tar', 'xz', 'dpkg-deb']);
};

/** Which packages the libraries of GCC come from, by the system's own word. */
const gccOfSystem = (): string => {
  try {
    return runTool('dpkg-query', ['-W', '-f', '$' + '{source:Package} $' + '{source:Version} of Debian', 'libatomic1']);
  } catch {
    return 'gcc of the system that this was built on';
  }
};

const makeArchive = async (): Promise<void> => {
  const name = `gpudeck-${version}-${PLATFORM}`;
  const folder = join(WORK, name);
  rmSync(folder, { recursive: true, force: true });
  const { inputs } = await bundleExecutable(WORK);
  const packages = bundledPackages(inputs);
  const problems = licenceProblems(packages);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  say('executable: bundle, compiled code, Node');
  const made = {
    platform: PLATFORM,
    node: join(NODE, 'bin/node'),
    work: join(WORK, 'parts'),
    code: values.code,
  } as const;
  await makeExecutable({ ...made, isRunHere: true }, join(folder, 'bin/gpudeck'));
  copyLibraries(join(folder, 'lib/gpudeck'));
  const documents = join(folder, 'share/doc/gpudeck');
  mkdirSync(documents, { recursive: true });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(file, join(documents, file));
  writeFileSync(join(documents, 'NOTICES.md'), `${noticesOfExecutable(packages, NODE, gccOfSystem())}\n`);
  const node = JSON.parse(readFileSync(join(NODE, 'package.json'), 'utf8')) as { name: string; version: string };
  const bill = `${JSON.stringify(billOf(billOfNpm(), [...packages, node], epochS), null, 2)}\n`;
  writeFileSync(join(documents, 'sbom.cdx.json'), bill);
  writeFileSync(join(OUT, `gpudeck-${version}.cdx.json`), bill);
  for (const [shell, path] of Object.entries(COMPLETIONS)) {
    const target = join(folder, 'share', path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, runTool(process.execPath, ['dist/gpudeck.js', 'completion', shell]));
  }
  cpSync(MAN, join(folder, 'share/man'), { recursive: true });
  cpSync('scripts/release/install.sh', join(folder, 'install.sh'));
  writeFileSync(join(folder, 'SHA256SUMS'), sumsOf(folder, filesIn(folder)));
  say('archive');
  pack(folder, resolve(OUT, `${name}.tar.xz`), epochS);
  say('Debian package');
  makeDebian({ folder, work: join(WORK, 'debian'), version, epochS }, join(OUT, `gpudeck_${version}_amd64.deb`));
};

const makeManPages = async (): Promise<void> => {
  rmSync(MAN, { recursive: true, force: true });
  for (const number of [1, 7]) mkdirSync(join(MAN, `man${number}`), { recursive: true });
  writeFileSync(join(MAN, 'man1/gpudeck.1'), await programPage(openCommandTree(version), epochS));
  writeFileSync(join(MAN, 'man7/gpudeck-filter.7'), filterPage(version, epochS));
};

const makePackage = async (): Promise<void> => {
  if (!existsSync('dist/compiled')) throw new Error('The build has made no compiled code, and has said why.');
  const { inputs } = await bundleExecutable(WORK);
  writeFileSync('dist/NOTICES.md', `${noticesOf(bundledPackages(inputs))}\n`);
  say('npm package');
  runTool('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', OUT]);
};

const problem = refusal();
if (problem === undefined) {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  await makeManPages();
  await makePackage();
  await makeArchive();
  cpSync('scripts/release/install.sh', join(OUT, 'install.sh'));
  writeFileSync(
    join(OUT, 'SHA256SUMS'),
    sumsOf(
      OUT,
      readdirSync(OUT)
        .filter((file) => file !== 'SHA256SUMS')
        .sort(),
    ),
  );
  say(runTool('ls', ['-l', OUT]));
} else {
  console.error(problem);
  process.exitCode = 1;
}
