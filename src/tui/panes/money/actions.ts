/** The money pane at work: what each page asks the service, and its keys. */

import { CALLS } from '../../../api/calls.ts';
import { createQuestion, type Question } from '../../../api/question.ts';
import { chargesBy } from '../../../money/charge-groups.ts';
import { readCharges, readInvoices } from '../../../money/charges.ts';
import { type DaySpan, dayAt } from '../../../money/days.ts';
import { wasteOf } from '../../../money/waste.ts';
import { type Binding, bind, inFooter } from '../../keys/binding.ts';
import { scrollKeys } from '../../keys/moving.ts';
import { rowsReplaced } from '../../state/list.ts';
import { askedStopped, isUnasked, lastArrived, type Remote, retryOf } from '../../state/remote.ts';
import { partOf, type Slice } from '../../state/slice.ts';
import { RECORD_MARGIN } from '../../ui/record-lines.ts';
import { below } from '../../ui/segments.ts';
import { createListActions } from '../list-pane/actions.ts';
import { itemWords } from '../list-pane/columns.ts';
import type { ListDescription, ListPaneState } from '../list-pane/description.ts';
import { noSecret, nothing, type PaneNeeds, type RunningPane, unguarded } from '../pane.ts';
import { askedIn, askWith, createDays } from './asking.ts';
import { COSTS, costsOf, type MoneyRow, PAYMENTS, WASTE, wasteLines } from './lists.ts';
import { DAYS, pageLines } from './page-lines.ts';
import { initialMoney, type MoneyState, TAB_LINES, TAB_NAMES, type TabName, TITLES, tabTurned } from './state.ts';

/** Days that payments are listed of. */
const PAYMENT_DAYS = 365;

type Needs = PaneNeeds<MoneyState>;

/** A part of the state that the service is asked for. */
type AskedPart = 'days' | 'costs' | 'payments' | 'earned';

const answerIn = (state: MoneyState, part: AskedPart): Remote<unknown, unknown> => state[part].answer;

/** The list of a page: its keys, and the way to put other items into it. */
const createList = <Item, State extends ListPaneState<MoneyRow<Item>>>(
  description: ListDescription<MoneyRow<Item>, Item>,
  slice: Slice<State>,
  needs: Needs,
  keyOf: (item: Item, place: number) => string,
) => {
  const actions = createListActions(description, { ...needs, slice });
  const words = itemWords(description, { timeZone: needs.timeZone, answeredAtEpochMs: 0 });
  return {
    ...actions,
    put: (items: readonly Item[]): void => {
      const rows = items.map((item, place) => ({ key: keyOf(item, place), words: words(item), item }));
      slice.change((state) => ({ ...state, list: rowsReplaced(state.list, rows, actions.arrangement()) }));
    },
  };
};

