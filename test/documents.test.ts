/** What the documents say is there: the sections that comments cite, the tests of the promises, the examples. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseLine } from '../src/filter/parse.ts';
import { defaultClauses, wireFilters } from '../src/filter/request.ts';

type Section = { readonly heading: string; readonly body: string };

/** The sections of a document by their headings. A section holds those below it. */
const sectionsOf = (path: string): readonly Section[] => {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/^(#{2,4}) (.+)$/gm)].map(({ 0: line, 1: level = '', 2: heading = '', index }) => {
    const rest = text.slice(index + line.length);
    const end = rest.search(new RegExp(`^#{1,${level.length}} `, 'm'));
    return { heading, body: end < 0 ? rest : rest.slice(0, end) };
  });
};

const CODE = globSync('{src,test,scripts}/**/*.{ts,tsx,mts,mjs,js}', { exclude: ['**/node_modules/**'] }).filter(
  (path) => path !== 'test/documents.test.ts',
);

/** A text with its comments on one line each, as they are read. */
const unwrapped = (path: string): string => readFileSync(path, 'utf8').replace(/\n\s*(?:\*(?!\/)|\/\/) ?/g, ' ');

/** What is wrong with a citation: the document that it names, and what follows the name. */
const problemOf = (document: string, rest: string): string | undefined => {
  if (!existsSync(document)) return 'there is no such document';
  // One decision is about one thing.
  if (document.startsWith('docs/decisions/')) return undefined;
  const cited = sectionsOf(document)
    .flatMap((section) =>
      [section.heading, ...(section.heading.match(/^\d+/) ?? [])].map((name) => ({ name, section })),
    )
    .filter(({ name }) => rest.startsWith(`, ${name}`) && !/^\w/.test(rest.slice(name.length + 2)))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (cited === undefined) return 'there is no such section';
  const [, rule, word] = /^, (?:rule (\d+)|`([^`]+)`)/.exec(rest.slice(cited.name.length + 2)) ?? [];
  if (rule !== undefined && !cited.section.body.includes(`\n${rule}. `)) return `the section has no rule ${rule}`;
  if (word !== undefined && !cited.section.body.includes(word)) return `the section does not name ${word}`;
  return undefined;
};

describe('what is cited is there', () => {
  test('code cites documents as docs/interface.md, Limits: the file, then a heading of it', () => {
    const wrong = CODE.flatMap((path) => {
      const text = unwrapped(path);
      return [...text.matchAll(/(docs\/)?\b((?:decisions\/)?[\w-]+)\.md\b/g)].flatMap(
        ({ 0: name, 1: folder, index }) => {
          const rest = text.slice(index + name.length, index + name.length + 80);
          if (folder === undefined) {
            return existsSync(`docs/${name}`) ? [`${path}: write docs/${name}`] : [];
          }
          // A path that code reads is no citation.
          const isPath = text[index - 1] === "'" && rest.startsWith("'");
          const problem = isPath && existsSync(name) ? undefined : problemOf(name, rest);
          return problem === undefined ? [] : [`${path}: ${name}${rest.slice(0, 40)}: ${problem}`];
        },
      );
    });
    expect(wrong).toEqual([]);
  });

  test('documents link to files and headings that exist', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-');
    const documents = [...globSync('docs/**/*.md'), ...globSync('*.md')];
    const wrong = documents.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g)].flatMap(
        ({ 0: link, 1: file = '', 2: anchor }) => {
          const target = file === '' ? path : normalize(join(dirname(path), file));
          const isThere =
            existsSync(target) &&
            (anchor === undefined || sectionsOf(target).some(({ heading }) => slug(heading) === anchor));
          return isThere ? [] : [`${path}: ${link}`];
        },
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('documents name files of the repository that exist', () => {
    const documents = [...globSync('docs/**/*.md'), 'README.md', ...globSync('{CONTRIBUTING,SECURITY}.md')];
    const wrong = documents.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/`((?:src|test|scripts|docs)\/[\w./*-]+)`/g)]
        .filter(([, name = '']) => globSync(name).length === 0)
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});

test('words that the glossary replaces are used nowhere', () => {
  const [section] = sectionsOf('docs/glossary.md').filter(({ heading }) => heading === 'Words that are not used');
  const words = [...(section?.body.matchAll(/^\| ([a-z, ]+) \|/gm) ?? [])].flatMap(([, cell = '']) => cell.split(', '));
  expect(words.length).toBeGreaterThan(3);
  const unwanted = new RegExp(`\\b(?:${words.map((word) => word.replaceAll(' ', '[ -]?')).join('|')})s?\\b`, 'i');
  const found = CODE.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) => (unwanted.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('each promise names tests that exist', () => {
  const promises = sectionsOf('docs/promises.md');
  expect(promises.map(({ heading }) => heading.slice(0, 2))).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.']);
  for (const { heading, body } of promises) {
    const held = [...body.matchAll(/^- `([^`]+)`: "(.+)"$/gm)];
    const missing = held.filter(
      ([, file = '', title = '']) => !existsSync(file) || !readFileSync(file, 'utf8').includes(`'${title}'`),
    );
    expect(missing.map(([line]) => line)).toEqual([]);
    expect(held.length, heading).toBeGreaterThan(3);
  }
});

describe('the examples of the filter line send what they say', () => {
  const examples = [...readFileSync('docs/filter-line.md', 'utf8').matchAll(/^(.+?) +→ (\{.*\})$/gm)];

  test.each(examples.map(([, line = '', sent = '']) => [line, sent]))('%s', (line, sent) => {
    const read = parseLine(line);
    expect(read.problems).toEqual([]);
    const byDefault = new Set(defaultClauses(read).map(({ field }) => field));
    const { filters } = wireFilters(read);
    expect(Object.fromEntries(Object.entries(filters).filter(([field]) => !byDefault.has(field)))).toEqual(
      JSON.parse(sent),
    );
  });

  test('are some', () => {
    expect(examples.length).toBeGreaterThan(15);
  });
});
