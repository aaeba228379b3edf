/**
 * The program: reads the arguments, runs the one command that they name, and sets the exit code. What only a run needs is
 * loaded when one begins, so that help and version come at once.
 */
import { existsSync } from 'node:fs';
import { isatty } from 'node:tty';
import manifest from '../package.json' with { type: 'json' };
import { createLastWords } from './access/last-words.ts';
import { systemClock } from './base/clock.ts';
import type { ThreadEntry } from './base/thread.ts';
import { systemTimeZone } from './base/time.ts';
import { wrappedLines } from './base/wrap.ts';
import { type BareRun, type Run, readCommandLine } from './cli/command-line.ts';
import { EXIT, type ExitCode } from './cli/exit.ts';
import { asksJson, errorLine } from './cli/json-errors.ts';
import { createProgressLine } from './cli/progress-line.ts';
import { isBrokenPipe, OutputFailure, writeText } from './cli/record-writer.ts';
import { homeFolder } from './storage/files/home-folder.ts';
import { closeFolder } from './storage/files/private-file.ts';
import { capabilitiesOf } from './terminal/capabilities.ts';

/** Cells assumed for a terminal that does not tell its width. */
const USUAL_COLUMNS = 80;

const { version } = manifest;

const lastWords = createLastWords(process.env, process.argv);

const progress = createProgressLine((text) => process.stderr.write(text));

/** What a form of the program brings along. */
type Form = {
  /** The worker threads of the local service and of the history. */
  readonly threads: { readonly service: ThreadEntry; readonly history: ThreadEntry };
  /** Keeps what was compiled until now for the next run of that command. */
  readonly keepCode: (command: string) => void;
};

const runCommand = async ({ command, wishes, run }: Run, { threads, keepCode }: Form): Promise<number> => {
  const { readSetup } = await import('./access/setup.ts');
  const { answersFolder, serviceFile } = await import('./storage/files/places.ts');
  const { timeZone, problem } = systemTimeZone(process.env.TZ);
  const setup = readSetup(wishes, timeZone);
  if ('problem' in setup) return refuse(setup.problem, setup.isKeyProblem ? EXIT.keyProblem : EXIT.badUsage);
  if (problem !== undefined && setup.timeZone === timeZone) complain(`gpudeck: ${problem}\n`);
  if (setup.address.kind === 'remote') lastWords.hideSecret(setup.address.apiKey ?? '');
  const distrust = closeFolder(setup.places.stateFolder);
  if (distrust !== undefined) return refuse(distrust, EXIT.badUsage);
  const accessParts = {
    environment: process.env,
    serviceEntry: threads.service,
    serviceFile: serviceFile(setup.places),
    version,
    hide: lastWords.hide,
  };
  // Node makes a stream of what stdin is, which most commands never read, when it is asked for.
  const isTyped = isatty(0);
  return run({
    setup,
    stdout: process.stdout,
    ...(process.stdout.isTTY && { columns: process.stdout.columns || USUAL_COLUMNS }),
    writeError: complain,
    ...(process.stderr.isTTY && process.env.TERM !== 'dumb' && { showProgress: progress.show }),
    ...(isTyped && process.stderr.isTTY && { ask }),
    ...(isTyped &&
      process.stdout.isTTY && {
        openPanes: async (options) => {
          // It comes up while the code of the screen is loaded; where an earlier run has kept rows, it would take time from these.
          const isAwaited = setup.address.kind === 'local' && !existsSync(answersFolder(setup.places));
          const takeStarted = isAwaited
            ? (await import('./access/service-access.ts')).startBeforehand(accessParts)
            : undefined;
          const { runTerminalProgram } = await withAttributes(() => import('./tui/run.tsx'));
          const code = await runTerminalProgram({
            options: { ...options, ...wishes },
            setup,
            process,
            accessParts: { ...accessParts, takeStarted },
            historyEntry: threads.history,
            lastWords,
            keepCode: () => keepCode(command),
          });
          // A terminal that was read from keeps the process alive.
          return process.exit(code);
        },
      }),
    runSsh: async (ssh) => {
      const { runGuest } = await import('./terminal/guest.ts');
      return runGuest(ssh, { process, environment: process.env, after: systemClock.after });
    },
    clock: systemClock,
    random: Math.random,
    signals: process,
    accessParts,
  });
};

/** Says why nothing is run; the exit code comes back. */
const refuse = (problem: string, code: ExitCode): ExitCode => {
  complain(asksJson(process.argv) ? errorLine(code, problem) : `gpudeck: ${problem}\n`);
  return code;
};

