/** The maintenance pane at work: its keys, and what they do. Its effects: announcing windows, and keeping the journal. */

import { keyName } from '../../../base/named-keys.ts';
import { isUndecided } from '../../../maintenance/announcement.ts';
import type { Decision } from '../../../storage/journal/announcements.ts';
import {
  type Binding,
  begunByLetters,
  bind,
  confirming,
  destructive,
  footerOfAllowed,
  inFooter,
  type Layer,
} from '../../keys/binding.ts';
import { atStart } from '../../state/cursor.ts';
import { maintainKey } from '../list-pane/record-kind.ts';
import { guardsOf } from '../page/page.ts';
import { noSecret, type PaneNeeds, type RunningPane } from '../pane.ts';
import { isDraftEmpty } from './draft.ts';
import { heldForgotten, hostsSeen, userKnown } from './machines.ts';
import { listKeys } from './measures.ts';
import {
  arrivingAdded,
  arrivingLeft,
  arrivingPlanned,
  machinesHandedOver,
  planBroughtBack,
  planPutAway,
} from './new-plan.ts';
import { createOwnPages } from './own-pages.ts';
import { createReading } from './read-journal.ts';
import { createSending } from './sending.ts';
import { currentAnnouncement, type MaintenanceState, pageTurned, type Source, type Step, timePassed } from './state.ts';
import { currentLine } from './week.ts';
import { createWizard } from './wizard.ts';

