/** What the command of a write prints: one line for each target. */
import { explain } from '../api/errors/explain.ts';
import { printable } from '../base/printable.ts';
import { asciiText, padCell } from '../base/text.ts';
import { jsonLine } from '../formats/json.ts';
import { sentWords } from '../instances/fate.ts';
import type { SentChange } from '../storage/journal/changes.ts';
import type { WriteEnd, WriteKind, WriteTypes } from '../writes/write-kind.ts';
import type { CommonOptions } from './common-options.ts';
import type { CommandIo } from './io.ts';
import { OutputFailure, writeText } from './print/record-writer.ts';

/** What became of one target; `seen` is what the list said after an answer was lost. */
export type WriteResult<W extends WriteTypes> = (
  | WriteEnd<W>
  | { readonly kind: 'not-sent' }
  | { readonly kind: 'left-out'; readonly before: SentChange<W['name']> }
  /** Nothing had to be sent for it. */
  | { readonly kind: 'nothing' }
) & { readonly seen?: string };

/** Prints the result of one. Rejects with an OutputFailure that tells the result where it cannot be printed. */
export const createWriteReport =
  <W extends WriteTypes>(
    { noun, command }: WriteKind<W>,
    { request, isAscii }: { readonly request: W['request'] } & Pick<CommonOptions, 'isAscii'>,
    { stdout, columns, setup }: CommandIo,
  ) =>
  async (id: number, result: WriteResult<W>): Promise<void> => {
    const outcome = outcomeOf(result, command);
    const name = outcome.replaceAll('_', ' ');
    const words = wordsOf(result, setup.timeZone, command.againWords);
    const isRow = command.isRowOnTerminal === true;
    const row = () => printable([padCell(String(id), 10), padCell(name, 15), words ?? ''].join('  ')).trimEnd();
    const isWell = result.kind === 'accepted' || result.kind === 'nothing';
    const isTimed = isRow && 'atEpochMs' in result && result.kind !== 'overtaken';
    const record = {
      ...command.record(id, request),
      outcome,
      ...(isWell ? { message: words ?? null } : { reason: words ?? null }),
      ...(isTimed && { at: new Date(result.atEpochMs).toISOString() }),
    };
    const line = columns === undefined || !isRow ? jsonLine(record) : `${isAscii ? asciiText(row()) : row()}\n`;
    try {
      await writeText(stdout, line);
    } catch (error) {
      if (!isRow || !(error instanceof OutputFailure)) throw error;
      throw new OutputFailure(`${noun} ${id}: ${name}; ${error.message}. Nothing further was sent.`);
    }
  };

/** The `outcome` member. */
const outcomeOf = <W extends WriteTypes>(
  result: WriteResult<W>,
  { before, nothing }: WriteKind<W>['command'],
): string => {
  switch (result.kind) {
    case 'accepted':
    case 'refused':
    case 'unknown':
      return result.kind;
    case 'held-back':
    case 'not-sent':
      return 'not_sent';
    case 'left-out':
      return before(result.before.outcome.kind);
    case 'overtaken':
      return before(result.standing[0]?.outcome.kind ?? 'unknown');
    case 'nothing':
      return nothing;
  }
};

/** What was said of it. */
const wordsOf = <W extends WriteTypes>(
  result: WriteResult<W>,
  timeZone: string,
  againWords: string,
): string | undefined => {
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
    case 'nothing':
      return undefined;
    case 'left-out':
      return `${sentWords(result.before, timeZone)} ${againWords}`;
    case 'overtaken':
      return result.standing[0] && `Another gpudeck was first: ${sentWords(result.standing[0], timeZone)}`;
  }
};
