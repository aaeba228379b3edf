/** Faults of what the answer says: its texts are as long and as hostile as a service likes, and its numbers no numbers. */
import { bytesOf, isWrite, type Play } from '../../support/fault-proxy.ts';
import type { Fault } from '../fault.ts';

/** Bytes that all texts of an answer may have together: receipts of more than a megabyte are not taken. */
const RECEIPT_BYTES = 600_000;
const LIST_BYTES = 8_000_000;
/** Longest single text, in characters. */
const LONGEST = 100_000;

/** What stands behind every text of the service's own answer. */
const withTexts =
  (worst: string): Play =>
  async ({ socket, request, passOn }) => {
    const answer = await passOn();
    const json: unknown = JSON.parse(answer.body.toString());
    const room = (isWrite(request) ? RECEIPT_BYTES : LIST_BYTES) / Math.max(1, textsIn(json));
    const length = Math.min(LONGEST, Math.floor(room / Buffer.byteLength(JSON.stringify(worst).slice(1, -1))));
    const body = JSON.stringify(longer(json, worst.repeat(length)));
    socket.end(bytesOf({ ...answer, body: Buffer.from(body) }));
  };

/** A webhook's secret stays as it is: what is done to that is looked at elsewhere. */
const isText = (name: string, value: unknown): value is string =>
  typeof value === 'string' && name !== 'webhook_secret';

const textsIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.entries(value).reduce((sum, [name, inner]) => sum + (isText(name, inner) ? 1 : textsIn(inner)), 0);

const longer = (value: unknown, more: string): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((inner) => (typeof inner === 'string' ? inner + more : longer(inner, more)));
  const members = Object.entries(value).map(([name, inner]) => [
    name,
    isText(name, inner) ? inner + more : longer(inner, more),
  ]);
  return Object.fromEntries(members);
};

/** The answer's text, changed. */
const written =
  (change: (text: string) => string): Play =>
  async ({ socket, passOn }) => {
    const answer = await passOn();
    socket.end(bytesOf({ ...answer, body: Buffer.from(change(answer.body.toString())) }));
  };

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const answered = { group: 'text', outcomes: ['answered'], acts: true } as const;

/** All of them. */
export const TEXT_FAULTS: readonly Fault[] = [
  ...(
    [
      ['wide characters', '漢'],
      ['openers of control strings', '\u009D'],
      ['escape characters', '\u001B]'],
      ['towers of marks', 'e\u0301\u0302\u0303\u0304'],
      ['characters that nobody sees', '\u200B'],
      ['characters of two halves', '\u{1F600}'],
      ['quotes and backslashes', '"\\'],
      ['spaces', ' '],
      ['line feeds', '\n'],
      ['colons and brackets', ':[{'],
    ] as const
  ).map(([name, worst]): Fault => ({ ...answered, name: `texts of ${name}`, play: withTexts(worst) })),
  {
    ...answered,
    name: 'numbers that JSON does not have',
    play: written((text) =>
      text.replace(/:\d+(?:\.\d+)?(?=[,}])/g, (number, at: number) => (at % 7 === 0 ? ':NaN' : number)),
    ),
    calls: ['searchOffers', 'listVolumes', 'listConnections', 'scheduleMaintenance'],
  },
  {
    ...answered,
    name: 'a member nested without an end',
    play: written((text) => text.replace('{', `{"more":${nested(100_000)},`)),
  },
];
