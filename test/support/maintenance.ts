/** What stories about maintenance share: the pane opened as a host in Berlin, and a plan typed as far as its review. */
import { onTestFinished } from 'vitest';
import { reachableBindings } from '../../src/tui/keys/binding.ts';
import { type DeckOptions, type OpenDeck, openDeck } from './deck.tsx';
import type { RecordedWindow } from './host.ts';

/** The program at its maintenance pane; it ends with the test unless the test ends it. */
export const openMaintenance = async (
  service: DeckOptions['service'],
  { parts, ...options }: Partial<DeckOptions> = {},
): Promise<OpenDeck> => {
  const deck = await openDeck({
    service,
    ...options,
    parts: { pane: 'maintenance', timeZone: 'Europe/Berlin', ...parts },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await deck.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...deck, close };
};

/** Types a plan: these machines, 2026-12-01 03:00 in Berlin, 90 minutes, disk. Each is typed ahead in one piece. The review is then on screen. */
export const typePlan = async (deck: OpenDeck, machineIds: readonly number[], reason = 'swap the NVMe') => {
  await deck.press('maintenance.edit');
  await deck.send(machineIds.join(', '));
  await deck.press('maintenance.keep');
  await deck.send('2026-12-01 03:00');
  await deck.press('maintenance.keep');
  await deck.send('90m');
  await deck.press('maintenance.keep', 'maintenance.down', 'maintenance.down', 'maintenance.pick-and-type');
  await deck.send(reason);
  await deck.press('maintenance.keep');
};

/** The window of such a plan as the service records it. */
export const windowOf = (machine: number, reason = 'swap the NVMe'): RecordedWindow => ({
  machine,
  start: '2026-12-01T02:00:00.000Z',
  hours: 1.5,
  category: 'disk',
  reason,
});

/** The body of such a plan's calls, exactly as it goes over the wire. */
export const BODY_TEXT =
  '{"sdate":"2026-12-01T02:00:00Z","duration":1.5,"maintenance_reason":"swap the NVMe","maintenance_category":"disk"}';

/** Reads the review to its end and enters the line that confirms it. */
export const beginToConfirm = async (deck: OpenDeck) => {
  while (deck.text().includes('below (Space)')) await deck.press('maintenance.page-down');
  await deck.press('maintenance.confirm');
};

/** Types the confirmation of the review. */
export const confirmWith = async (deck: OpenDeck, typed: string) => {
  await beginToConfirm(deck);
  await deck.type(typed);
  await deck.press('maintenance.keep');
};

/** Presses the key of a binding without waiting for what follows: the program is busy, and is to be seen while it is. */
export const tap = (deck: OpenDeck, bindingId: string) => {
  const binding = reachableBindings(deck.deck.layers()).find(({ id }) => id === bindingId);
  if (binding === undefined) throw new Error(`no key leads to ${bindingId} now`);
  deck.deck.press({ name: binding.keys[0] ?? '', text: '' });
};

/** Waits until the screen shows `text`. */
export const shows = (deck: OpenDeck, text: string) => deck.until((screen) => screen.join('\n').includes(text));
