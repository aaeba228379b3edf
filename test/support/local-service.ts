/** Starts the real local service for a test, and calls it over real HTTP. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Service, type ServiceOptions, startService } from '../../src/local-service/serve.ts';

/** A moment that tests stand at: 2026-11-01T12:00:00Z. */
const NOON_EPOCH_MS = 1_793_534_400_000;

/** A clock that moves only when told to. */
export const standingClock = () => {
  let epochMs = NOON_EPOCH_MS;
  return {
    now: () => epochMs,
    pass: (seconds: number) => {
      epochMs += seconds * 1000;
    },
  };
};

/** A small market in memory that stands still, without thresholds; it ends with the test. */
export const startTestService = async (options: Partial<ServiceOptions> = {}): Promise<Service> => {
  const service = await startService({
    port: 0,
    dataFile: ':memory:',
    offers: 60,
    seed: 7,
    still: true,
    thresholds: false,
    clock: standingClock(),
    ...options,
  });
  onTestFinished(service.close);
  return service;
};

/** Where files never reach a disk, on systems that have such a place; a disk that others use too may need a second for a few writes. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder for a few small files, such as a journal, that goes away with the test. */
export const folderInMemory = (): string => temporaryFolder(MEMORY);

/** A folder that goes away with the test. */
export const temporaryFolder = (place = tmpdir()): string => {
  const folder = mkdtempSync(join(place, 'gpudeck-service-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** What came back: the status and the body, as JSON when it is that. */
type Answer = { readonly status: number; readonly body: unknown };

/** Calls `path` of a service. `body` goes out as JSON; a string goes out as it is. */
export const call = async (
  service: Pick<Service, 'url'>,
  method: string,
  path: string,
  { key, body }: { readonly key?: string | undefined; readonly body?: unknown } = {},
): Promise<Answer> => {
  const response = await fetch(service.url + path, {
    method,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  };
};
