/** Failures as data (docs/scripts.md, Errors): where JSON is asked for, what a run that fails says on stderr is one object. */
import { jsonLine } from '../formats/json.ts';
import { EXIT, EXITS } from './exit.ts';
import type { CommandIo, FailedCall } from './io.ts';
import { isGiven } from './own-words.ts';

/** True where the arguments ask for results as JSON. */
export const asksJson = (argv: readonly string[]): boolean =>
  ['--json', '--ndjson', '--raw'].some((option) => isGiven(argv, option));

/** The object, as a line. `text` is what was said of the failure; where a call failed, `failed` tells it in parts. */
export const errorLine = (exit: number, text: string, failed?: FailedCall): string => {
  const [usual = 'failed'] = EXITS.find(({ code }) => code === exit)?.kinds ?? [];
  const { tried = null, whatCameBack: message = messageOf(text), whatToDo: next = null } = failed ?? {};
  return jsonLine({ error: { kind: failed?.kind ?? usual, message, tried, next, exit } });
};

/** What was said, without the name of who said it. */
const messageOf = (text: string): string => text.replaceAll(/^gpudeck(?: [a-z-]+)*: /gm, '').trim();

/** What a command has to do with failures and with those who read of them. */
type Telling = Pick<CommandIo, 'writeError' | 'tellFailed'> & Partial<Pick<CommandIo, 'ask' | 'signals'>>;

/**
 * Runs a command whose messages wait for its end: where it fails they are part of the one object, else they are written as they are. They
 * do not wait where somebody is asked, who has to know them, nor in what goes on until SIGTERM comes. A command that is run by another
 * leaves the object to that.
 */
export const failingInJson = async <Io extends Telling>(io: Io, run: (io: Io) => Promise<number>): Promise<number> => {
  if (io.tellFailed !== undefined) return run(io);
  const said: string[] = [];
  let isWaiting = true;
  let failed: FailedCall | undefined;
  const tellAll = (): void => {
    if (isWaiting) for (const text of said.splice(0)) io.writeError(text);
    isWaiting = false;
  };
  const { ask, signals } = io;
  const telling: Telling = {
    writeError: (text) => {
      said.push(text);
      if (!isWaiting) io.writeError(text);
    },
    tellFailed: (call) => {
      failed = call;
    },
    ...(ask && {
      ask: (question) => {
        tellAll();
        return ask(question);
      },
    }),
    ...(signals && {
      signals: {
        once: (signal, listener) => {
          if (signal === 'SIGTERM') tellAll();
          return signals.once(signal, listener);
        },
        off: (signal, listener) => signals.off(signal, listener),
      },
    }),
  };
  try {
    const code = await run({ ...io, ...telling });
    if (code === EXIT.done) tellAll();
    else if (said.length > 0) io.writeError(errorLine(code, said.join(''), failed));
    return code;
  } catch (error) {
    tellAll();
    throw error;
  }
};
