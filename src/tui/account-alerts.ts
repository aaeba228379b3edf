/** Alerts about the account, looked at while the program is open; nothing of it is loaded where the user has no alerts. */
import { existsSync } from 'node:fs';
import type { Setup } from '../access/setup.ts';
import { alertsFile, readAlerts } from '../alerts/alerts-file.ts';
import type { Firing } from '../alerts/firing.ts';
import type { Client } from '../api/client.ts';
import { systemClock } from '../base/clock.ts';
import type { SeenById } from '../money/gpu-samples.ts';
import { accountAlertsFile } from '../storage/files/places.ts';
import { readSets } from '../storage/files/sets.ts';
import type { Leases } from '../storage/journal/leases.ts';

/** From one look to the next, ms. */
const EVERY_MS = 5 * 60_000;

type Parts = {
  readonly seen: () => SeenById;
  readonly leases: () => Leases | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly say: (text: string) => void;
  /** Told what fired, here or in another program. */
  readonly fired: (firings: readonly Firing[]) => void;
};

/** Begins with the first client. */
export const createAccountAlerts = ({ service, places, timeZone }: Setup, parts: Parts) => {
  let client: Client | undefined;
  let isClosed = false;
  let stop = (): void => {};
  let begun: ReturnType<typeof begin> | undefined;

  const begin = async () => {
    const { createAccountWatch } = await import('../alerts/watch-account.ts');
    return createAccountWatch({
      ...parts,
      ...{ service, timeZone, clock: systemClock, file: accountAlertsFile(places) },
      alerts: () => readAlerts(places, readSets(places)).alerts,
    });
  };
  const watch = () => {
    begun ??= begin();
    return begun;
  };
  const isUsed = (): boolean => existsSync(alertsFile(places));

  const look = async (): Promise<void> => {
    stop();
    if (client === undefined || isClosed) return;
    const news = isUsed() ? await (await watch()).look(client) : [];
    if (isClosed) return;
    if (news.length > 0) parts.fired(news);
    stop();
    stop = systemClock.after(EVERY_MS, () => void look());
  };

  return {
    /** Looks with this client from now on. */
    connect: (next: Client): void => {
      client = next;
      void look();
    },
    look: (): void => void look(),
    /** What has fired, the newest last. */
    firings: async (): Promise<readonly Firing[]> => (isUsed() ? (await watch()).firings() : []),
    close: async (): Promise<void> => {
      isClosed = true;
      stop();
      await (await begun)?.quiet();
    },
  };
};
