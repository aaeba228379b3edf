/** Homes in which the built program has been before, for tests that are not about its first start: that takes three times as long. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { USUAL_ASKED } from '../../src/history/asked.ts';
import { openSqliteHistory } from '../../src/history/sqlite-store.ts';
import { temporaryFolder } from './local-service.ts';
import { requireBuild } from './surroundings.ts';

/** A home of its own that goes away with the test: the local service has made its market, code was compiled, and a history was begun. */
export const usedHome = (): string => {
  const home = temporaryFolder();
  cpSync(homeOfAll(), home, { recursive: true });
  return home;
};

/** The home that others are copies of; made once for all workers, by the one that is first. */
const homeOfAll = (): string => {
  const folder = inject('sharedFolder');
  const home = join(folder, 'home');
  if (existsSync(home)) return home;
  requireBuild();
  const made = mkdtempSync(join(folder, 'making-'));
  execFileSync(process.execPath, ['dist/gpudeck.js', 'search', '--limit', '1'], {
    env: { HOME: made },
    stdio: 'ignore',
  });
  beginHistory(join(made, '.local/state/gpudeck/history.db'));
  try {
    renameSync(made, home);
  } catch (error) {
    // Another worker was first.
    if (!existsSync(home)) throw error;
  }
  return home;
};

/** With an answer of another service, so that the new local service is given no past. SQLite does all of it at once. */
const beginHistory = (file: string): void => {
  const opened = openSqliteHistory(file, 0);
  if ('problem' in opened) throw new Error(opened.problem);
  const { store } = opened;
  void store.record({ service: 'https://other.example', asked: USUAL_ASKED, atEpochMs: 1, isWhole: true, offers: [] });
  void store.close();
};