const runBare = async ({ run }: BareRun, { threads }: Form): Promise<number> => {
  const { terminalLook, measureLink } = await import('./terminal/look.ts');
  const { stdin, stdout, env } = process;
  const look = terminalLook(env);
  const { timeZone, problem } = systemTimeZone(env.TZ);
  return run({
    stdout,
    ...(stdout.isTTY && { columns: stdout.columns || USUAL_COLUMNS }),
    writeError: complain,
    clock: systemClock,
    environment: env,
    timeZone,
    ...(problem !== undefined && { timeZoneProblem: problem }),
    terminal: {
      ...look,
      ...(stdout.isTTY && { size: { columns: stdout.columns, rows: stdout.rows } }),
      ...(stdin.isTTY &&
        stdout.isTTY &&
        look.canMoveCursor && { measureLink: () => measureLink({ stdin, stdout }, systemClock) }),
    },
    accessParts: { environment: env, serviceEntry: threads.service, version, hide: lastWords.hide },
  });
};

/** Messages repeat names of files and profiles, and what was typed: none of it may act on the terminal. */
const complain = (text: string): void => {
  const { isTTY, columns } = process.stderr;
  const harmless = lastWords.harmless(text);
  progress.writeAbove(isTTY ? inLines(harmless, columns || USUAL_COLUMNS) : harmless);
};

/** On a terminal no word is cut at its edge. */
const inLines = (text: string, width: number): string =>
  text
    .split('\n')
    .flatMap((line) => wrappedLines(line, width))
    .join('\n');

/** Asks on the terminal, beside stdout, which holds results only. */
const ask = async (question: string): Promise<string> => {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(lastWords.harmless(question));
  } catch {
    // Ctrl-C and Ctrl-D are no answer. What is said next stands on a line of its own.
    process.stderr.write('\n');
    return '';
  } finally {
    lines.close();
  }
};

/**
 * Ink's colour library judges the terminal by itself when it is loaded, and drops bold and dim where it finds no colour. It
 * is told what we found, at least the attributes; whether colours are used the theme decides. Node warns on the terminal
 * where it finds this beside NO_COLOR, which is away meanwhile.
 */
const withAttributes = async <T>(load: () => Promise<T>): Promise<T> => {
  const { NO_COLOR: noColour } = process.env;
  process.env.FORCE_COLOR = String(Math.max(1, capabilitiesOf(process.env).colourLevel));
  delete process.env.NO_COLOR;
  try {
    return await load();
  } finally {
    delete process.env.FORCE_COLOR;
    if (noColour !== undefined) process.env.NO_COLOR = noColour;
  }
};

/** Runs what the arguments ask for; resolves to the exit code. */
const runInvocation = async (form: Form): Promise<number> => {
  const invocation = await readCommandLine(process.argv.slice(2), process.env, version);
  // No child and no report gets to see it.
  delete process.env.GPUDECK_API_KEY;
  switch (invocation.kind) {
    case 'answered':
      await writeText(process.stdout, invocation.text);
      return EXIT.done;
    case 'refused':
      complain(invocation.message);
      return EXIT.badUsage;
    case 'run':
      return keepingCode(invocation.command, form, await runCommand(invocation, form));
    case 'bare':
      return keepingCode(invocation.command, form, await runBare(invocation, form));
  }
};

/** The exit `code` of a command; what was compiled for it is kept when it did what it is for. */
const keepingCode = (command: string, { keepCode }: Form, code: number): number => {
  if (code === EXIT.done) keepCode(command);
  return code;
};

const fail = (error: unknown): void => {
  process.exitCode = refuse(error instanceof OutputFailure ? error.message : lastWords.of(error), EXIT.failed);
};

/** Runs what the arguments ask for, and sets the exit code. The single executable has nothing to keep. */
export const runProgram = async (threads: Form['threads'], keepCode: Form['keepCode'] = () => {}): Promise<void> => {
  // Whoever asks for it, also a library, finds a folder that is one.
  process.env.HOME = homeFolder();
  // A limit on the size of files shall fail the write, not end the program.
  process.on('SIGXFSZ', () => {});
  // A proxy's password stands in the environment too.
  process.report.excludeEnv = true;
  // That a message could not be written is a failure which only the exit code can tell. Whoever closed the pipe wants none.
  process.stderr.on('error', (error) => {
    if (!isBrokenPipe(error)) process.exitCode ||= EXIT.failed;
  });
  process.on('uncaughtException', (error) => {
    // The panes give the terminal back first, and then say the same.
    if (process.listenerCount('uncaughtException') > 1) return;
    fail(error);
    process.exit();
  });
  try {
    const code = await runInvocation({ threads, keepCode });
    process.exitCode = code || process.exitCode;
  } catch (error) {
    fail(error);
  }
};