/** Builds it. */
export const createMaintenance = (needs: PaneNeeds<MaintenanceState>): RunningPane => {
  const { slice, journal, clock, refuse, readOnlyReason } = needs;
  const change = (transition: (state: MaintenanceState) => MaintenanceState) => slice.change(transition);
  const journalAtFirst = journal();
  const refusal = () => readOnlyReason ?? ('problem' in journalAtFirst ? journalAtFirst.problem : undefined);
  const reading = createReading(needs);
  const sending = createSending(needs, { onNoted: reading.readHistory, onAnnounced: () => own.askWindows() });
  const { refusalWhileOpen } = sending;
  const own = createOwnPages(needs, refusalWhileOpen, () => change((state) => userKnown(state, state.userId)));
  const { withdrawing } = own;
  const wizard = createWizard(needs, reading, sending, refusal);

  const readJournal = () => {
    change((state) => timePassed(state, clock.now()));
    reading.readHistory();
    reading.readMachines();
  };
  const turnPage = (to: 1 | -1 | MaintenanceState['page']) => {
    readJournal();
    change((state) => pageTurned(state, to));
    own.open();
  };
  const turning: readonly Binding[] = [
    bind('maintenance.page', [']'], 'next page', 'Look', () => turnPage(1), inFooter),
    bind('maintenance.page-back', ['['], 'previous page', 'Look', () => turnPage(-1)),
    // For the palette alone, which finds a page by its title.
    bind('maintenance.to-history', [], 'history of announcements', 'Look', () => turnPage('history')),
    bind('maintenance.to-machines', [], 'your machines', 'Look', needs.showMachines),
    bind('maintenance.to-windows', [], 'windows', 'Look', () => turnPage('windows')),
    bind('maintenance.to-week', [], 'week of windows', 'Look', () => turnPage('week'), {
      words: ['calendar', 'days', 'overlap', 'together'],
    }),
  ];
  const pages: readonly Binding[] = [
    ...turning,
    bind('maintenance.refresh', ['R'], 'read again', 'Look', () => {
      readJournal();
      own.askWindows();
      own.askMachines();
      needs.notify('Read again: what was announced from this machine, and what is known of machines and windows.');
    }),
  ];

  // The history: looking through it, and deciding about outcomes that are unknown.
  const decide = (decision: Decision) => {
    const access = journal();
    const announcement = currentAnnouncement(slice.get());
    if (announcement === undefined || 'problem' in access) return;
    const problem = access.announcements.decide(announcement.id, decision);
    if (problem !== undefined) refuse(problem);
    reading.readHistory();
  };
  const deciding: readonly Binding[] = [
    bind('maintenance.count', ['c'], 'count as announced', 'Decide', () => decide('announced'), confirming),
    bind('maintenance.drop', ['d'], 'count as not announced', 'Decide', () => decide('dropped'), confirming),
  ];
  const leaveHistory = bind('maintenance.leave-history', ['escape', 'q'], 'back', 'Look', () => turnPage('plan'));
  const leavePage = bind('maintenance.leave-page', ['escape', 'q'], 'back', 'Look', () => turnPage('plan'));
  const withdraw = own.withdrawKey('maintenance', () => {
    const announcement = currentAnnouncement(slice.get());
    return announcement === undefined ? [] : [announcement.machineId];
  });
  /** So many weeks further on. */
  const turnWeek = (by: number) =>
    change((state) => ({ ...state, weekOffset: (state.weekOffset ?? 0) + by, weekCursor: atStart }));
  const inWeek = () => [currentLine(slice.get())?.machineId ?? []].flat();
  const ofWeek: readonly Binding[] = [
    maintainKey('maintenance', inWeek, needs),
    { ...own.withdrawKey('maintenance', inWeek), ...inFooter },
    bind('maintenance.week-later', ['right'], 'next week', 'Look', () => turnWeek(1), inFooter),
    bind('maintenance.week-before', ['left'], 'week before', 'Look', () => turnWeek(-1), inFooter),
    ...listKeys('weekCursor', needs),
  ];
  const moving = listKeys('historyCursor', needs);
  const ofHistory = (): readonly Binding[] => {
    const announcement = currentAnnouncement(slice.get());
    if (announcement === undefined) return [leaveHistory, ...moving];
    return [...(isUndecided(announcement) ? deciding : []), leaveHistory, withdraw, ...moving];
  };

  // The plan.
  const arriving: readonly Binding[] = [
    bind('maintenance.replace', ['r'], 'new plan', 'Plan', () => change(arrivingPlanned), destructive),
    bind('maintenance.add', ['a'], 'add to the plan', 'Plan', () => change(arrivingAdded), inFooter),
    bind('maintenance.keep-plan', ['escape', 'q'], 'leave the plan', 'Plan', () => change(arrivingLeft), inFooter),
  ];
  const refusalOfNew = () => {
    const { step, queue, draft } = slice.get();
    const isNew = step === 'machines' && queue === undefined && isDraftEmpty(draft);
    return isNew ? 'This plan is already new and empty.' : undefined;
  };
  const planAnew = () => {
    const before = slice.get().putAway;
    change(planPutAway);
    readJournal();
    const { putAway } = slice.get();
    if (putAway !== undefined && putAway !== before)
      refuse(`The plan was not sent. It is set aside: ${keyName('maintenance.bring-back')} brings it back.`);
  };
  /** From step to step; the footer of the last one offers a new plan. */
  const ofPlan = (step: Step): readonly Binding[] =>
    [
      ...wizard.bindings(step),
      ...wizard.forward(step),
      bind('maintenance.new', ['n'], 'new plan', 'Plan', planAnew, {
        refusal: () => refusalWhileOpen() ?? refusalOfNew(),
        ...(step === 'receipts' && inFooter),
      }),
      bind('maintenance.bring-back', ['U'], 'bring back the plan', 'Plan', () => change(planBroughtBack), {
        help: 'bring back the plan that was set aside',
        refusal: () => refusalWhileOpen() ?? (slice.get().putAway === undefined ? 'No plan was set aside.' : undefined),
      }),
      wizard.back(step),
    ].map((binding) => ({ ...binding, refusal: () => refusal() ?? binding.refusal?.() }));

  const layersOfPage = (): readonly Layer[] => {
    const state = slice.get();
    if (state.arriving !== undefined) return [{ bindings: arriving }];
    if (state.page === 'history') return [{ bindings: [...ofHistory(), ...pages] }];
    if (state.page === 'week') return [{ bindings: [...ofWeek, ...pages, leavePage] }];
    if (state.page === 'windows') return [...own.layers(), { bindings: [...turning, leavePage] }];
    if (state.isEditing) return [wizard.typingLayer()];
    const bindings = [...footerOfAllowed(ofPlan(state.step)), ...pages];
    if (state.step === 'reason' && refusal() === undefined) return [begunByLetters({ bindings }, wizard.beginToType)];
    return [{ bindings, ...(state.step === 'review' && { digits: wizard.digits }) }];
  };
  const planFor = (machineIds: readonly number[], source: Source, caution?: string) => {
    const reason = refusal() ?? refusalWhileOpen() ?? withdrawing.refusalToLeave();
    if (reason !== undefined) {
      refuse(reason);
      return;
    }
    withdrawing.close();
    change((state) => machinesHandedOver({ ...state, caution }, machineIds, source));
    needs.comeForward();
  };
  const open = () => {
    readJournal();
    own.open();
  };

  return {
    layers: () => {
      const inFront = withdrawing.layers();
      return inFront.length > 0 ? inFront : layersOfPage();
    },
    open,
    // A queue goes on in the background; it is never tried again by itself.
    leave: own.leave,
    resize: own.resize,
    serviceChanged: () => {
      withdrawing.close();
      change(({ isWithdrawalLacking: _, ...state }) => heldForgotten(state));
      own.serviceChanged();
      // Those that another key's list has named are nobody's own any more.
      change((state) => userKnown(state, state.userId));
    },
    readJournal: open,
    resumed: withdrawing.resumed,
    hears: {
      hostRowsCame: (rows) => change((state) => hostsSeen(state, rows)),
      machinesChosen: (machineIds, areHeld, caution) => planFor(machineIds, areHeld ? 'held' : 'chosen', caution),
      withdrawalWanted: (machineIds) => {
        const reason = withdrawing.refusal('withdraw', []);
        if (reason !== undefined) return refuse(reason);
        change((state) => pageTurned(state, 'windows'));
        needs.comeForward();
        withdrawing.begin('withdraw', machineIds);
      },
    },
    guards: guardsOf([{ ...sending, refusalToLeave: refusalWhileOpen }, withdrawing]),
    revealedSecret: noSecret,
  };
};
