/** What the build changes in packages, to be run as source and as built, side by side. */
import { Box, renderToString, Text, type TextProps } from 'ink';
import stringWidth from 'string-width';
import * as z from 'zod';
import { Table } from '../../src/tui/ui/ink-table.ts';

export { tour } from './tour.tsx';

/** Columns that each text takes. */
export const widthsOf = (texts: readonly string[]): readonly number[] => texts.map((text) => stringWidth(text));

/** Each text in its graphemes. */
export const graphemesOf = (texts: readonly string[]): readonly (readonly string[])[] => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return texts.map((text) => [...segmenter.segment(text)].map(({ segment }) => segment));
};

const WRAPS: readonly TextProps['wrap'][] = ['wrap', 'hard', 'truncate', 'truncate-middle', 'truncate-start'];

/** Each text in a narrow box that wraps or cuts it, beside another that grows, under bold and inverse: all that Ink does to text. */
export const drawnByInk = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) =>
    WRAPS.map((wrap) =>
      renderToString(
        <Box width={30} borderStyle="round" paddingX={1} justifyContent="space-between">
          <Box width={11} flexShrink={0}>
            <Text bold wrap={wrap}>
              {text}
            </Text>
          </Box>
          <Box flexGrow={1} overflow="hidden" height={2}>
            <Text inverse wrap={wrap}>{`x${text}${text}`}</Text>
          </Box>
        </Box>,
      ),
    ),
  );

/** A table of the texts. */
export const tableOf = (texts: readonly string[]): string =>
  renderToString(<Table data={texts.map((text, row) => ({ row, text, length: text.length }))} />);

const EVERY_CHECK = z.object({
  text: z.string().min(3).max(5),
  pattern: z.string().regex(/^a/),
  address: z.url(),
  number: z.number().min(1).max(9),
  whole: z.int(),
  multiple: z.number().multipleOf(5),
  flag: z.boolean(),
  word: z.enum(['asc', 'desc']),
  literal: z.literal(7),
  list: z.array(z.string()).min(2).max(3),
  map: z.record(z.string().regex(/^k/), z.number()),
  either: z.union([z.string(), z.number()]),
  kind: z.discriminatedUnion('of', [z.object({ of: z.literal('a') }), z.object({ of: z.literal('b') })]),
  strict: z.strictObject({ known: z.null() }),
  date: z.iso.datetime(),
  bytes: z.base64(),
  tuple: z.tuple([z.string()]),
});

const WRONG: readonly unknown[] = [
  undefined,
  {},
  {
    text: 'a',
    pattern: 'b',
    address: 'no address',
    number: 0,
    whole: 1.5,
    multiple: 7,
    flag: 'yes',
    word: 'up',
    literal: 8,
    list: ['one'],
    map: { other: 1 },
    either: null,
    kind: { of: 'c' },
    strict: { known: null, unknown: 1 },
    date: 'yesterday',
    bytes: '%',
    tuple: [],
  },
  {
    text: 'far too long',
    number: 10,
    list: ['1', '2', '3', '4'],
    map: { k: 'x' },
    tuple: ['a', 'b'],
    whole: Number.NaN,
  },
];

/** What zod says of wrong values. */
export const problemsOfZod = (): readonly (readonly string[])[] =>
  WRONG.map((value) => {
    const issues = EVERY_CHECK.safeParse(value).error?.issues ?? [];
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  });
