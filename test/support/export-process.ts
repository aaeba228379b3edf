/** A program that exports a history until it is killed: each day is told on stdout once it is there. */
import { systemClock } from '../../src/base/clock.ts';
import { openHistory } from '../../src/history/open-store.ts';
import { exportDays } from '../../src/history/parquet/export.ts';

/** The path of it, as it is run: `EXPORT_PROCESS FILE FOLDER SERVICE NOW`. */
export const EXPORT_PROCESS = 'test/support/export-process.ts';

const [, program = '', file = '', folder = '', service = '', nowMs = ''] = process.argv;

const run = async (): Promise<void> => {
  const opened = await openHistory(
    { kind: 'sqlite', file },
    { clock: systemClock, environment: {}, isOnlyRead: true, say: (text) => process.stdout.write(`! ${text}\n`) },
  );
  if ('problem' in opened) throw new Error(opened.problem);
  process.stdout.write('ready\n');
  const stretch = { fromEpochMs: 0, toEpochMs: Number.MAX_SAFE_INTEGER };
  const signal = new AbortController().signal;
  for await (const { day } of exportDays({
    store: opened.store,
    service,
    folder,
    stretch,
    nowMs: Number(nowMs),
    signal,
  }))
    process.stdout.write(`${day}\n`);
  await opened.store.close();
};

if (program.endsWith('export-process.ts')) await run();
