/**
 * The panes at work: what each is given of the program, which of them is open, what is done with all of them, and what they tell
 * each other about machines, without knowing each other.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAnswerCaches } from '../../access/answer-cache.ts';
import type { ServiceAccess } from '../../access/service-access.ts';
import { keyName } from '../../base/named-keys.ts';
import { printableJson } from '../../base/printable.ts';
import { type HostRow, machineIdsOf } from '../../maintenance/machine-hosts.ts';
import { accountOf } from '../../money/kept-days.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import { type FilterLines, filterLinesInMemory } from '../../storage/journal/remembered.ts';
import type { FrameActions } from '../frame/actions.ts';
import { byPane, type DeckState, type DeckStore } from '../frame/deck-state.ts';
import { roomOf } from '../frame/preview-room.ts';
import { noticeShown } from '../frame/state.ts';
import { PANES, type PaneStates } from '../panes/index.ts';
import { commandNameOf, PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { AccountMoney, DescribeMachine, Hearing, Needs, PaneNeeds, RunningPane } from '../panes/pane.ts';
import { partOf, type Slice } from '../state/slice.ts';
import type { DeckParts } from './deck.ts';
import type { Work } from './idle.ts';

/** Builds every pane. */
export const createRunningPanes = (
  store: DeckStore,
  needsOf: <Name extends PaneName>(name: Name) => PaneNeeds<PaneStates[Name]>,
) => {
  const byName = byPane<Readonly<Record<PaneName, RunningPane>>>((name) => PANES[name].create(needsOf(name)));
  const all = PANE_NAMES.map(({ name }) => byName[name]);
  const leave = (but?: PaneName) => {
    for (const { name } of PANE_NAMES) if (name !== but) byName[name].leave();
  };
  return {
    byName,
    /** In the order of their digits. */
    all,
    openName: () => store.getState().frame.pane,
    /** Leaves all others and opens this one, unless the user is still being asked which session is to be resumed. */
    open: (name: PaneName) => {
      // What is asked of the service depends on whether a session is resumed.
      if (store.getState().frame.sessions?.isAsked) return;
      leave(name);
      byName[name].open();
    },
    leave: () => leave(),
    /** Runs `go`, which leaves the service or the program, unless a pane holds the user back. */
    goAway: (go: () => void) => {
      if (!all.some(({ guards }) => guards.holdBack())) go();
    },
    /** Why the service in use must not be left for another one now; undefined when it may. */
    refusalToLeave: () => all.map(({ guards }) => guards.refusalToLeave()).find((reason) => reason !== undefined),
  };
};

export type RunningPanes = ReturnType<typeof createRunningPanes>;

/** Rows that are looked through at once for whose machines they are: a few milliseconds. */
const ROWS_A_TURN = 25_000;

/** What is known of machines across the panes; begins to pass on what rows tell. */
export const createMachines = (parts: {
  readonly store: DeckStore;
  /** What the panes want to be told. */
  readonly hearing: () => readonly Hearing[];
  /** Runs something that the program must wait for before it is idle. */
  readonly run: (task: () => Promise<void>) => void;
}) => {
  const { store, hearing, run } = parts;
  const lookups = PANE_NAMES.map(({ name }) => factsOf(name));
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
    describe: ((machineId) => {
      const state = store.getState();
      for (const { wordsOf } of describing) {
        const words = wordsOf(state).get(machineId);
        if (words !== undefined) return words;
      }
      return undefined;
    }) satisfies DescribeMachine,
    /** Machines that hold something of the caller's. */
    held: (): readonly number[] => {
      const state = store.getState();
      const rows = lookups.filter(({ areHeld }) => areHeld).flatMap(({ hostRows }) => hostRows(state));
      return machineIdsOf(rows);
    },
    /** Tells the panes that an instance was rented. */
    rented: (id: number) => {
      for (const { instanceRented } of hearing()) instanceRented?.(id);
    },
    /** Has what the caller holds asked for. */
    askHeld: () => {
      for (const { heldWanted } of hearing()) heldWanted?.();
    },
    /** Asks for the page of where the user's machines stand in the market. */
    showMarket: () => {
      for (const { ownMarketAsked } of hearing()) ownMarketAsked?.();
    },
    /** Asks for the windows of machines to be withdrawn. */
    withdraw: (machineIds: readonly number[]) => {
      for (const { withdrawalWanted } of hearing()) withdrawalWanted?.(machineIds);
    },
    /** Asks for maintenance to be planned for machines chosen in the pane `from`. */
    plan: (machineIds: readonly number[], from: PaneName, caution: string | undefined) => {
      for (const { machinesChosen } of hearing()) machinesChosen?.(machineIds, PANES[from].machines.areHeld, caution);
    },
  };
};

