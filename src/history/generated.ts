/**
 * Which part of a history nobody recorded: the past of a new local service is put together from its market's own functions. It stands in the store
 * as an event, which outlives what it is about.
 */
import { momentWords } from '../base/time.ts';
import type { EventStore } from './store.ts';

const GENERATED = 'generated-past';

/** Up to when what is known of `service` was generated, Unix epoch milliseconds; undefined where all of it was recorded. */
export const generatedUntil = async (store: Pick<EventStore, 'events'>, service: string): Promise<number | undefined> =>
  (await store.events({ service, kind: GENERATED, most: 1 })).at(-1)?.atEpochMs;

/** Notes that all of it up to `atEpochMs` is. */
export const noteGenerated = (
  store: Pick<EventStore, 'noteEvent'>,
  service: string,
  atEpochMs: number,
): Promise<boolean> => store.noteEvent({ service, kind: GENERATED, id: GENERATED, atEpochMs, body: '' });

/** What is said of it: `up to 2026-11-26 19:35 generated, not recorded`. */
export const generatedWords = (untilEpochMs: number, timeZone: string): string =>
  `up to ${momentWords(untilEpochMs, timeZone).slice(0, 'YYYY-MM-DD HH:MM'.length)} generated, not recorded`;
