/** Warns of the ends of leases and does what they say, while the program is open. */
import type { ServiceAccess } from '../access/service-access.ts';
import type { Setup } from '../access/setup.ts';
import { sleep, systemClock } from '../base/clock.ts';
import { keyName } from '../base/named-keys.ts';
import { createLeaseRunner } from '../leases/runner.ts';
import type { JournalAccess } from '../storage/journal/profile-journal.ts';
import type { Deck } from './deck/compose.ts';

/** From the connection until the journal is looked at first, ms: the first rows come before. */
const FIRST_LOOK_MS = 1000;

/** Once the service is known the journal is looked at every ten seconds, and the service is called where a lease asks for it. */
export const lookAfterLeases = (
  journal: JournalAccess,
  { readOnlyReason, timeZone }: Pick<Setup, 'readOnlyReason' | 'timeZone'>,
  deck: Pick<Deck, 'leaseTold' | 'leasesChanged'>,
) => {
  if ('problem' in journal) return undefined;
  let access: ServiceAccess | undefined;
  let hasActed = false;
  const stopping = new AbortController();
  const runner = createLeaseRunner({
    ...{ journal, readOnlyReason, timeZone, clock: systemClock, signal: stopping.signal },
    access: () => access,
    tell: ({ kind, text }) => {
      hasActed ||= kind === 'done';
      deck.leaseTold(text);
    },
    onChanged: () => {
      deck.leasesChanged(hasActed);
      hasActed = false;
    },
    clearing: () => `${keyName('instances.lease')} in the instances changes that.`,
  });
  const looking = async (): Promise<void> => {
    for (let waitMs = FIRST_LOOK_MS; await sleep(systemClock, waitMs, stopping.signal); ) waitMs = await runner.look();
  };
  let running: Promise<void> | undefined;
  return {
    exchanged: runner.exchanged,
    connected: (opened: ServiceAccess): void => {
      access = opened;
      running ??= looking();
    },
    /** Sends nothing more; resolves when no call is out. */
    close: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
};
