/**
 * What stands on the page of a created webhook: the secret above what the service says of it, or, when it takes more lines than
 * can stand still, before it in the text that is scrolled. The secret passes through here and is kept nowhere. Pure.
 */
import { grouped } from '../../../../base/figures.ts';
import { printable } from '../../../../base/text.ts';
import { RECORD_TITLE_LINES, type RecordLine } from '../../../ui/record-lines.ts';
import { plain } from '../../../ui/segments.ts';
import { pageHeight } from '../measures.ts';
import { paragraph } from '../paragraph.ts';
import { createdLines } from './lines.ts';
import { MASKED_SECRET } from './secret.ts';
import type { CreatedWebhook } from './state.ts';

/** The page: lines that stand still, and a title with the lines below it that are scrolled in `height` lines, title included. */
type CreatedPage = {
  readonly head: readonly RecordLine[];
  readonly title: string;
  readonly lines: readonly RecordLine[];
  readonly height: number;
};

/** Lines of a secret that stand still at the most. */
const STANDING_LINES = 3;

/** Lines that must be left below words that stand still: two around them, and a page with a title and two lines. */
const STANDING_ROOM = 2 + RECORD_TITLE_LINES + 2;

const BLANK: RecordLine = [plain(' ')];
const SECRET_TITLE = ' Its signing secret   ';
const SAID = 'What the service says about it';

/** The page in `width` by `height` cells. `revealed` is the secret while the user wants to see it. */
export const createdPage = (
  created: CreatedWebhook,
  revealed: string | undefined,
  timeZone: string,
  width: number,
  height: number,
): CreatedPage => {
  const done: RecordLine = [
    {
      text: created.isRotated ? ' The webhook has a new secret; the one before is void.' : ' The webhook was created.',
      role: 'good',
    },
  ];
  const said = createdLines(created, timeZone, width - 4);
  const below: readonly RecordLine[] = [BLANK, [{ text: SAID, role: 'accent' }], ...said];
  const standing = (head: readonly RecordLine[]): CreatedPage => ({
    head,
    title: SAID,
    lines: said,
    height: pageHeight(height) - head.length,
  });
  if (!created.hasSecret) {
    const words = paragraph(withoutWords(created), width - 4, 'warning');
    return pageHeight(height) - words.length >= STANDING_ROOM
      ? standing([done, ...words.map(setIn), BLANK])
      : {
          head: [done, BLANK],
          title: SECRET_TITLE.trim(),
          lines: [...words, ...below],
          height: pageHeight(height) - 2,
        };
  }
  if (revealed === undefined) return standing([done, [plain(SECRET_TITLE), plain(MASKED_SECRET)], BLANK, BLANK]);
  const secret = secretLines(revealed, width - 4);
  if (secret.length <= STANDING_LINES)
    return standing([done, [plain(SECRET_TITLE)], ...secret.map((line) => [plain('  '), ...line]), BLANK]);
  const title = `Its signing secret, ${grouped(revealed.length)} characters in ${grouped(secret.length)} lines`;
  return { head: [done, BLANK], title, lines: [...secret, ...below], height: pageHeight(height) - 2 };
};

const setIn = (line: RecordLine): RecordLine => [plain(' '), ...line];

const withoutWords = ({ secretProblem }: CreatedWebhook): string => {
  switch (secretProblem) {
    case undefined:
      return 'The answer held no signing secret.';
    case 'too short':
      return 'Its signing secret cannot be used: it has fewer than 8 characters, so anyone could guess it. It is not shown or kept. Make a new one for this webhook in the web console, or delete the webhook there.';
    case 'too long':
      return 'Its signing secret cannot be used: it has more than 100,000 characters. It is not shown or kept. Make a new one for this webhook in the web console, or delete the webhook there.';
  }
};

/**
 * A secret is cut where a line is full, and nowhere else: whoever reads it must find each of its characters. One beyond ASCII
 * may take two cells.
 */
const secretLines = (secret: string, width: number): readonly RecordLine[] => {
  const characters = Array.from(printable(secret));
  const each = /[^\x20-\x7e]/.test(secret) ? Math.floor(width / 2) : width;
  return Array.from({ length: Math.ceil(characters.length / each) }, (_, line) => [
    plain(characters.slice(line * each, (line + 1) * each).join('')),
  ]);
};
