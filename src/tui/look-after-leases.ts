/** Warns of the ends of leases and does what they say, while the program is open. */
import type { ServiceAccess } from '../access/service-access.ts';
import type { Setup } from '../access/setup.ts';
import { sleep, systemClock } from '../base/clock.ts';
import { keyName } from '../base/named-keys.ts';
import { createLeaseRunner } from '../leases/runner.ts';
import type { JournalAccess } from '../storage/journal/profile-journal.ts';
import type { Deck } from './deck/compose.ts';

/** Until the service is known nothing is done, ms. */
const UNTIL_KNOWN_MS = 1000;

/** Begins it: the journal is looked at every ten seconds, and the service is called where a lease asks for it. */
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
  const next = () => (access === undefined ? UNTIL_KNOWN_MS : runner.look());
  const looking = async (): Promise<void> => {
    while (await sleep(systemClock, await next(), stopping.signal));
  };
  const running = looking();
  return {
    exchanged: runner.exchanged,
    connected: (opened: ServiceAccess): void => {
      access = opened;
    },
    /** Sends nothing more; resolves when no call is out. */
    close: (): Promise<void> => {
      stopping.abort();
      return running;
    },
  };
};
