/** Measures what a host looks at: own machines, announced windows, a webhook with its deliveries, and events. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { hasOffer, openOffers, type Program } from './panes.ts';
import type { Service } from './service.ts';
import { ESCAPE, type KeyFigures } from './terminal.ts';

const NEXT_PAGE = ']';
const SETTLING_MS = 3000;
/** In it the store is looked into four times, and the service asked once. */
const SILENCE_MS = 20_000;
/** A key is done with when what it has asked for is here: two calls to one endpoint are a second apart. */
const ANSWERED_MS = 2500;
const TESTS = 12;
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9/';

/** Figures beside `rows` offers, which are read first. */
export const measureHosting = async (program: Program, service: Service, rows: number): Promise<readonly Figure[]> => {
  const post = (path: string, body: object) =>
    fetch(`${service.url}/api/v0${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const test = async () => {
    await post('/webhooks/1/test', {});
    await pause(SETTLING_MS / 10);
  };
  await post('/webhooks', { name: 'pager', webhook_url: NOWHERE, event_types: ['host:machine_offline'] });
  for (let sent = 0; sent < TESTS; sent++) await test();

  await using terminal = await openOffers(program, service, rows);
  await terminal.until(hasOffer);
  const opened = (key: string): Promise<KeyFigures> => terminal.press(key, ANSWERED_MS);
  await opened('4');
  await opened(NEXT_PAGE);
  const machines = await opened(NEXT_PAGE);
  const windows = await opened(NEXT_PAGE);
  await opened('5');
  const webhook = await opened('\r');
  await terminal.press(ESCAPE);
  await opened(NEXT_PAGE);
  const events = await opened(NEXT_PAGE);
  await terminal.until((screen) => screen.some((line) => line.includes(`1/${TESTS}`)));
  const silence = await terminal.idleBytes(SILENCE_MS);
  await test();
  const oneMore = await terminal.idleBytes(SILENCE_MS);
  await terminal.until((screen) => screen.some((line) => line.includes(`1/${TESTS + 1}`)));
  const memoryMb = await terminal.residentMb();

  const bytes = (name: string, ours: number): Figure => ({ name: `host: ${name}`, rows, unit: 'bytes', ours });
  return [
    bytes('own machines opened', machines.bytes),
    bytes('announced windows opened', windows.bytes),
    bytes('a webhook (Enter)', webhook.bytes),
    bytes('events opened', events.bytes),
    bytes('20 s of events without a new one', silence),
    bytes('20 s of events with one new one', oneMore),
    { name: 'host: memory', rows, unit: 'MB', ours: memoryMb },
  ];
};
