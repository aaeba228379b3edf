/** Puts the program together: the store, the actions of every pane, the key layers, and the report of being idle. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Clock } from './api/clock.ts';
import type { Connection } from './connection.ts';
import { type Binding, type Layer, reachableBindings, resolvePress } from './keys/binding.ts';
import type { Press } from './keys/press.ts';
import { layoutOf, type ScreenSize } from './layout.ts';
import { createOffersActions, type OffersActions } from './panes/offers/actions.ts';
import { initialOffers, type OffersStart, type OffersState } from './panes/offers/state.ts';
import { createShellActions, type ShellNeeds } from './panes/shell/actions.ts';
import { initialShell, type PaneName, type ShellState, serviceFailed, serviceReady } from './panes/shell/state.ts';
import type { Slice } from './state/slice.ts';
import { createWork } from './work.ts';

/** Everything the panes share. */
export type DeckState = { readonly shell: ShellState; readonly offers: OffersState };

/** What the program is put together from. */
export type DeckParts = {
  readonly pane: PaneName;
  readonly offers: OffersStart;
  /** What the header calls the service. */
  readonly serviceName: string;
  readonly clock: Clock;
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
  readonly terminal: ShellNeeds['terminal'];
  readonly size: ScreenSize;
};

/** The program without its screen. */
export type Deck = {
  readonly store: StoreApi<DeckState>;
  readonly timeZone: string;
  /** One key press, or one paste. */
  readonly press: (press: Press) => void;
  /** The layers in force, innermost first. */
  readonly layers: () => readonly Layer[];
  /** The bindings that can be reached when nothing lies over the pane: what help and palette list. */
  readonly bindingsBehind: () => readonly Binding[];
  readonly offers: OffersActions;
  readonly resize: (size: ScreenSize) => void;
  /** The service is known: asks what the open pane shows. */
  readonly connect: (connection: Connection) => void;
  /** The service cannot be used, for this reason. */
  readonly fail: (reason: string) => void;
  /** Resolves when nothing is under way that the program waits for. */
  readonly idle: () => Promise<void>;
};

/** Builds the program. Nothing is asked of the service before `connect`. */
export const compose = (parts: DeckParts): Deck => {
  const store = createStore<DeckState>(() => ({
    shell: initialShell(parts.pane, parts.serviceName),
    offers: initialOffers(parts.offers),
  }));
  const work = createWork(parts.clock);
  let connection: Connection | undefined;
  let size = parts.size;

  const shell = createShellActions({
    slice: sliceOf(store, 'shell'),
    listHeight: () => layoutOf(size).overlayListHeight,
    bindingsBehind: () => bindingsBehind(),
    perform: (binding) => perform(binding),
    onPaneOpened: () => undefined,
    terminal: parts.terminal,
  });
  const offers = createOffersActions({
    slice: sliceOf(store, 'offers'),
    client: () => connection?.client,
    clock: work.clock,
    screen: () => layoutOf(size).offers,
    notify: shell.notify,
    run: work.run,
  });

  const paneLayers = (): readonly Layer[] => {
    switch (store.getState().shell.pane) {
      case 'offers':
        return offers.layers();
    }
  };
  const layersBehind = () => [...paneLayers(), shell.globalLayer];
  const layers = () => [...shell.overlayLayers(), ...layersBehind()];
  const bindingsBehind = () => reachableBindings(layersBehind());

  const perform = (binding: Binding) => {
    const reason = binding.refusal?.();
    if (reason === undefined) binding.run();
    else shell.refuse(reason);
  };

  return {
    store,
    timeZone: parts.timeZone,
    layers,
    bindingsBehind,
    offers,
    idle: work.idle,
    press: (press) => {
      shell.keyPressed();
      const meaning = resolvePress(press, layers());
      if (meaning.kind === 'binding') perform(meaning.binding);
      if (meaning.kind === 'text') meaning.type(press.text);
    },
    resize: (next) => {
      size = next;
      offers.resize();
    },
    connect: (next) => {
      connection = next;
      sliceOf(store, 'shell').change((state) => serviceReady(state, next.keyTail));
      offers.search();
    },
    fail: (reason) => sliceOf(store, 'shell').change((state) => serviceFailed(state, reason)),
  };
};

const sliceOf = <Name extends keyof DeckState>(store: StoreApi<DeckState>, name: Name): Slice<DeckState[Name]> => ({
  get: () => store.getState()[name],
  change: (transition) => {
    const before = store.getState()[name];
    const after = transition(before);
    if (after !== before) store.setState({ [name]: after } as Pick<DeckState, Name>);
  },
});
