/** What the service has of a host, as it says in this run: machines, and the list of the windows announced for them. */

import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import { lastKept } from '../../../base/once.ts';
import type { AnnouncedWindow, HostMachine } from '../../../catalogue/values.ts';
import { WINDOW_COLUMNS } from '../../../catalogue/window-fields.ts';
import type { OwnListed } from '../../../maintenance/renters.ts';
import { nextWindowWords, standingByMachine, windowCount } from '../../../maintenance/standing-windows.ts';
import { isKept, lastArrived } from '../../state/remote.ts';
import type { RecordKind } from '../list-pane/record-kind.ts';
import type { MaintenanceState } from './state.ts';

export const WINDOWS: RecordKind<AnnouncedWindow> = {
  call: CALLS.windows,
  noun: 'window',
  columns: () => WINDOW_COLUMNS,
  emptyWords: [
    'The service knows of no window.',
    'Maintenance windows that were announced for your machines are listed here, from wherever they were announced.',
    `${keyName('windows.refresh')} asks again.`,
  ],
  comparedAs: ({ machine_id: id }) => `machine ${id ?? '?'}`,
  title: ({ id, machine_id: machine }) => `Window ${id ?? '?'}   machine ${machine ?? '?'}`,
};

type ByMachine = ReadonlyMap<number | null | undefined, readonly AnnouncedWindow[]>;

const standingAmong = lastKept((rows: MaintenanceState['announced']['list']['rows'], atEpochMs: number) =>
  standingByMachine(
    rows.map(({ record }) => record),
    atEpochMs,
  ),
);

/** The windows that stand, by machine; undefined as long as the service has listed none in this run. */
const standingIn = ({ announced: { answer, list }, nowEpochMs }: MaintenanceState): ByMachine | undefined => {
  const last = lastArrived(answer);
  return last === undefined || last.foundAtEpochMs !== undefined
    ? undefined
    : standingAmong(list.rows, Math.max(nowEpochMs, last.atEpochMs));
};

/** The user's machines as the service has listed them in this run; undefined as long as it has not. */
export const ownListed = ({ own: { answer } }: MaintenanceState): OwnListed | undefined =>
  isKept(answer) ? undefined : lastArrived(answer)?.value;

/** The same, or those that an earlier run has kept. */
export const ownMachines = ({ own: { answer } }: Pick<MaintenanceState, 'own'>): readonly HostMachine[] =>
  lastArrived(answer)?.value?.records ?? NO_MACHINES;

const NO_MACHINES: readonly HostMachine[] = [];

/** True where the service has listed windows in this run. */
export const areWindowsKnown = (state: MaintenanceState): boolean => standingIn(state) !== undefined;

/** The windows of a machine that stand, the earliest first; none where none is known. */
export const standingOf = (state: MaintenanceState, machineId: number): readonly AnnouncedWindow[] =>
  standingIn(state)?.get(machineId) ?? [];

/** `window Tue 24 14:00, 2 h`, `2 windows, next Tue 24 14:00, 2 h`; empty where there is none, or none is known. */
export const windowsWords = (state: MaintenanceState, machineId: number): string => {
  const windows = standingOf(state, machineId);
  const [next] = windows;
  if (next === undefined) return '';
  const words = nextWindowWords(next, state.timeZone, state.nowEpochMs);
  return windows.length === 1 ? `window ${words}` : `${windowCount(windows)}, next ${words}`;
};
