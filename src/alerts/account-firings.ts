/**
 * What has fired of the account, in a file of the state folder: a history may be shared with others, whom it is no business. Several
 * programs may look at once: each thing that is so fires once, whoever finds it, and a command is claimed with its firing.
 */
import * as z from 'zod';
import { parseJson } from '../base/json.ts';
import { whileLocked } from '../storage/files/database-file.ts';
import { readPrivateFile, replacePrivateFile } from '../storage/files/private-file.ts';
import type { SoNow } from './account-facts.ts';
import { type Alert, armingOf } from './alert.ts';
import { type Firing, firingSaid, keptFiring } from './firing.ts';

const MOST_FIRINGS = 100;
/** What was so and is no more is known for so long at least: a debounce is 7 days at most. */
const FORGOTTEN_MS = 7 * 86_400_000;

/** `goneMs`: when it was no longer so; null while it is. */
const soSchema = z.record(z.string(), z.object({ goneMs: z.number().nullable() }));
const fileSchema = z.object({
  format: z.literal(1),
  last: z.int(),
  firings: z.array(z.object({ number: z.int(), service: z.string(), key: z.string(), firing: keptFiring })),
  /** By the arming of the alert. */
  armings: z.record(z.string(), z.object({ so: soSchema, runs: z.int() })),
});

type Content = z.infer<typeof fileSchema>;

const NOTHING: Content = { format: 1, last: 0, firings: [], armings: {} };

/** A firing that this program has noted; `mayRun` where its command is claimed by that. */
export type AccountFired = { readonly alert: Alert; readonly firing: Firing; readonly mayRun: boolean };

/** An alert, and what is so of it now; undefined where that is not known. */
type LookedAt = { readonly alert: Alert; readonly so: readonly SoNow[] | undefined };

type AccountFirings = {
  /** Notes what has come to be so, and comes back with what fires by it. Throws what the file system throws. */
  readonly note: (service: string, looked: readonly LookedAt[], nowMs: number) => readonly AccountFired[];
  /** Those of the service behind the number `after`, the newest last, and the last number. */
  readonly since: (service: string, after: number) => { readonly firings: readonly Firing[]; readonly last: number };
};

/** Those in `file`. */
export const createAccountFirings = (file: string, timeZone: string): AccountFirings => ({
  note: (service, looked, nowMs) =>
    whileLocked(file, () => {
      const before = read(file);
      const fired: AccountFired[] = [];
      const armings: Record<string, Content['armings'][string]> = {};
      for (const { alert, so } of looked) {
        const arming = armingOf(alert);
        const known = before.armings[arming] ?? { so: {}, runs: 0 };
        const comers = so?.filter(({ key }) => isNews(known.so[key], alert, nowMs)) ?? [];
        let { runs } = known;
        for (const { key, words } of comers) {
          const finding = { atEpochMs: nowMs, count: 1, offers: [] };
          const firing = {
            ...firingSaid(alert, finding, words, { isLate: false, timeZone }),
            key: `${arming}:${key}:${nowMs}`,
          };
          const mayRun = alert.command !== undefined && !firing.isQuiet && runs < alert.command.runs;
          if (mayRun) runs++;
          fired.push({ alert, firing, mayRun });
        }
        armings[arming] = { so: so === undefined ? known.so : soAfter(known.so, so, nowMs), runs };
      }
      const firings = fired.map(({ firing: { key, finding, tell, ...firing } }, place) => ({
        ...{ number: before.last + place + 1, service, key },
        firing: { ...firing, tell: [...tell], finding: { ...finding, offers: [] } },
      }));
      const content: Content = {
        format: 1,
        last: before.last + fired.length,
        firings: [...before.firings, ...firings].slice(-MOST_FIRINGS),
        armings: { ...before.armings, ...armings },
      };
      if (JSON.stringify(content) !== JSON.stringify(before)) replacePrivateFile(file, JSON.stringify(content));
      return fired;
    }),
  since: (service, after) => {
    const { firings, last } = read(file);
    const own = firings.filter((row) => row.service === service && row.number > after);
    // What a service sent of an offer is in none of them.
    return { firings: own.map(({ key, firing }) => ({ key, ...firing }) as Firing), last };
  },
});

const isNews = (known: { readonly goneMs: number | null } | undefined, { debounceMs }: Alert, nowMs: number): boolean =>
  known === undefined || (known.goneMs !== null && nowMs - known.goneMs >= debounceMs);

const soAfter = (before: z.infer<typeof soSchema>, so: readonly SoNow[], nowMs: number): z.infer<typeof soSchema> => {
  const now = so.map(({ key }) => key);
  const gone = Object.entries(before).flatMap(([key, { goneMs }]) => {
    const atMs = goneMs ?? nowMs;
    return now.includes(key) || nowMs - atMs > FORGOTTEN_MS ? [] : [[key, { goneMs: atMs }] as const];
  });
  return Object.fromEntries([...gone, ...now.map((key) => [key, { goneMs: null }] as const)]);
};

/** A file that cannot be read is written anew. */
const read = (file: string): Content => {
  try {
    const text = readPrivateFile(file);
    return (text === undefined ? undefined : fileSchema.safeParse(parseJson(text)).data) ?? NOTHING;
  } catch {
    return NOTHING;
  }
};
