/** Plays faults on a recorder: it goes on, keeps nothing that was not there, ends when it is told to, and leaks nothing. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { impatientClock, TIME_LIMITS_MS } from '../support/impatient-clock.ts';
import { gpudeck } from '../support/one-shot.ts';
import { type Fault, rowOf } from './fault.ts';
import { judged } from './judged.ts';
import { within } from './patience.ts';
import type { CellResult, Problem } from './result.ts';
import { createStrike } from './strike.ts';
import type { World } from './world.ts';

const NOON_EPOCH_MS = Date.UTC(2026, 10, 21, 12);

const isSearch = ({ path }: { readonly path: string }): boolean => path === '/api/v0/bundles';

const STACK = /\n\s+at .+:\d+:\d+|\w*Error: /;

/** What ends a recorder by itself: it stays as it is until somebody mends it. */
const LASTING_CODES: readonly number[] = [1, 3];

/** From one answer to the next: longer than any service holds a caller back. Of it the tries of an answer may take some minutes. */
const EVERY_MS = 5 * 3_600_000;
const TRIES_MS = 600_000;

/**
 * Plays `fault` on a recorder's second answer, between a first and a third that come through. Rejects never: what breaks is a problem of
 * the cell.
 */
export const playRecorder = async (world: World, fault: Fault): Promise<CellResult> => {
  world.begin();
  const folder = mkdtempSync(join(world.folder, 'recorder-'));
  const problems: Problem[] = [];
  let shown = '?';
  let said = '';
  try {
    const ended = await within('the recorder', record(world, fault, folder));
    said = ended.errors;
    problems.push(...problemsOf(fault, ended, join(folder, 'history.db')));
    shown = ended.code === 0 ? 'went on' : `ended, ${ended.code}`;
  } catch (error) {
    problems.push({ kind: 'crash', text: error instanceof Error ? `${error.stack}` : String(error) });
  }
  const cell = { row: `recorder: ${rowOf(fault)}`, call: 'searchOffers', shown, problems, screen: '' } as const;
  const result = judged(world, { ...cell, screen: problems.length === 0 ? '' : said }, folder);
  rmSync(folder, { recursive: true });
  return result;
};

const record = async (world: World, fault: Fault, folder: string) => {
  const { proxy, service, hear } = world;
  const strike = createStrike(world, { isMeant: isSearch }, fault);
  const signals = new EventEmitter();
  const clock = impatientClock(NOON_EPOCH_MS);
  let waits = 0;
  const between = async (): Promise<void> => {
    waits++;
    if (waits === 1) await strike.begin();
    else if (waits === 2) await strike.heal();
    else signals.emit('SIGTERM');
  };
  const ended = await gpudeck(
    ['record', '--every', '5h', '--limit', '50', '--history', `sqlite:${join(folder, 'history.db')}`],
    {
      environment: { GPUDECK_BASE_URL: proxy.url, GPUDECK_API_KEY: service.apiKey },
      signals,
      clock: {
        ...clock,
        after: (delayMs, run) => {
          if (TIME_LIMITS_MS.includes(delayMs)) return strike.lineClock.after(delayMs, run);
          if (delayMs < EVERY_MS - TRIES_MS || delayMs > EVERY_MS) return clock.after(delayMs, run);
          let isOff = false;
          void between().then(() => {
            if (!isOff) run();
          });
          return () => {
            isOff = true;
          };
        },
      },
    },
  );
  if (waits < 2) await strike.heal();
  hear('what the recorder said', () => ended.out + ended.errors);
  return ended;
};

const problemsOf = (
  fault: Fault,
  { code, errors }: { code: number; errors: string },
  file: string,
): readonly Problem[] => {
  const problems: Problem[] = [];
  if (STACK.test(errors)) problems.push({ kind: 'crash', text: errors });
  if (/\bundefined\b|\bNaN\b|\[object/.test(errors)) problems.push({ kind: 'words', text: errors });
  const recorded = errors.match(/ new or changed, /g)?.length ?? 0;
  const wentOn = code === 0 && (recorded === 2 || recorded === 3);
  const isLasting = LASTING_CODES.includes(code) && recorded === 1 && !fault.outcomes.includes('answered');
  if (!wentOn && !isLasting)
    problems.push({ kind: 'outcome', text: `ended with ${code} after ${recorded} answers: ${errors}` });
  using database = new DatabaseSync(file);
  const { absent } = database.prepare('SELECT count(*) AS absent FROM intervals WHERE ending = 1').get() ?? {};
  if (absent !== 0) problems.push({ kind: 'outcome', text: `${absent} offers were recorded as gone` });
  return problems;
};