/** One pane's facts. Its rows are gone through for words once for each answer, and kept by nobody here. */
const factsOf = <Name extends PaneName>(name: Name) => {
  const { rows, hostRows, areHeld, areWhole, words } = PANES[name].machines;
  const known = new WeakMap<readonly unknown[], ReadonlyMap<number, string>>();
  return {
    areHeld,
    areWhole,
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

/** The part called `name`. A transition that changes nothing tells nobody. */
export const sliceOf = <Name extends keyof DeckState>(store: DeckStore, name: Name): Slice<DeckState[Name]> =>
  partOf({ get: store.getState, change: (transition) => store.setState(transition(store.getState())) }, name);

/**
 * Least time between two repaints that no key was pressed for, ms (docs/promises.md, 6): on a usual line to the
 * terminal, and on a slow one.
 */
const TICK_MS = 1000;
const SLOW_TICK_MS = 10_000;

export const linkSlownessOf =
  ({ terminal }: DeckParts) =>
  (): boolean =>
    terminal.link?.().isSlow ?? false;

/** What questions are put with, and a timer that the program does not wait for. */
export const questionPartsOf = ({ parts, work, access }: Pick<Sources, 'parts' | 'work' | 'access'>) => {
  const isLinkSlow = linkSlownessOf(parts);
  return {
    client: () => access()?.client,
    clock: work.clock,
    later: parts.clock.after,
    random: parts.random,
    tickMs: () => (isLinkSlow() ? SLOW_TICK_MS : TICK_MS),
    run: work.run,
  };
};

/** What the needs are made from. */
export type Sources = {
  readonly parts: DeckParts;
  readonly store: DeckStore;
  readonly work: Work;
  readonly journal: JournalAccess;
  readonly machines: ReturnType<typeof createMachines>;
  readonly caches: ReturnType<typeof createCaches>;
  readonly frame: Pick<FrameActions, 'notify' | 'refuse' | 'showText' | 'openPane'>;
  readonly money: AccountMoney;
  /** The keys in force, once they are there. */
  readonly keys: () => Pick<Needs, 'visit'>;
  /** The way to the service; undefined until it is known. */
  readonly access: () => ServiceAccess | undefined;
};

/** Tells for each pane what it needs. */
export const createPaneNeeds = (
  sources: Sources,
): (<Name extends PaneName>(name: Name) => PaneNeeds<PaneStates[Name]>) => {
  const { parts, store, work, journal, machines, money, keys, frame, caches, access } = sources;
  const { history, alerts, timeZone, views, sets, homeFolder, readOnlyReason, seen, keptDays } = parts;
  const isLinkSlow = linkSlownessOf(parts);

  /** Everything that panes copy is JSON, or a command that holds some. Who pastes it into a terminal gets text and no more. */
  const copy = (received: string, what: string) =>
    work.run(async () => {
      const text = printableJson(received);
      if ((await parts.terminal.copy(text)) === 'sent') frame.notify(`Sent to your terminal's clipboard: ${what}.`);
      else frame.showText(`There is no clipboard: select ${what} here`, text);
    });

  /** Earlier lines of a pane; one that holds the key is not kept. */
  const linesOf = (pane: PaneName): FilterLines => {
    const kept = 'problem' in journal ? filterLinesInMemory() : journal.filterLines(commandNameOf(pane));
    const isSecret = (line: string) => access()?.client.redact(line) !== line;
    return { list: kept.list, keep: (line) => (isSecret(line) ? undefined : kept.keep(line)) };
  };

  const shared = {
    ...questionPartsOf(sources),
    caches,
    ...{ history, alerts, timeZone, views, sets, homeFolder, readOnlyReason },
    seen: seen ?? (() => new Map()),
    keptDays: keptDays && ((userId: number | undefined) => keptDays(accountOf(userId, access() ?? { keyMark: '' }))),
    journal: () => journal,
    keyMark: () => access()?.keyMark,
    userId: () => parts.userId ?? access()?.userId,
    renting: parts.renting ?? NOTHING_TO_RENT_WITH,
    isLinkSlow,
    notify: frame.notify,
    refuse: frame.refuse,
    copy,
    clipboard: parts.terminal.copy,
    lendTerminal: parts.terminal.lend,
    showOwnMarket: machines.showMarket,
    withdrawWindows: machines.withdraw,
    instanceRented: machines.rented,
    heldMachines: machines.held,
    askHeld: machines.askHeld,
    describeMachine: machines.describe,
    ...{ money, digitOfCall },
    visit: (...to: Parameters<Needs['visit']>) => keys().visit(...to),
  };

  return (name) => ({
    ...shared,
    slice: sliceOf(store, name),
    screen: () => roomOf(store.getState(), name).pane,
    lines: linesOf(name),
    comeForward: () => frame.openPane(name),
    showMachines: () => frame.openPane('machines'),
    planMaintenance: (machineIds, caution) => machines.plan(machineIds, name, caution),
  });
};

const NOTHING_TO_RENT_WITH: Needs['renting'] = {
  presets: () => ({ presets: {}, file: 'presets.json' }),
  places: { variables: {}, folder: '/', home: '/' },
};

/** Where the panes keep answers for a later run; undefined where none are kept. */
export const createCaches = ({
  parts,
  store,
  work,
  frame,
  access,
}: Omit<Sources, 'caches' | 'machines' | 'money' | 'keys' | 'size' | 'journal'>) =>
  parts.answers &&
  createAnswerCaches({
    access: parts.answers,
    clock: parts.clock,
    keyInUse: keyInUseOf({ parts, access }),
    run: work.run,
    say: (text) => {
      if (noticeShown(store.getState().frame) !== undefined) return false;
      frame.refuse(text);
      return true;
    },
  });

/** The mark of the key in use now, and what takes it and secrets out of a text, once it is in use. */
export const keyInUseOf =
  ({ parts, access }: Pick<Sources, 'parts' | 'access'>) =>
  () => {
    const { keyMark } = access() ?? parts;
    return keyMark === undefined ? undefined : { keyMark, redact: access()?.client.redact };
  };

const digitOfCall: PaneNeeds<unknown>['digitOfCall'] = (endpoint) =>
  PANE_NAMES.flatMap(({ name }) => (PANES[name].calls.includes(endpoint) ? keyName(`frame.${name}`) : []))[0] ?? '';
