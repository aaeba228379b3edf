/**
 * Counts the source: `npm run count` for all of `src`, `npm run count -- src/tui/panes/offers/position` for what a page or a write
 * takes: the lines of the folders or files named, and the lines in other files that name something of theirs.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Node, nodesBelow, parsed, putsDollar } from '../test/support/syntax.ts';

type Counted = {
  readonly path: string;
  readonly text: string;
  /** The top of its tree; undefined for what is no program. */
  readonly tree: Node | undefined;
  /** Lines of code, by their number from 0: without comments, blanks and imports. */
  readonly code: ReadonlySet<number>;
};

const read = (path: string): Counted => {
  const text = readFileSync(path, 'utf8');
  const tree = /\.(?:tsx?|js)$/.test(path) ? parsed(path, text) : undefined;
  return { path, text, tree, code: tree === undefined ? writtenLines(text) : writtenLines(codeOf(tree, text)) };
};

const LITERALS = new Set(['Literal', 'TemplateElement', 'JSXText']);

/** `text` with blanks for comments and imports; within texts and patterns nothing is a comment. */
const codeOf = (tree: Node, text: string): string => {
  const isImport = ({ type, source }: Node) =>
    type === 'ImportDeclaration' || (type.startsWith('Export') && (source ?? null) !== null);
  const solid = (tree.body as readonly Node[]).reduce((rest, statement) => {
    if (isImport(statement)) return masked(rest, statement, ' ');
    const literals = nodesBelow(statement).filter(({ type }) => LITERALS.has(type));
    return literals.reduce((before, literal) => masked(before, literal, 'x'), rest);
  }, text);
  return solid.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
};

const masked = (text: string, { start, end }: Node, by: string): string =>
  text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, by) + text.slice(end);

const writtenLines = (code: string): ReadonlySet<number> =>
  new Set(code.split('\n').flatMap((line, number) => (/[^\s;]/.test(line) ? [number] : [])));

/** Where money, filters and fields are at home: prices are written there. */
const MONEY = /^src\/(?:money|filter|catalogue)(?:\/|\.)/;

const ALL = globSync('src/**/*')
  .filter((path) => statSync(path).isFile())
  .sort()
  .map(read);

const linesOf = (files: readonly Counted[]): number => files.reduce((sum, { code }) => sum + code.size, 0);

const countAll = (): Readonly<Record<string, number>> => ({
  'lines of code': linesOf(ALL),
  'lines of all kinds': ALL.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
  files: ALL.length,
  folders: new Set(ALL.map(({ path }) => dirname(path))).size,
  'types called Needs or Parts': ALL.reduce(
    (sum, { text }) => sum + (text.match(/^(?:export )?type \w*(?:Needs|Parts)\b/gm) ?? []).length,
    0,
  ),
  'files that put $ before a figure': ALL.filter(
    ({ path, tree }) => !MONEY.test(path) && tree !== undefined && putsDollar(tree),
  ).length,
});

/** What `places` take, and where the rest of the source names them. */
const countPlaces = (places: readonly string[]): readonly string[] => {
  const isOwn = (path: string) => places.some((place) => path === place || path.startsWith(`${place}/`));
  const own = ALL.filter(({ path }) => isOwn(path));
  const naming = ALL.filter(({ path }) => !isOwn(path)).flatMap((file) => {
    const names = importedNames(file, isOwn);
    if (names.length === 0) return [];
    const named = new RegExp(`\\b(?:${names.join('|')})\\b`);
    const lines = file.text.split('\n').filter((line, number) => file.code.has(number) && named.test(line));
    return [`${file.path}: ${lines.length}`];
  });
  return [`${linesOf(own)} lines of code in ${own.length} files; lines that name them elsewhere:`, ...naming];
};

/** What `file` imports from the files that `isOwn` says, as it calls them. */
const importedNames = ({ path, tree }: Counted, isOwn: (path: string) => boolean): readonly string[] =>
  ((tree?.body ?? []) as readonly Node[])
    .filter(({ type }) => type === 'ImportDeclaration')
    .filter(({ source }) => isOwn(normalize(join(dirname(path), String((source as Node).value)))))
    .flatMap(({ specifiers }) => (specifiers as readonly Node[]).map(({ local }) => String((local as Node).name)));

const places = process.argv.slice(2);
const lines =
  places.length > 0
    ? countPlaces(places)
    : Object.entries(countAll()).map(([what, count]) => `${String(count).padStart(7)}  ${what}`);
process.stdout.write(`${lines.join('\n')}\n`);
