/**
 * What commands have in common that change one thing after the other: how long each waits for its turn, how its end
 * is printed, and what that is worth.
 */

import { randomUUID } from 'node:crypto';
import type { Call } from '../api/call.ts';
import type { Client } from '../api/client.ts';
import type { ApiError } from '../api/errors/error.ts';
import { asciiText } from '../base/text.ts';
import { jsonLine } from '../formats/json.ts';
import type { OverLimit, SaidOver } from '../limits/allowance.ts';
import { mayCommandGoOver } from '../storage/files/limits-file.ts';
import { journalFile } from '../storage/files/places.ts';
import { sessionBy } from '../storage/journal/author.ts';
import { openJournal } from '../storage/journal/open-journal.ts';
import { createProfileJournal, type JournalAccess } from '../storage/journal/profile-journal.ts';
import { type Confirming, confirmationProblem, confirmationPrompt } from '../writes/confirmation.ts';
import type { CommonOptions } from './common-options.ts';
import { EXIT, type ExitCode, exitCodeOf } from './exit.ts';
import type { CommandIo, Planned } from './io.ts';
import { OutputFailure, writeText } from './record-writer.ts';
import type { WriteOptions } from './shared-options.ts';

/** Longest time that an announcement spends waiting for its turn, in milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/** The patience of one announcement, from now on. */
export const patienceOf = (io: Pick<CommandIo, 'clock' | 'random'>, complain: (text: string) => void) => {
  const giveUpAtMs = io.clock.ticks() + LONGEST_WAIT_MS;
  return {
    random: io.random,
    mayWait: (waitMs: number) => io.clock.ticks() + waitMs <= giveUpAtMs,
    onTurnedAway: ({ attempt, waitMs }: { readonly attempt: number; readonly waitMs: number }) =>
      complain(
        `the service was called too soon and announced nothing; waiting ${(waitMs / 1000).toFixed(1)} s before try ${attempt}`,
      ),
  };
};

/** How a change may end. */
type End =
  | { readonly kind: 'accepted' | 'unknown' | 'unconfirmed' | 'left-out' | 'held-back' | 'outdated' | 'not-sent' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'overtaken'; readonly standing: readonly { readonly outcome: { readonly kind: string } }[] };

/** The exit code of one end. */
export const codeOfChange = (result: End): ExitCode => {
  switch (result.kind) {
    case 'accepted':
      return EXIT.done;
    case 'refused':
      return exitCodeOf(result.error);
    case 'unknown':
    case 'unconfirmed':
    case 'left-out':
      return EXIT.outcomeUnknown;
    case 'overtaken':
      return result.standing[0]?.outcome.kind === 'accepted' ? EXIT.done : EXIT.outcomeUnknown;
    case 'held-back':
    case 'outdated':
    case 'not-sent':
      return EXIT.failed;
  }
};

/** The exit code of several: an outcome that is unknown, or else the first that is not well. */
export const worstOf = (codes: readonly ExitCode[]): ExitCode =>
  codes.includes(EXIT.outcomeUnknown) ? EXIT.outcomeUnknown : (codes.find((code) => code !== EXIT.done) ?? EXIT.done);

/** What goes over the limit that stands in the way of `overLimit`, or why nothing does; undefined where there is nothing to say. */
export const overLimitWords = (
  overLimit: OverLimit | undefined,
  said: SaidOver | undefined,
  { setup: { limits } }: Pick<CommandIo, 'setup'>,
): string | undefined => {
  if (overLimit === undefined || limits === undefined) return undefined;
  if (mayCommandGoOver(limits)) return `--over-limit ${overLimit.amount} goes over it.`;
  return said && 'limits.json does not let commands go over a limit: its over_limit is not true.';
};

/** Why nothing is sent where nobody can be asked; `verb` is what --yes does. */
export const nobodyToAsk = (verb: string): string =>
  `Nothing was sent: there is no terminal to ask for confirmation. Add --yes to ${verb}, or --dry-run to see what would be sent.`;

