/** The packages that the program is bundled from, their licences, and the notices that they ask for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that ask for nothing but that their text comes along. */
const PERMISSIVE: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'MIT-0',
  'Unlicense',
]);

/** A package in the bundle. */
type BundledPackage = {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
};

/** The packages whose files are among `inputs`, the paths that a bundle was made from. */
export const bundledPackages = (inputs: readonly string[]): readonly BundledPackage[] => {
  const folders = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)].sort().map(readPackage);
};

const readPackage = (folder: string): BundledPackage => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const licence = license ?? 'none named';
  return { name, version, licence, text: licenceText(folder, name, licence) };
};

/** Whose rights they are in packages under the MIT licence that come without its text. */
const HOLDERS: Readonly<Record<string, string>> = {
  'ink-table': 'Matic Zavadlal',
  'yoga-layout': 'Meta Platforms, Inc. and affiliates.',
};

/** What puts a package into the public domain; postgres names it, and brings no text. */
const UNLICENSE = `This is free and unencumbered software released into the public domain.

Anyone is free to copy, modify, publish, use, compile, sell, or distribute this software, either in source code form or as a compiled
binary, for any purpose, commercial or non-commercial, and by any means.

In jurisdictions that recognize copyright laws, the author or authors of this software dedicate any and all copyright interest in the
software to the public domain. We make this dedication for the benefit of the public at large and to the detriment of our heirs and
successors. We intend this dedication to be an overt act of relinquishment in perpetuity of all present and future rights to this
software under copyright law.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS BE LIABLE FOR ANY CLAIM, DAMAGES OR
OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE
OR OTHER DEALINGS IN THE SOFTWARE.

For more information, please refer to <https://unlicense.org>`;

/** The licence's text. Ours is the MIT licence too, but for the holder. */
const licenceText = (folder: string, name: string, licence: string): string => {
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)(?:[.-]|$)/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  if (licence === 'Unlicense') return UNLICENSE;
  const holder = HOLDERS[name];
  if (holder === undefined || licence !== 'MIT') return '';
  return readFileSync('LICENSE', 'utf8')
    .trim()
    .replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
};

/** What stands against giving these packages away in one file: a licence that asks for more, or one without a text. */
export const licenceProblems = (packages: readonly BundledPackage[]): readonly string[] =>
  packages.flatMap(({ name, licence, text }) => [
    ...(PERMISSIVE.has(licence) ? [] : [`${name} has the licence ${licence}, which is not known to be permissive`]),
    ...(text === '' ? [`${name} has no text of its licence`] : []),
  ]);

/** The notices of the packages in the bundle, one after the other. */
export const noticesOf = (packages: readonly BundledPackage[]): string =>
  [
    '# Notices',
    'gpudeck is bundled from the packages below. Their licences, in their own words:',
    ...packages.map(({ name, version, licence, text }) => `## ${name} ${version} (${licence})\n\n${indented(text)}`),
  ].join('\n\n');

const indented = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');

const GCC = `gpudeck is linked with libatomic, libstdc++ and libgcc_s, which come along for systems that lack them. They are part of GCC:
GNU General Public License 3 or later with the GCC Runtime Library Exception 3.1, which lets them be given away with any program. Their source
is that of the package`;

/** The same for what the executable holds besides the bundle: Node with all that is in it, and the libraries beside it. */
export const noticesOfExecutable = (packages: readonly BundledPackage[], nodeFolder: string, gcc: string): string => {
  const texts = ['/usr/share/doc/libgcc-s1/copyright', '/usr/share/common-licenses/GPL-3'];
  const exception = texts.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8').trim());
  return [
    noticesOf(packages),
    `## GCC's libraries\n\n${GCC} ${gcc}.`,
    ...exception.map(indented),
    '## Node.js, and what is in it',
    indented(readFileSync(join(nodeFolder, 'LICENSE'), 'utf8').trim()),
  ].join('\n\n');
};
