/** The notifications pane at work: its pages, the keys that turn them, and what keeps a secret from being lost by mistake. */

import { CALLS } from '../../../api/calls.ts';
import { createQuestion } from '../../../api/question.ts';
import { type Binding, bind, inFooter } from '../../keys/binding.ts';
import { below } from '../../ui/segments.ts';
import { guardsOf } from '../page/page.ts';
import type { PaneNeeds, RunningPane } from '../pane.ts';
import { TAB_LINES } from './measures.ts';
import {
  isTypeOnBy,
  type NotificationsState,
  TAB_NAMES,
  type TabName,
  tabTurned,
  typesForgotten,
  typesSaved,
  typesTold,
} from './state.ts';
import type { NotificationsNeeds, RunningTab, Tab } from './tab.ts';

/** Builds it. */
export const createNotifications = (needs: PaneNeeds<NotificationsState>, list: readonly Tab[]): RunningPane => {
  const { slice, journal, refuse } = needs;
  const bag: NotificationsNeeds = {
    ...needs,
    screen: () => below(needs.screen(), TAB_LINES),
    refusal: () => needs.readOnlyReason,
    offered: () => slice.get().offered,
    types: () => slice.get().types ?? [],
    isTypeOn: () => isTypeOnBy(slice.get()),
    remember: (type) => {
      const access = journal();
      if (!('problem' in access)) access.eventTypes.remember(type);
      slice.change((state) => typesSaved(state, [type]));
    },
    askPreferences: () => running('preferences')?.open(),
    preferencesChanged: () => running('preferences')?.changedHere?.(),
  };
  const tabs = list.map((tab) => ({ ...tab, ...tab.create(slice, bag) }));
  const running = (name: TabName): RunningTab | undefined => tabs.find((tab) => tab.name === name);
  const current = () => tabs.find(({ name }) => name === slice.get().tab);

  const typesQuestion = createQuestion({
    ...needs,
    read: 'notificationTypes',
    ask: async (service, _ticket, options) => (await service.read(CALLS.notificationTypes, undefined, options)) ?? [],
    // Where it fails, what is known here of types is enough: the ledger says what came back.
    onAnswer: (_ticket, told) => slice.change((state) => typesTold(state, told)),
  });

  const readJournal = () => {
    const access = journal();
    if (!('problem' in access)) slice.change((state) => typesSaved(state, access.eventTypes.list()));
    for (const tab of tabs) tab.read?.();
  };
  const askAtLeisure = () => {
    typesQuestion.comeBack();
    if (slice.get().types === undefined) typesQuestion.ask();
    for (const tab of tabs) {
      if (tab.name === slice.get().tab) tab.open();
      else tab.leave?.();
    }
  };
  const turning = (to: 1 | -1 | TabName) => () => {
    slice.change((state) => tabTurned(state, to));
    askAtLeisure();
  };
  const turns: readonly Binding[] = [
    bind('notifications.tab', [']'], 'next page', 'Look', turning(1), inFooter),
    bind('notifications.previous-tab', ['['], 'previous page', 'Look', turning(-1)),
  ];
  const leave = bind('notifications.leave-tab', ['escape', 'q'], 'back', 'Look', turning(TAB_NAMES[0]));
  /** For the palette, which finds a page by its title. */
  const openers = list.map(({ name, title }) =>
    bind(`notifications.to-${name}`, [], title.toLowerCase(), 'Look', turning(name)),
  );
  const refresh = bind('notifications.refresh', ['R'], 'read the journal', 'Look', () => {
    readJournal();
    current()?.askAgain?.();
  });

  return {
    open: () => {
      readJournal();
      askAtLeisure();
    },
    readJournal,
    // The settings of the user that is asked about now.
    resumed: readJournal,
    leave: () => {
      typesQuestion.leave();
      for (const tab of tabs) tab.leave?.();
    },
    resize: () => {
      for (const tab of tabs) tab.resize?.();
    },
    serviceChanged: () => {
      typesQuestion.drop();
      slice.change(typesForgotten);
      for (const tab of tabs) tab.serviceChanged?.();
    },
    revealedSecret: () => tabs.map((tab) => tab.revealedSecret?.()).find((secret) => secret !== undefined),
    hears: { alertsFired: () => current()?.alertsFired?.() },
    guards: {
      ...guardsOf(tabs),
      holdBack: () => {
        const reason = tabs.map((tab) => tab.holdBack?.()).find((words) => words !== undefined);
        if (reason !== undefined) refuse(reason);
        return reason !== undefined;
      },
    },
    layers: () => {
      const layers = current()?.layers() ?? [];
      if (layers.some(({ isModal }) => isModal)) return layers;
      const { isJournaled, name } = current() ?? {};
      const behind = [
        ...turns,
        ...(isJournaled ? [refresh] : []),
        ...(name === TAB_NAMES[0] ? [] : [leave]),
        ...openers,
      ];
      return [...layers, { bindings: behind }];
    },
  };
};
