/** Which windows stand for machines, as the service has listed them in this run, for wherever machines are shown. Pure. */
import type { AnnouncedWindow } from '../../../../catalogue/values.ts';
import {
  nextWindowWords,
  standingByMachine,
  windowCount,
  windowWords,
} from '../../../../maintenance/standing-windows.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { Beside } from '../../list-pane/description.ts';
import type { MaintenanceState } from '../state.ts';

/** The state that it is read from. */
type Told = Pick<MaintenanceState, 'announced' | 'nowEpochMs' | 'timeZone'>;

type ByMachine = ReadonlyMap<number | null | undefined, readonly AnnouncedWindow[]>;

/** The list of machines, and what its windows are to be told with. */
type OwnList = MaintenanceState['own'] & { readonly beside?: Beside };

/** `make` with its last answer kept, and no other: it is asked for at each key that moves the cursor. */
const lastKept = <Args extends readonly unknown[], Made>(make: (...args: Args) => Made): ((...args: Args) => Made) => {
  let last: { readonly args: Args; readonly made: Made } | undefined;
  return (...args) => {
    if (last === undefined || args.some((arg, place) => arg !== last?.args[place]))
      last = { args, made: make(...args) };
    return last.made;
  };
};

const standingAmong = lastKept((rows: Told['announced']['list']['rows'], atEpochMs: number) =>
  standingByMachine(
    rows.map(({ record }) => record),
    atEpochMs,
  ),
);

/** The windows that stand, by machine; undefined as long as the service has listed none in this run. */
const standingIn = ({ announced: { answer, list }, nowEpochMs }: Told): ByMachine | undefined => {
  const last = lastArrived(answer);
  return last === undefined || last.foundAtEpochMs !== undefined
    ? undefined
    : standingAmong(list.rows, Math.max(nowEpochMs, last.atEpochMs));
};

/** True where the service has listed windows in this run. */
export const areWindowsKnown = (state: Told): boolean => standingIn(state) !== undefined;

/** `window Tue 24 14:00, 2 h`, `2 windows, next Tue 24 14:00, 2 h`; empty where there is none, or none is known. */
export const windowsWords = (state: Told, machineId: number): string => {
  const windows = standingIn(state)?.get(machineId) ?? [];
  const [next] = windows;
  if (next === undefined) return '';
  const words = nextWindowWords(next, state.timeZone, state.nowEpochMs);
  return windows.length === 1 ? `window ${words}` : `${windowCount(windows)}, next ${words}`;
};

/** The list of machines, with the windows that stand beside each: what its column says, then a line of its page for each. */
export const ownWithWindows = (state: Told & Pick<MaintenanceState, 'own'>): OwnList => {
  const windows = standingIn(state);
  return windows === undefined ? state.own : joined(state.own, windows, state.timeZone, state.nowEpochMs);
};

const joined = lastKept(
  (own: MaintenanceState['own'], windows: ByMachine, timeZone: string, nowEpochMs: number): OwnList => {
    const beside = [...windows].flatMap(([machineId, [next, ...others]]) => {
      if (next === undefined) return [];
      const words = nextWindowWords(next, timeZone, nowEpochMs);
      const cell = others.length === 0 ? words : `${words} +${others.length}`;
      return [
        [String(machineId), [cell, ...[next, ...others].map((window) => windowWords(window, timeZone))]] as const,
      ];
    });
    return { ...own, beside: Object.fromEntries(beside) };
  },
);
