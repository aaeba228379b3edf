/** Measures what rounds of watching send to the terminal, beside a whole repaint, as the market changes more and less between them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { mean } from './both.ts';
import type { Figure } from './figure.ts';
import { hasAll, openOffers, type Program } from './panes.ts';
import { readOffers } from './rows.ts';
import type { Service } from './service.ts';

/** Of a hundred offers so many are another one at each round. */
const SHARES = [0, 1, 10];
const ROUNDS = 5;
/** The shortest interval that can be had. */
const INTERVAL = 'i2\r';
const REPAINT = '\u000C';
/** After an answer everything is drawn within this time, ms, and the next question is not out yet. */
const DRAWN_MS = 1500;

type Row = Readonly<Record<string, unknown>>;

/** What `rows` offers cost the terminal at each round. */
export const measureWatching = async (program: Program, service: Service, rows: number): Promise<readonly Figure[]> => {
  await using market = await openMovingMarket(await readOffers(service, rows));
  // Were there as many as may come, nothing that is absent would be known to be gone.
  await using terminal = await openOffers(program, { ...service, url: market.url }, rows, { limit: rows * 2 });
  await terminal.until(hasAll(rows));
  await pause(DRAWN_MS);
  const { bytes: repaint } = await terminal.press(REPAINT);
  for (const key of INTERVAL) await terminal.press(key);
  await terminal.press('W');
  const figures: Figure[] = [];
  for (const share of SHARES) {
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      market.move(share);
      const before = terminal.bytesSoFar();
      await market.answered();
      await pause(DRAWN_MS);
      rounds.push(terminal.bytesSoFar() - before);
    }
    const name = `watching: a round, ${share} % changed`;
    figures.push({ name, rows, unit: 'bytes', ours: mean(rounds), plain: repaint });
  }
  for (const key of 'i1h\r') await terminal.press(key);
  const ours = await terminal.idleBytes(DRAWN_MS);
  return [...figures, { name: 'watching: between rounds', rows, unit: 'bytes', ours }];
};

/** A service that knows one call, and whose market changes when it is told to. */
const openMovingMarket = async (first: readonly Row[]) => {
  let offers = first;
  let moves = 0;
  let whenAnswered = (): void => {};
  const server = createServer((request, response) => {
    request.resume();
    const body = request.method === 'POST' ? { success: true, offers } : {};
    response.writeHead(request.method === 'POST' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body), () => whenAnswered());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves when the next answer is out. */
    answered: () =>
      new Promise<void>((resolve) => {
        whenAnswered = resolve;
      }),
    /** Of a hundred offers `share` change: two prices fall or rise for one that goes and comes as another. */
    move: (share: number) => {
      moves += 1;
      offers = offers.map((offer, place) =>
        (place * 37 + moves * 53) % 100 < share ? moved(offer, place, moves) : offer,
      );
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const moved = (offer: Row, place: number, moves: number): Row => {
  if ((place + moves) % 3 === 0) return { ...offer, id: Number(offer.id) + 1_000_000 };
  const factor = (place + moves) % 2 === 0 ? 0.9 : 1.1;
  return {
    ...offer,
    dph_total: Number(offer.dph_total) * factor,
    dlperf_per_dphtotal: Number(offer.dlperf_per_dphtotal) / factor,
  };
};
