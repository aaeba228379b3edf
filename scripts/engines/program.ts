/** What the program itself does with a recorded history, and says of it: as users run it. */
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Row } from './engine.ts';
import type { Recorder } from './recorded-market.ts';

/** Runs the program with a home of its own. */
export type Program = (recorder: Recorder, ...words: readonly string[]) => string;

/** What it prints as JSON. Throws where it ends with anything but 0. */
export const createProgram =
  (home: string): Program =>
  ({ service, apiKey, file }, ...words) =>
    execFileSync(process.execPath, [resolve('dist/gpudeck.js'), ...words, '--history', `sqlite:${file}`], {
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: home, GPUDECK_BASE_URL: service, GPUDECK_API_KEY: apiKey },
    });

/** The records that it prints. */
export const recordsOf = (program: Program, recorder: Recorder, ...words: readonly string[]): readonly Row[] =>
  JSON.parse(program(recorder, ...words, '--json'));

/** Exports what was recorded into a folder of its own below `folder`, whose path is returned. */
export const exportOf = (program: Program, folder: string, recorder: Recorder): string => {
  const into = join(folder, recorder.name);
  program(recorder, 'history', 'export', '--parquet', into);
  return into;
};
