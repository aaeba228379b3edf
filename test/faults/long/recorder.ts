/** A recorder's long life: 2,000 rounds of a market that moves, with somebody who reads its figures. Its minutes pass at once. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { atHome } from '../../support/running-program.ts';
import { residentMb } from './process-time.ts';
import type { LongTrial } from './trial.ts';

const ROUNDS = 2000;
const OFFERS = 2000;
/** One offer in so many has another price in each round, and another one is gone. */
const MOVING = 50;

/** What memory may grow by in the second half, MB: pages of SQLite and what is not yet collected. */
const MOST_GROWTH_MB = 15;

/** Waits for the next round, and for a turn of the pacing, pass at once, and every clock moves with them. */
const HURRY = `
const { setTimeout: after } = globalThis;
const [now, ticks] = [Date.now, process.hrtime.bigint];
let passedMs = 0;
Date.now = () => Math.round(now() + passedMs);
process.hrtime.bigint = () => ticks() + BigInt(Math.round(passedMs * 1e6));
globalThis.setTimeout = (run, delayMs, ...args) =>
  (delayMs > 50_000 && delayMs <= 60_000) || (delayMs > 500 && delayMs <= 3000)
    ? after(() => { passedMs += delayMs; run(...args); }, 0)
    : after(run, delayMs, ...args);
`;

/** The trial. */
export const recorder: LongTrial = {
  name: 'recorder',
  run: async ({ scale, report }) => {
    const folder = mkdtempSync(join(tmpdir(), 'gpudeck-recorder-'));
    const rounds = Math.max(100, Math.round(ROUNDS * scale));
    const server = createServer(movingMarket()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const hurry = join(folder, 'hurry.mjs');
    writeFileSync(hurry, HURRY);
    const args = ['dist/gpudeck.js', 'record', '--every', '1m', '--metrics', '0'];
    const child = spawn(process.execPath, ['--import', hurry, ...args], {
      env: {
        ...process.env,
        ...atHome(folder),
        GPUDECK_BASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
        GPUDECK_API_KEY: 'key',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    try {
      const memoryMb = new Map<number, number>();
      const troubles: string[] = [];
      let figures = '';
      let count = 0;
      for await (const line of createInterface({ input: child.stderr })) {
        figures ||= /figures at (\S+)/.exec(line)?.[1] ?? '';
        if (!line.includes(' ondemand ')) {
          if (!/figures at|a round brings/.test(line)) troubles.push(line);
          continue;
        }
        count++;
        if (!line.includes('new or changed')) troubles.push(line);
        if (count % 50 === 0 && !(await (await fetch(figures)).text()).endsWith('# EOF\n'))
          troubles.push('cut figures');
        if ([100, rounds / 2, rounds].includes(count)) {
          memoryMb.set(count, residentMb(child.pid ?? 0));
          report(`round ${count}: ${memoryMb.get(count)?.toFixed(0)} MB`);
        }
        if (count === rounds) child.kill('SIGTERM');
      }
      const code = await ended;
      const growthMb = (memoryMb.get(rounds) ?? 0) - (memoryMb.get(rounds / 2) ?? 0);
      return {
        figures: {
          rounds: count,
          offers: OFFERS,
          ...Object.fromEntries([...memoryMb].map(([round, mb]) => [`memory MB, round ${round}`, mb.toFixed(0)])),
        },
        failures: [
          ...(code === 0 ? [] : [`it ended with ${code}`]),
          ...(growthMb > MOST_GROWTH_MB ? [`memory grew by ${growthMb.toFixed(0)} MB in the second half`] : []),
          ...troubles.slice(0, 5),
        ],
      };
    } finally {
      child.kill('SIGKILL');
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true });
    }
  },
};

/** Answers every search with the market of its round, compressed. */
const movingMarket = (): Parameters<typeof createServer>[1] => {
  let round = 0;
  return (incoming, outgoing) => {
    incoming.resume();
    round++;
    const offers = Array.from({ length: OFFERS }, (_, id) => ({
      id,
      machine_id: id >> 2,
      gpu_name: `Model ${id % 40}`,
      num_gpus: 1 + (id % 4),
      dph_total: 0.3 + ((id + (id % MOVING === round % MOVING ? round : 0)) % 100) / 100,
      geolocation: 'Sweden, SE',
    })).filter(({ id }) => id % MOVING !== (round + 1) % MOVING || id % 2 === 0);
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    outgoing.end(gzipSync(JSON.stringify({ offers }), { level: 1 }));
  };
};
