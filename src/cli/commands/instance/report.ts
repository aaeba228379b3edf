/** What `gpudeck instance` prints: one line for each instance. */
import { explain } from '../../../api/errors/explain.ts';
import { printable } from '../../../base/printable.ts';
import { asciiText, padCell } from '../../../base/text.ts';
import { jsonLine } from '../../../formats/json.ts';
import { type Change, callOfChange } from '../../../instances/change.ts';
import type { ChangeResult } from '../../../instances/make-changes.ts';
import { sentWords } from '../../../instances/sent-words.ts';
import type { SentChange } from '../../../storage/journal/instance-changes.ts';
import type { CommonOptions } from '../../common-options.ts';
import type { CommandIo } from '../../io.ts';
import { OutputFailure, writeText } from '../../print/record-writer.ts';

/** What became of one instance; `seen` is what the list said after an answer was lost. */
export type Result = (ChangeResult | { readonly kind: 'left-out'; readonly before: SentChange }) & {
  readonly seen?: string;
};

/** The words of the `outcome` member. */
type OutcomeName = 'accepted' | 'refused' | 'unknown' | 'not_sent' | 'accepted_before' | 'unknown_before';

/** The calls that `change` takes, one JSON object a line. */
export const dryRunLines = (ids: readonly number[], change: Change): string =>
  ids
    .map((id) => {
      const { method, path, body } = callOfChange(id, change);
      return jsonLine({ method, path, body });
    })
    .join('');

/**
 * Prints the result of one instance: a row on a terminal, a JSON object a line elsewhere. Rejects with an OutputFailure that tells
 * the result where it cannot be printed.
 */
export const createChangeReport =
  ({ stdout, columns, setup }: CommandIo, { isAscii }: Pick<CommonOptions, 'isAscii'>, change: Change) =>
  async (id: number, result: Result): Promise<void> => {
    const words = wordsOf(result, setup.timeZone);
    const row = (): string =>
      printable(
        [padCell(String(id), 10), padCell(nameOf(result).replaceAll('_', ' '), 15), words ?? ''].join('  '),
      ).trimEnd();
    const line =
      columns === undefined ? jsonLine(recordOf(id, change, result, words)) : `${isAscii ? asciiText(row()) : row()}\n`;
    try {
      await writeText(stdout, line);
    } catch (error) {
      if (!(error instanceof OutputFailure)) throw error;
      const outcome = nameOf(result).replaceAll('_', ' ');
      throw new OutputFailure(`instance ${id}: ${outcome}; ${error.message}. Nothing further was sent.`);
    }
  };

const recordOf = (id: number, change: Change, result: Result, words: string | undefined) => ({
  instance_id: id,
  change: change.kind,
  outcome: nameOf(result),
  ...(result.kind === 'accepted' ? { message: words ?? null } : { reason: words ?? null }),
  ...('atEpochMs' in result && result.kind !== 'overtaken' ? { at: new Date(result.atEpochMs).toISOString() } : {}),
});

const nameOf = (result: Result): OutcomeName => {
  switch (result.kind) {
    case 'accepted':
    case 'refused':
    case 'unknown':
      return result.kind;
    case 'held-back':
    case 'not-sent':
      return 'not_sent';
    case 'left-out':
      return `${result.before.outcome.kind}_before`;
    case 'overtaken':
      return `${result.standing[0]?.outcome.kind ?? 'unknown'}_before`;
  }
};

/** What was said of it. */
const wordsOf = (result: Result, timeZone: string): string | undefined => {
  switch (result.kind) {
    case 'accepted':
      return result.reply.message;
    case 'refused':
    case 'unknown': {
      const { whatCameBack, whatToDo } = explain(result.error);
      return [whatCameBack, result.seen ?? '', whatToDo].filter(Boolean).join(' ');
    }
    case 'held-back':
      return result.journalProblem ?? explain(result.error).whatCameBack;
    case 'not-sent':
      return undefined;
    case 'left-out':
      return `${sentWords(result.before, timeZone)} Look at the list; --again sends it once more.`;
    case 'overtaken':
      return result.standing[0] && `Another gpudeck was first: ${sentWords(result.standing[0], timeZone)}`;
  }
};
