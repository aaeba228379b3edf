/** What each pane is given of the program: its own part of the store, and the ways to everything outside. */
import { createAnswerCaches } from '../../access/answer-cache.ts';
import type { ServiceAccess } from '../../access/service-access.ts';
import { printableJson } from '../../base/printable.ts';
import type { RentingParts } from '../../rentals/renting-parts.ts';
import type { JournalAccess } from '../../storage/journal/profile-journal.ts';
import { type FilterLines, filterLinesInMemory } from '../../storage/journal/remembered.ts';
import type { FrameActions } from '../frame/actions.ts';
import type { DeckStore } from '../frame/deck-state.ts';
import { layoutOf, type ScreenSize } from '../frame/layout.ts';
import { noticeShown } from '../frame/state.ts';
import { PANES, type PaneStates } from '../panes/index.ts';
import { commandNameOf, digitOf, PANE_NAMES, type PaneName } from '../panes/names.ts';
import type { PaneNeeds } from '../panes/pane.ts';
import type { DeckParts } from './deck.ts';
import type { Work } from './idle.ts';
import type { Machines } from './machines.ts';
import { sliceOf } from './slice-of.ts';

/**
 * Least time between two repaints that no key was pressed for, ms (docs/promises.md, 6): on a usual line to the
 * terminal, and on a slow one.
 */
const TICK_MS = 1000;
const SLOW_TICK_MS = 10_000;

/** What the needs are made from. */
type Sources = {
  readonly parts: DeckParts;
  readonly store: DeckStore;
  readonly work: Work;
  readonly journal: JournalAccess;
  readonly machines: Machines;
  readonly frame: Pick<FrameActions, 'notify' | 'refuse' | 'showText' | 'openPane'>;
  /** The way to the service; undefined until it is known. */
  readonly access: () => ServiceAccess | undefined;
  readonly size: () => ScreenSize;
};

/** Tells for each pane what it needs. */
export const createPaneNeeds = (
  sources: Sources,
): (<Name extends PaneName>(name: Name) => PaneNeeds<PaneStates[Name]>) => {
  const { parts, store, work, journal, machines, frame, access, size } = sources;
  const isLinkSlow = () => parts.terminal.link?.().isSlow ?? false;

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
    client: () => access()?.client,
    clock: work.clock,
    later: parts.clock.after,
    random: parts.random,
    tickMs: () => (isLinkSlow() ? SLOW_TICK_MS : TICK_MS),
    run: work.run,
    caches: cachesOf(sources),
    history: parts.history,
    alerts: parts.alerts,
    screen: () => layoutOf(size()).pane,
    timeZone: parts.timeZone,
    journal: () => journal,
    userId: () => parts.userId ?? access()?.userId,
    views: parts.views,
    sets: parts.sets,
    renting: parts.renting ?? NOTHING_TO_RENT_WITH,
    homeFolder: parts.homeFolder,
    readOnlyReason: parts.readOnlyReason,
    isLinkSlow,
    notify: frame.notify,
    refuse: frame.refuse,
    copy,
    clipboard: parts.terminal.copy,
    lendTerminal: parts.terminal.lend,
    heldMachines: machines.held,
    describeMachine: machines.describe,
    digitOfCall,
  };

  return (name) => ({
    ...shared,
    slice: sliceOf(store, name),
    lines: linesOf(name),
    comeForward: () => frame.openPane(name),
    planMaintenance: (machineIds) => machines.plan(machineIds, name),
  });
};

const NOTHING_TO_RENT_WITH: RentingParts = {
  presets: () => ({ presets: {}, file: 'presets.json' }),
  places: { variables: {}, folder: '/', home: '/' },
};

const cachesOf = ({ parts, store, work, frame, access }: Sources) =>
  parts.answers &&
  createAnswerCaches({
    access: parts.answers,
    clock: parts.clock,
    keyInUse: () => {
      const known = access();
      return known && { keyMark: known.keyMark, redact: known.client.redact };
    },
    run: work.run,
    say: (text) => {
      if (noticeShown(store.getState().frame) !== undefined) return false;
      frame.refuse(text);
      return true;
    },
  });

const digitOfCall: PaneNeeds<unknown>['digitOfCall'] = (endpoint) =>
  PANE_NAMES.flatMap(({ name }) => (PANES[name].calls.includes(endpoint) ? digitOf(name) : []))[0] ?? '';
