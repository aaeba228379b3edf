/**
 * The overview at work: asks for its parts when it is opened and every five minutes while it is looked at, and leads from each row to
 * where it lives.
 */
import { CALLS, isWrite } from '../../../api/calls.ts';
import type { Question } from '../../../api/question.ts';
import { isListWhole, type ListReply } from '../../../api/records/replies.ts';
import { lastKept } from '../../../base/once.ts';
import { searchedFor } from '../../../overview/facts.ts';
import { type Overview, overviewOf } from '../../../overview/layout.ts';
import { marketWeek } from '../../../overview/market-week.ts';
import { JOB_LINES, keptJob } from '../../../pricing/kept-job.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../keys/binding.ts';
import { type ListMove, listBindings } from '../../keys/moving.ts';
import type { Money } from '../../state/money.ts';
import { isUnasked, lastArrived, retryOf } from '../../state/remote.ts';
import { partOf } from '../../state/slice.ts';
import { listQuestion } from '../list-pane/list-question.ts';
import { noSecret, nothing, type PaneNeeds, type RunningPane, unguarded } from '../pane.ts';
import { DOORS } from './doors.ts';
import {
  chosenRow,
  factsOf,
  keptFound,
  type OverviewList,
  type OverviewState,
  overviewForgotten,
  rowChosen,
  userLooked,
} from './state.ts';

/** From one look to the next while somebody looks, ms. */
const EVERY_MS = 5 * 60_000;

/** Firings that are told at the most. */
const MOST_FIRINGS = 20;

const cameOf = <Kept>(reply: ListReply<Kept> | undefined) =>
  reply && { value: reply.records, isPartial: !isListWhole(reply) };

/** Reads what this machine knows: what has fired, the week of the market, and the offers of the last search for the job that is set. */
const createReading = ({ slice, alerts, history, caches, journal, clock, run }: PaneNeeds<OverviewState>) => {
  const readOwn = (): void => {
    run(async () => {
      const firings = await alerts?.firings(MOST_FIRINGS);
      if (firings !== undefined && 'value' in firings) slice.change((state) => ({ ...state, firings: firings.value }));
    });
    run(async () => {
      const access = journal();
      if ('problem' in access) return;
      const leases = access.leases.list();
      if (!('problem' in leases)) slice.change((state) => ({ ...state, leases }));
      const job = keptJob(access.filterLines(JOB_LINES).list());
      const found = job === undefined ? undefined : await caches?.offers.find();
      slice.change((state) => ({ ...state, searched: searchedFor(job, found) }));
    });
  };
  const readMarket = (): void =>
    run(async () => {
      const market = await history?.read((reads) => marketWeek(reads, history.service, clock.now()));
      if (market !== undefined && 'value' in market) slice.change((state) => ({ ...state, market: market.value }));
    });
  return { readOwn, readMarket };
};

