/**
 * The page of what services can do and what of it the program has, printed from `test/support/published-calls.ts` and the rows of
 * calls. `npm run readme` writes it; as a test this only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CALLS, type EndpointName } from '../src/api/calls.ts';
import { shownPress } from '../src/base/press-names.ts';
import { readCommandLine } from '../src/cli/command-line.ts';
import { KEY_ROWS } from '../src/own-keys/key-rows.ts';
import { PANES } from '../src/tui/panes/index.ts';
import { PANE_NAMES } from '../src/tui/panes/names.ts';
import { BEYOND, PUBLISHED, REACH } from './support/published-calls.ts';

const PAGE = 'docs/parity.md';

/** A call that is published, or something that has none. */
type Line = {
  readonly group: string;
  readonly call: string;
  readonly means: string;
  readonly reason: string | undefined;
  /** The program's rows that make this call. */
  readonly rows: readonly EndpointName[];
};

/** Method and whole path, alike for each spelling of it: a request's own parts as `{}`, no query, no slash at the end. */
const spelt = (method: string, path: string): string => {
  const [bare = ''] = path.replace(/^(?!\/api\/)/, '/api/v0').split('?');
  return `${method} ${bare.replace(/\/$/, '').replace(/\{\w*\}|(?<=users\/)me(?=\/)/g, '{}')}`;
};

/** A request of any kind: each part of it, and itself, is written `{}`. */
const ANY_REQUEST = new Proxy({}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '{}' : '{}') }) as never;

const ROWS = (Object.keys(CALLS) as EndpointName[]).map((name) => {
  const { method, path } = CALLS[name];
  return { name, call: spelt(method, typeof path === 'string' ? path : path(ANY_REQUEST)) };
});

const linesOf = (text: string): readonly Line[] =>
  text
    .trim()
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [group = '', ...lines] = section.split('\n').filter(Boolean);
      return lines.map((line) => {
        const [call = '', means = '', reason] = line.split('|').map((part) => part.trim());
        const [method = '', path = ''] = call.split(' ');
        const rows = ROWS.filter((row) => row.call === spelt(method, path)).map(({ name }) => name);
        return { group, call, means, reason, rows };
      });
    });

const LISTS = { published: linesOf(PUBLISHED), beyond: linesOf(BEYOND) };
const ALL = [...LISTS.published, ...LISTS.beyond];

const waysOf = (ways: string | undefined): readonly string[] => ways?.split(', ') ?? [];

/** The pane of a call, whose digit is pressed first. */
const paneOf = (name: EndpointName) => PANE_NAMES.find((pane) => PANES[pane.name].calls.includes(name))?.name;

/** What is pressed for a call, from anywhere: the ids of rows, once for each way. */
const pressesOf = (name: EndpointName): readonly (readonly string[])[] =>
  // What no pane asks for has a command alone.
  paneOf(name) === undefined
    ? []
    : waysOf(REACH[name].keys ?? '').map((way) => [`frame.${paneOf(name)}`, ...way.split(' ').filter(Boolean)]);

const keyOf = (id: string): string | undefined => KEY_ROWS.find((row) => row.id === id)?.keys[0];

/** The ways of all rows that make a call, each once. */
const told = (ways: readonly string[]): string => [...new Set(ways)].join(', ');

const keysOf = ({ rows }: Line): string =>
  told(rows.flatMap(pressesOf).map((ids) => ids.map((id) => `\`${shownPress(keyOf(id) ?? '')}\``).join(' ')));

const commandOf = ({ rows, reason }: Line): string =>
  reason ?? told(rows.flatMap((name) => waysOf(REACH[name].command)).map((command) => `\`${command}\``));

const tableOf = (lines: readonly Line[]): string =>
  [
    '| | Call | Method and path | Keys | Command of gpudeck, or why not |',
    '|---|---|---|---|---|',
    ...lines.map((line, at) => {
      const group = line.group === lines[at - 1]?.group ? '' : line.group;
      return `| ${group} | ${line.means} | ${line.call && `\`${line.call}\``} | ${keysOf(line)} | ${commandOf(line)} |`;
    }),
  ].join('\n');

const countsOf = (lines: readonly Line[]): string => {
  const made = lines.filter(({ rows }) => rows.length > 0).length;
  const missing = lines.filter(({ reason }) => reason === 'not yet').length;
  return `${made} of ${lines.length} are made, ${missing} not yet; ${lines.length - made - missing} are not made on purpose.`;
};

const BLOCKS = {
  published: `${countsOf(LISTS.published)}\n\n${tableOf(LISTS.published)}`,
  beyond: tableOf(LISTS.beyond),
};

test('a call that the program does not make has a reason, and one that it makes has none', () => {
  const madeThough = ALL.filter(({ rows, reason }) => rows.length > 0 && reason !== undefined);
  expect(madeThough.map(({ call, reason }) => `${call}: the program makes it, and this says "${reason}"`)).toEqual([]);
  const unexplained = ALL.filter(({ rows, reason }) => rows.length === 0 && reason === undefined);
  expect(unexplained.map(({ call }) => `${call}: the program does not make it, and nothing says why`)).toEqual([]);
});

test('each call of the program stands in a list, once', () => {
  const count = (name: EndpointName) => ALL.filter(({ rows }) => rows.includes(name)).length;
  expect(ROWS.filter(({ name }) => count(name) !== 1)).toEqual([]);
  expect(LISTS.published).toHaveLength(100);
  expect(new Set(ALL.map(({ call, means }) => call || means)).size).toBe(ALL.length);
});

test('the reasons are those that the page explains', () => {
  const [explained = ''] = readFileSync(PAGE, 'utf8').split('<!-- published -->');
  const reasons = new Set(ALL.map(({ reason }) => reason).filter((reason) => reason !== undefined));
  expect([...reasons].filter((reason) => !explained.includes(`| ${reason} |`))).toEqual([]);
});

test('each is reached by keys that there are', () => {
  const ids = ROWS.flatMap(({ name }) => pressesOf(name).flat());
  expect(ids.filter((id) => keyOf(id) === undefined)).toEqual([]);
});

test.each([...new Set(Object.values(REACH).flatMap(({ command }) => waysOf(command)))])(
  'help knows the command %s',
  async (command) => {
    const words = ['help', ...command.split(' ')];
    expect(await readCommandLine(words, {}, '')).toMatchObject({ kind: 'answered' });
  },
);

test.each(['published', 'beyond'] as const)('the table of what is %s is up to date', (name) => {
  const text = readFileSync(PAGE, 'utf8');
  const block = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`);
  expect(text).toMatch(block);
  const written = text.replace(block, (_, before: string, after: string) => `${before}${BLOCKS[name]}\n\n${after}`);
  if (process.env.GPUDECK_WRITE_README === '1') writeFileSync(PAGE, written);
  expect(readFileSync(PAGE, 'utf8'), `${PAGE} is out of date: npm run readme`).toBe(written);
});