/** Builds it. */
export const createMoneyPane = (needs: Needs): RunningPane => {
  const { slice, money, askHeld, visit, timeZone, clock } = needs;
  const belowTitles: Needs = {
    ...needs,
    screen: () => below(needs.screen(), TAB_LINES),
  };
  const costs = createList(COSTS, partOf(slice, 'costs'), belowTitles, ({ name }) => name);
  const payments = createList(PAYMENTS, partOf(slice, 'payments'), belowTitles, ({ id }, place) => id ?? String(place));
  const waste = createList(WASTE, partOf(slice, 'waste'), belowTitles, ({ type, id }) => `${type} ${id}`);
  const span = (days: number): DaySpan => {
    const toDay = dayAt(clock.now());
    return { fromDay: toDay - days + 1, toDay };
  };

  const putCosts = (): void => {
    const told = lastArrived(slice.get().costs.answer)?.value;
    if (told?.kind === 'told') costs.put(costsOf(chargesBy(told.rows, 'instance'), money.now().held));
  };
  const putWaste = (): void => {
    const { instances, volumes } = money.now().held;
    const nowMs = clock.now();
    const isWhole = instances !== undefined && volumes !== undefined;
    partOf(slice, 'waste').change((state) => (state.isWhole === isWhole ? state : { ...state, isWhole }));
    waste.put(wasteLines(wasteOf(instances ?? [], volumes ?? [], needs.seen(), nowMs), nowMs, timeZone));
  };

  /** What stands in the lists of instances and volumes is told of here too. */
  const putHeld = (): void => {
    putCosts();
    putWaste();
  };

  const costsNoted = askedIn(partOf(slice, 'costs'));
  const costsQuestion = createQuestion({
    ...needs,
    ...costsNoted,
    read: 'charges',
    ask: (client, _ticket, options) => readCharges(askWith(client, options), span(DAYS)),
    onAnswer: (ticket, told, atEpochMs) => {
      costsNoted.onAnswer(ticket, told, atEpochMs);
      if (told.kind !== 'missing') money.hostLearned(told.kind === 'host');
      putCosts();
    },
  });
  const paymentsNoted = askedIn(partOf(slice, 'payments'));
  const paymentsQuestion = createQuestion({
    ...needs,
    ...paymentsNoted,
    read: 'invoices',
    ask: (client, _ticket, options) => readInvoices(askWith(client, options), span(PAYMENT_DAYS)),
    onAnswer: (ticket, told, atEpochMs) => {
      paymentsNoted.onAnswer(ticket, told, atEpochMs);
      if (told.kind === 'told') payments.put(told.rows);
    },
  });
  const earnedQuestion = createQuestion({
    ...needs,
    ...askedIn(partOf(slice, 'earned')),
    read: 'earnings',
    ask: (client, _ticket, options) => client.read(CALLS.earnings, span(DAYS), options),
  });
  const daysQuestion = createDays(partOf(slice, 'days'), needs, () => span(DAYS));

  /** What each page asks for; the page of waste is made of what is held. */
  const questions: Readonly<Record<TabName, readonly (readonly [AskedPart, Question])[]>> = {
    left: [['days', daysQuestion]],
    costs: [['costs', costsQuestion]],
    payments: [['payments', paymentsQuestion]],
    earned: [
      ['earned', earnedQuestion],
      ['payments', paymentsQuestion],
    ],
    waste: [],
  };
  const all = [daysQuestion, costsQuestion, paymentsQuestion, earnedQuestion];
  let isOpen = false;

  const ask = (isAnew: boolean): void => {
    for (const [part, question] of questions[slice.get().tab])
      if (isAnew || isUnasked(answerIn(slice.get(), part))) question.ask();
  };
  /** The many calls for days that have not come are made while somebody looks; what another page asks for does not wait behind them. */
  const stopDays = (): void => {
    daysQuestion.drop();
    partOf(slice, 'days').change(askedStopped);
  };
  const refresh = (): void => {
    money.ask();
    askHeld();
    ask(true);
  };
  const turning = (to: 1 | -1 | TabName) => () => {
    slice.change((state) => tabTurned(state, to));
    if (slice.get().tab !== 'left') stopDays();
    ask(false);
    putHeld();
  };
  const scroll = (pages: number, lines: number): void => {
    const { width, height } = belowTitles.screen();
    slice.change((state) => {
      const place = { width: width - 2 * RECORD_MARGIN, timeZone, bars: 'blocks', isInWords: false } as const;
      const { length } = pageLines(state, money.now(), place);
      const top = state.top + pages * Math.max(1, height - 1) + lines;
      return { ...state, top: Math.max(0, Math.min(length - height, top)) };
    });
  };

  const asking = bind('money.refresh', ['R'], 'refresh', 'Find', refresh, inFooter);
  const turns: readonly Binding[] = [
    bind('money.tab', [']'], 'next page', 'Look', turning(1), inFooter),
    bind('money.previous-tab', ['['], 'previous page', 'Look', turning(-1)),
    ...TAB_NAMES.map((name) =>
      bind(`money.to-${name}`, [], `money: ${TITLES[name].toLowerCase()}`, 'Look', turning(name)),
    ),
  ];
  const leave = bind('money.leave-tab', ['escape', 'q'], 'back', 'Look', turning('left'));
  const goes = (idOf: () => number | undefined): Binding => {
    const go = (): void => {
      const id = idOf();
      if (id !== undefined) visit('instances', { action: 'instances.open', key: String(id) });
    };
    return bind('money.go', ['I'], 'the instance', 'Look', go, {
      ...inFooter,
      refusal: () => (idOf() === undefined ? 'It is no instance that is there now.' : undefined),
    });
  };
  const listLayers: Readonly<Partial<Record<TabName, () => ReturnType<RunningPane['layers']>>>> = {
    costs: costs.layersWith({ find: [asking], look: [goes(() => costs.current()?.item.goesTo)] }),
    payments: payments.layersWith({ find: [asking] }),
    waste: waste.layersWith({ find: [asking], look: [goes(() => waste.current()?.item.goesTo)] }),
  };

  const trying = bind('money.give-up', ['escape'], 'stop trying', 'Find', () => {
    for (const [, question] of questions[slice.get().tab]) question.giveUp();
  });
  const isTrying = (): boolean =>
    questions[slice.get().tab].some(([part]) => retryOf(answerIn(slice.get(), part)) !== undefined);

  return {
    layers: () => {
      const { tab } = slice.get();
      const own = listLayers[tab]?.() ?? [{ bindings: [...scrollKeys('money.', 'Move', scroll), asking] }];
      if (own.some(({ isModal }) => isModal)) return own;
      const before = isTrying() ? [{ bindings: [trying] }] : [];
      return [...before, ...own, { bindings: [...turns, ...(tab === 'left' ? [] : [leave])] }];
    },
    open: () => {
      isOpen = true;
      for (const question of all) question.comeBack();
      money.look();
      const { instances, volumes } = money.now().held;
      if (instances === undefined || volumes === undefined) askHeld();
      ask(false);
      putHeld();
    },
    leave: () => {
      isOpen = false;
      for (const question of all) question.leave();
      stopDays();
    },
    serviceChanged: () => {
      for (const question of all) question.drop();
      slice.change(({ tab }) => ({ ...initialMoney, tab }));
    },
    resize: () => {
      for (const list of [costs, payments, waste]) list.resize();
    },
    readJournal: nothing,
    resumed: nothing,
    // What is held has come.
    hears: { hostRowsCame: () => isOpen && putHeld() },
    guards: unguarded,
    revealedSecret: noSecret,
  };
};
