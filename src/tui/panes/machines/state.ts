/** What the pane of machines has in the store: their list, each with what is known of it besides, and what lies over it. Pure. */
import type { Explanation } from '../../../api/errors/explain.ts';
import { lastKept } from '../../../base/once.ts';
import type { AnnouncedWindow, HostMachine } from '../../../catalogue/values.ts';
import { standingByMachine } from '../../../maintenance/standing-windows.ts';
import { type Asked, isKept, lastArrived } from '../../state/remote.ts';
import type { RecordList } from '../list-pane/record-kind.ts';

/** A machine as the service lists it, with what is known of it besides. */
export type OwnMachine = HostMachine & { readonly told?: Told };

/** What other calls tell of a machine; a part is undefined as long as it is not known. */
type Told = {
  /** Those that stand, the earliest first. */
  readonly windows: readonly AnnouncedWindow[] | undefined;
};

export type MachinesState = {
  readonly list: RecordList<OwnMachine>;
  /** Undefined where the service has no such call. */
  readonly windows: Asked<readonly AnnouncedWindow[] | undefined, Explanation>;
  readonly page?: undefined;
};

type ByMachine = ReadonlyMap<number | null | undefined, readonly AnnouncedWindow[]>;

const standingAmong = lastKept(standingByMachine);

/** The windows that stand, by machine; undefined as long as the service has listed none in this run. */
const standingIn = ({ answer }: MachinesState['windows']): ByMachine | undefined => {
  const last = isKept(answer) ? undefined : lastArrived(answer);
  return last?.value && standingAmong(last.value, last.atEpochMs);
};

/** Adds to a machine what is known of it besides. */
export const joining = (state: Pick<MachinesState, 'windows'>): ((machine: OwnMachine) => OwnMachine) => {
  const windows = standingIn(state.windows);
  return (machine) => ({ ...machine, told: { windows: windows && (windows.get(machine.id) ?? []) } });
};
