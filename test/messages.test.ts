/**
 * Every text of the source that a user can see, once, in one list to be read: `test/support/messages.txt`. `npm run messages` writes
 * it; as a test this only compares, so that a new message is read in the change that brings it. Where a text stands in the source, and
 * what the values in it are called there, makes no difference.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { childrenOf, isTypeOnly, type Node, parsed } from './support/syntax.ts';

const LIST = 'test/support/messages.txt';

/** Files whose texts are values of the market and its database, not words to a user. */
const DATA =
  /^src\/(?:local-service\/(?:market|database)\/|local-service\/search\/(?:conditions|expressions|statement)|catalogue\/(?:countries|gpu-models)\.ts)/;

/** Members whose text is shown however short it is. */
const SHOWN_MEMBERS = new Set(['label', 'help', 'heading', 'title', 'unit', 'detail', 'message', 'empty']);

/** Calls whose texts are for whoever changes the program, or for no person. */
const UNSEEN_CALLS = new Set(['Error', 'TypeError', 'RangeError', 'RegExp', 'require', 'prepare', 'exec', 'sql']);

const SQL =
  /\b(?:SELECT|INSERT|UPDATE|DELETE FROM|CREATE (?:TABLE|INDEX)|PRAGMA|BEGIN|ROLLBACK|COMMIT|ORDER BY|WHERE)\b/;

/** True for a text that is said to somebody: several words, or one that begins or ends as a sentence does. */
const isSaid = (text: string): boolean =>
  !SQL.test(text) &&
  /[a-z]{2}/i.test(text.replace(/\{[\w.…]*\}/g, '')) &&
  (/[a-z,;:)"”}] [("“{a-z0-9$]/i.test(text) || /^[A-Z][a-z]+[.:]?$/.test(text.trim()));

/** A template as it is read, with `{…}` for what it puts in. */
const templateText = (node: Node): string =>
  (node.quasis as readonly (Node & { value: { cooked: string } })[]).map(({ value }) => value.cooked).join('{…}');

const textOf = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return templateText(node);
  if (node.type === 'JSXText') return String(node.value).trim();
  return undefined;
};

const nameOf = (node: Node | undefined): string =>
  String(node?.name ?? (node?.property as Node | undefined)?.name ?? '');

/** The texts below `node`, in their order. `isShown` is true where each of them is seen. */
const textsBelow = (node: Node, isShown: boolean): readonly string[] => {
  if (isTypeOnly(node) || node.type === 'ImportDeclaration' || node.type === 'TaggedTemplateExpression') return [];
  const text = textOf(node);
  const own = text !== undefined && (isShown ? /\p{L}/u.test(text) : isSaid(text)) ? [text] : [];
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const callee = nameOf(node.callee as Node);
    if (UNSEEN_CALLS.has(callee)) return [];
    if (callee === 'meanings') {
      const words = (node.arguments as readonly Node[]).flatMap((table) => table.properties as readonly Node[]);
      return words.flatMap(({ key, value }) => [key, value].flatMap((said) => textsBelow(said as Node, false)));
    }
    if (callee === 'bind') {
      const [, , label, group, ...rest] = node.arguments as readonly Node[];
      return [label, group]
        .flatMap((shown) => (shown === undefined ? [] : textsBelow(shown, true)))
        .concat(rest.flatMap((argument) => textsBelow(argument, false)));
    }
  }
  // Only what an expression may come to is shown, not what it depends on.
  if (node.type === 'ConditionalExpression') {
    const [test, ...sides] = [node.test, node.consequent, node.alternate] as readonly Node[];
    return [
      ...(test === undefined ? [] : textsBelow(test, false)),
      ...sides.flatMap((side) => textsBelow(side, isShown)),
    ];
  }
  if (node.type === 'BinaryExpression' && node.operator !== '+') return [];
  if (node.type === 'Property') {
    return textsBelow(node.value as Node, SHOWN_MEMBERS.has(nameOf(node.key as Node)));
  }
  const isPassed =
    isShown &&
    ['TemplateLiteral', 'BinaryExpression', 'LogicalExpression', 'ArrowFunctionExpression', 'TSAsExpression'].includes(
      node.type,
    );
  return [...own, ...childrenOf(node).flatMap((child) => textsBelow(child, isPassed))];
};

const list = (): string =>
  [
    ...new Set(
      globSync('src/**/*.{ts,tsx,js}')
        .filter((path) => !DATA.test(path))
        .flatMap((path) => textsBelow(parsed(path, readFileSync(path, 'utf8')), false)),
    ),
  ]
    .map((text) => `${text.replaceAll('\n', '\\n')}\n`)
    .sort()
    .join('');

test('every text that a user can see stands in the list of messages; npm run messages writes it', () => {
  const current = list();
  if (process.env.GPUDECK_WRITE_MESSAGES === '1') writeFileSync(LIST, current);
  const kept = existsSync(LIST) ? readFileSync(LIST, 'utf8') : '';
  expect(kept === current ? [] : differences(kept, current), 'run npm run messages, and read what it changes').toEqual(
    [],
  );
});

const differences = (kept: string, current: string): readonly string[] => {
  const lines = (text: string) => new Set(text.split('\n'));
  const [before, now] = [lines(kept), lines(current)];
  return [
    ...[...before].filter((line) => !now.has(line)).map((line) => `gone: ${line}`),
    ...[...now].filter((line) => !before.has(line)).map((line) => `new: ${line}`),
  ];
};