/** Why it may not be sent, after asking where somebody can be asked; undefined when it may. */
const refusedConsent = async (confirming: Confirming, { ask }: Pick<CommandIo, 'ask'>): Promise<string | undefined> => {
  if (ask === undefined) return nobodyToAsk('send');
  return confirmationProblem(confirming, await ask(`${confirmationPrompt(confirming)} `));
};

/**
 * How a command ends before anything is sent: a dry run prints the calls, and nothing goes out for a `hindrance` or without somebody's
 * word, which is asked for where there is something to send. Undefined where it may be sent.
 */
export const endedUnsent = async (
  {
    calls,
    confirming,
    consent,
    hindrance,
    planned,
  }: Pick<WriteOptions<unknown>, 'consent'> & {
    readonly calls: readonly Call[];
    readonly confirming: Confirming;
    readonly hindrance?: string | undefined;
    /** What it costs, comes to and rests on. */
    readonly planned?: Omit<Planned, 'calls' | 'shown'>;
  },
  io: CommandIo,
  complain: (text: string) => void,
): Promise<ExitCode | undefined> => {
  if (consent === 'dry-run') {
    await writeText(io.stdout, calls.map(callLine).join(''));
    return EXIT.done;
  }
  if (hindrance === undefined && io.plan !== undefined) {
    const shown = calls.map((call): unknown => JSON.parse(callLine(call)));
    const ended = await io.plan({ ...NOTHING_BESIDES, ...planned, calls, shown }, io, complain);
    if (ended !== undefined) return ended;
  }
  const isAsked = consent !== 'given' && confirming.ids.length > 0;
  const objection = hindrance ?? (isAsked ? await refusedConsent(confirming, io) : undefined);
  if (objection === undefined) return undefined;
  complain(objection);
  return EXIT.badUsage;
};

/** Of what costs nothing, comes to nothing and rests on nothing that is listed. */
const NOTHING_BESIDES = { perHour: undefined, consequences: [], restsOn: {} };

/** Opens it, or says why it cannot be; what `client` knows to be secret is not written. Without one, `hide` is to be called before anything is. */
export const journalOf = (
  { setup, command, applied: plan }: Pick<CommandIo, 'setup' | 'command' | 'applied'>,
  client?: Client,
): JournalAccess => {
  const opened = openJournal(journalFile(setup.places));
  if ('problem' in opened) return opened;
  const session = sessionBy({ by: 'command', command, agent: setup.agent, plan }, randomUUID());
  const journal = createProfileJournal(opened.journal, setup.profileName, session, setup);
  if (client !== undefined) journal.hide(client.redact);
  return journal;
};

/** A call as a dry run prints it, exactly as it goes out. */
export const callLine = ({ method, path, body }: Call): string => jsonLine({ method, path, body });

/**
 * Prints what became of one target: a row on a terminal, a JSON object a line elsewhere, and everywhere where `told` is undefined.
 * Rejects with an OutputFailure that tells the result where it cannot be printed: `told` is that in a few words.
 */
export const writeOutcome = async (
  { stdout, columns }: Pick<CommandIo, 'stdout' | 'columns'>,
  told: string | undefined,
  {
    row,
    record,
    isAscii,
    isJson = false,
  }: {
    readonly row: () => string;
    readonly record: Readonly<Record<string, unknown>>;
    readonly isAscii: CommonOptions['isAscii'];
    /** True for an object everywhere. */
    readonly isJson?: boolean | undefined;
  },
): Promise<void> => {
  const line =
    columns === undefined || told === undefined || isJson
      ? jsonLine(record)
      : `${isAscii ? asciiText(row()) : row()}\n`;
  try {
    await writeText(stdout, line);
  } catch (error) {
    if (told === undefined || !(error instanceof OutputFailure)) throw error;
    throw new OutputFailure(`${told}; ${error.message}. Nothing further was sent.`);
  }
};

/** Does `work` with a signal that Ctrl-C gives; `stopping` is said then. */
export const untilInterrupted = async <Result>(
  { signals }: Pick<CommandIo, 'signals'>,
  stopping: () => void,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const controller = new AbortController();
  const stop = () => {
    stopping();
    controller.abort();
  };
  signals.once('SIGINT', stop);
  try {
    return await work(controller.signal);
  } finally {
    signals.off('SIGINT', stop);
  }
};
