/** What the panes tell each other about machines, without knowing each other: each pane's facts are gone through here. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HostRow } from '../../maintenance/machine-hosts.ts';
import type { DeckState, DeckStore } from '../frame/deck-state.ts';
import { PANES } from '../panes/index.ts';
import { PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { DescribeMachine, Hearing } from '../panes/pane.ts';

/** Rows that are looked through at once for whose machines they are: a few milliseconds. */
const ROWS_A_TURN = 5000;

/** What is known of machines across the panes. */
export type Machines = {
  readonly describe: DescribeMachine;
  /** Machines that hold something of the caller's. */
  readonly held: () => readonly number[];
  /** Asks for maintenance to be planned for machines chosen in the pane `from`. */
  readonly plan: (machineIds: readonly number[], from: PaneName) => void;
};

/** Begins to pass on what rows tell. */
export const createMachines = (parts: {
  readonly store: DeckStore;
  /** What the panes want to be told. */
  readonly hearing: () => readonly Hearing[];
  /** Runs something that the program must wait for before it is idle. */
  readonly run: (task: () => Promise<void>) => void;
}): Machines => {
  const { store, hearing, run } = parts;
  const lookups = PANE_NAMES.map(({ name }) => factsOf(name));
  // What the host's own list says of a machine is the whole machine; an offer may be a part of it.
  const describing = [...lookups].sort((one, other) => Number(other.areWhole) - Number(one.areWhole));

  /** A whole market is gone through in parts, a turn of the event loop for each, so that no key waits for it. */
  const passOn = (rows: readonly HostRow[]) =>
    run(async () => {
      for (let from = 0; from < rows.length; from += ROWS_A_TURN) {
        await nextTurn();
        for (const { hostRowsCame } of hearing()) hostRowsCame?.(rows.slice(from, from + ROWS_A_TURN));
      }
    });
  store.subscribe((state, before) => {
    for (const { rows, hostRows } of lookups) if (rows(state) !== rows(before)) passOn(hostRows(state));
  });

  return {
    describe: (machineId) => {
      const state = store.getState();
      for (const { wordsOf } of describing) {
        const words = wordsOf(state).get(machineId);
        if (words !== undefined) return words;
      }
      return undefined;
    },
    held: () => {
      const state = store.getState();
      const rows = lookups.filter(({ areHeld }) => areHeld).flatMap(({ hostRows }) => hostRows(state));
      return [...new Set(rows.flatMap(({ machine_id: machineId }) => machineId ?? []))];
    },
    plan: (machineIds, from) => {
      for (const { machinesChosen } of hearing()) machinesChosen?.(machineIds, PANES[from].machines.areHeld);
    },
  };
};

/** One pane's facts. Its rows are gone through for words once for each answer, and kept by nobody here. */
const factsOf = <Name extends PaneName>(name: Name) => {
  const { rows, hostRows, areHeld, words } = PANES[name].machines;
  const known = new WeakMap<readonly unknown[], ReadonlyMap<number, string>>();
  return {
    areHeld,
    areWhole: name === 'maintenance',
    rows: (state: DeckState) => rows(state[name]),
    hostRows: (state: DeckState) => hostRows(state[name]),
    wordsOf: (state: DeckState) => {
      const source = rows(state[name]);
      const found = known.get(source) ?? words(state[name]);
      known.set(source, found);
      return found;
    },
  };
};