/** Builds it. */
export const createOverview = (needs: PaneNeeds<OverviewState>): RunningPane => {
  const { slice, screen, timeZone, money, later, clock, visit } = needs;
  const read = { of: cameOf, onFound: () => slice.change(keptFound) };
  /** Asks behind the answer to another list, where that has something in it. */
  const behind = (name: OverviewList) => (came: { readonly value: readonly unknown[] } | undefined) => {
    if (came !== undefined && came.value.length > 0) askFor(name);
  };
  const questions: Readonly<Record<OverviewList, Question>> = {
    // Only who rents has prices that can be raised, and only who hosts machines has windows.
    instances: listQuestion(CALLS.instances, partOf(slice, 'instances'), needs, {
      ...read,
      onCame: behind('increases'),
    }),
    machines: listQuestion(CALLS.machines, partOf(slice, 'machines'), needs, { ...read, onCame: behind('windows') }),
    windows: listQuestion(CALLS.windows, partOf(slice, 'windows'), needs, read),
    increases: listQuestion(CALLS.priceIncreases, partOf(slice, 'increases'), needs, read),
  };
  const all = Object.values(questions);
  /** A service that has no such call is not asked again by itself. */
  const askFor = (name: OverviewList): void => {
    const last = lastArrived<unknown, unknown>(slice.get()[name].answer);
    if (!isQuiet || last === undefined || last.value !== undefined) questions[name].ask(isQuiet);
  };
  const { readMarket, readOwn } = createReading(needs);
  let isQuiet = false;
  let isOpen = false;
  /** Something was changed since the answers came. */
  let isOld = false;
  let stopLooking = (): void => {};

  const ask = (quietly: boolean): void => {
    isQuiet = quietly;
    isOld = false;
    askFor('instances');
    askFor('machines');
    readMarket();
    readOwn();
    stopLooking();
    stopLooking = later(EVERY_MS, () => ask(true));
  };
  const isDue = (): boolean => {
    const { answer } = slice.get().instances;
    const last = lastArrived(answer);
    return isOld || isUnasked(answer) || last === undefined || clock.now() - last.atEpochMs >= EVERY_MS;
  };
  const refresh = (): void => {
    for (const question of all) question.drop();
    money.ask();
    ask(false);
  };

  const laidOut = lastKept((state: OverviewState, told: Money, width: number, height: number) =>
    overviewOf(factsOf(state, told), { width, height, timeZone, bars: 'blocks' }),
  );
  const shown = (): Overview => laidOut(slice.get(), money.now(), screen().width, screen().height);
  const choose = (rowOf: (overview: Overview, row: number) => number): void => {
    const overview = shown();
    const { height } = screen();
    slice.change((state) => rowChosen(state, overview, rowOf(overview, chosenRow(state, overview)), height));
  };
  const move = (to: ListMove): void =>
    choose(({ rows }, row) => to({ row, top: 0 }, { count: rows.length, height: screen().height }).row);
  const nextPart = (): void =>
    choose(({ rows }, row) => {
      const next = rows.findIndex(({ part }, place) => place > row && part !== rows[row]?.part);
      return Math.max(0, next);
    });
  const open = (): void => {
    const overview = shown();
    const door = overview.rows[chosenRow(slice.get(), overview)]?.door;
    if (door === undefined) return;
    const { pane, action, isToRow } = DOORS[door.to];
    visit(pane, { action, key: isToRow ? door.key : undefined });
  };
  const refusal = () => (shown().rows.length === 0 ? 'There is nothing to open yet.' : undefined);
  const bindings: readonly Binding[] = [
    bind('overview.open', ['enter'], 'opens where it lives', 'Look', open, { ...inFooter, refusal }),
    bind('overview.next-part', ['tab'], 'next part', 'Look', nextPart, { ...inFooter, refusal }),
    bind('overview.refresh', ['R'], 'refresh', 'Find', refresh, { ...inFooter, help: 'ask the service again' }),
    ...listBindings('overview', move),
  ];
  const trying: Layer = {
    bindings: [
      bind('overview.give-up', ['escape'], 'stop trying', 'Find', () => {
        for (const question of all) question.giveUp();
      }),
    ],
  };

  return {
    layers: () => {
      const { instances, machines, windows, increases } = slice.get();
      const isRetried = [instances, machines, windows, increases].some(({ answer }) => retryOf(answer) !== undefined);
      return [...(isRetried ? [trying] : []), { bindings: footerOfAllowed(bindings) }];
    },
    open: () => {
      isOpen = true;
      for (const question of all) question.comeBack();
      money.look();
      if (isDue()) return ask(false);
      readOwn();
      stopLooking = later(EVERY_MS, () => ask(true));
    },
    leave: () => {
      if (isOpen) slice.change(userLooked);
      isOpen = false;
      stopLooking();
      for (const question of all) question.leave();
    },
    serviceChanged: () => {
      stopLooking();
      for (const question of all) question.drop();
      slice.change(overviewForgotten);
    },
    resize: nothing,
    readJournal: nothing,
    resumed: nothing,
    hears: {
      alertsFired: () => {
        if (isOpen) readOwn();
      },
      leasesChanged: (hasActed) => {
        if (isOpen) hasActed ? ask(true) : readOwn();
      },
      callEnded: ({ endpoint }) => {
        if (isWrite(endpoint)) isOld = true;
      },
    },
    guards: unguarded,
    revealedSecret: noSecret,
  };
};
