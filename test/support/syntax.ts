/** The source as a syntax tree, for tests that look at what stands there. */
import { parseAst } from 'vitest/node';

/** One node: its kind, its place in the text, and whatever else its kind has. */
export type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
};

/** The tree of the file at `path`, whose text is `source`. */
export const parsed = (path: string, source: string): Node =>
  parseAst(source, { lang: /\.(\w+)$/.exec(path)?.[1] as 'ts' | 'tsx' | 'js' }) as unknown as Node;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** The nodes directly below `node`, in the order of the text. */
export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter(isNode)
    .sort((a, b) => a.start - b.start);

/** What wraps an expression in types. */
const WRAPPERS = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression'];

/** True for what is gone when the types are. */
export const isTypeOnly = ({ type }: Node): boolean => type.startsWith('TS') && !WRAPPERS.includes(type);

/** `node` and all that is below it. */
export const nodesBelow = (node: Node): readonly Node[] => [node, ...childrenOf(node).flatMap(nodesBelow)];

/** True where a text in `tree` puts a dollar sign before a figure: a template, a sum of texts, or a text on screen. */
export const putsDollar = (tree: Node): boolean =>
  nodesBelow(tree).some((node) => {
    const { type, operator, left, quasis, value } = node as Node & { readonly left?: Node };
    if (type === 'TemplateLiteral')
      return (quasis as readonly { readonly tail: boolean; readonly value: { readonly cooked: string } }[]).some(
        ({ tail, value: { cooked } }) => !tail && cooked.endsWith('$'),
      );
    if (type === 'JSXText') return String(value).endsWith('$');
    return type === 'BinaryExpression' && operator === '+' && String(left?.value).endsWith('$');
  });
