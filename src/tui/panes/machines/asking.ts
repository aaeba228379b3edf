/** What the pane asks besides the list of machines: the market of all of them, and what concerns the one whose page is open. */
import { CALLS } from '../../../api/calls.ts';
import type { CallOptions, Client } from '../../../api/client.ts';
import type { Explanation } from '../../../api/errors/explain.ts';
import { createQuestion, type Question } from '../../../api/question.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { gpuIdOf } from '../../../history/own-machines.ts';
import { readMarkets } from '../../../hosting/machine-market.ts';
import { dayAt } from '../../../money/days.ts';
import { marketWeek } from '../../../overview/market-week.ts';
import { type Asked, askedNoted, lastArrived } from '../../state/remote.ts';
import { partOf } from '../../state/slice.ts';
import { listQuestion } from '../list-pane/list-question.ts';
import type { PaneNeeds } from '../pane.ts';
import { type About, aboutChanged, EARNED_DAYS, type MachinesState, type Markets, type OwnMachine } from './state.ts';

/** Days of the record that are looked at. */
const RECORD_DAYS = 90;

const DAY_MS = 86_400_000;

/** What others ask for, and what renters find of the own ones. */
const readBoth = async (
  machines: readonly OwnMachine[],
  client: Client,
  options: CallOptions,
  now: () => number,
): Promise<Markets> => {
  const own: Offer[] = [];
  const markets = await readMarkets(machines, client, { ...options, now, onOwn: (offer) => own.push(offer) });
  const offers = Map.groupBy(own, ({ machine_id: id }) => id);
  return { byMachine: Object.fromEntries(markets), offers: Object.fromEntries(offers) };
};

/** Builds the questions. `onChange`: what is known of machines is another thing than before. */
export const createAsking = (needs: PaneNeeds<MachinesState>, onChange: () => void) => {
  const { slice, clock, history, run, timeZone } = needs;
  const machines = () => slice.get().list.list.rows.map(({ record }) => record);
  const marketsNoted = askedNoted<Markets, Explanation>(partOf(slice, 'markets').change);
  const markets = createQuestion<Markets>({
    ...needs,
    ...marketsNoted,
    read: 'search',
    ask: (client, _ticket, options) => readBoth(machines(), client, options, clock.now),
    onAnswer: (...answer) => {
      marketsNoted.onAnswer(...answer);
      onChange();
    },
    onFailure: (...failure) => {
      marketsNoted.onFailure(...failure);
      onChange();
    },
  });

  const readWeeks = (): void =>
    run(async () => {
      const read = await history?.read((reads) => marketWeek(reads, history.service, clock.now()));
      if (read === undefined || 'problem' in read) return;
      const weeks = Object.fromEntries(read.value.models.map(({ model, week }) => [model, week]));
      slice.change((state) => ({ ...state, weeks }));
      onChange();
    });

  /** The machine whose page is open. */
  let open: number | undefined;

  const aboutOpen = <Name extends 'earned' | 'reports'>(
    name: Name,
    read: Name extends 'earned' ? 'earnings' : 'reports',
    ask: (client: Client, machineId: number, options: CallOptions) => Promise<AnswerOf<Name>>,
  ): Question => {
    const noted = askedNoted<AnswerOf<Name>, Explanation>((transition) => {
      const machineId = open;
      if (machineId === undefined) return;
      slice.change((state) =>
        aboutChanged(state, machineId, (about) => ({
          ...about,
          // What is kept under a name is what was asked for by it.
          [name]: transition(about[name] as Asked<AnswerOf<Name>, Explanation>),
        })),
      );
      onChange();
    });
    return createQuestion<AnswerOf<Name>>({
      ...needs,
      ...noted,
      read,
      ask: (client, _ticket, options) =>
        open === undefined ? Promise.reject(new Error('no machine is open')) : ask(client, open, options),
    });
  };

  const earned = aboutOpen('earned', 'earnings', (client, machineId, options) => {
    const toDay = dayAt(clock.now());
    return client.read(CALLS.earnings, { fromDay: toDay - EARNED_DAYS + 1, toDay, machineId }, options);
  });
  const reports = aboutOpen('reports', 'reports', (client, machineId, options) =>
    client.read(CALLS.reports, { machineId }, options),
  );
  const ofOpen = [earned, reports];

  const readPast = (machineId: number): void =>
    run(async () => {
      const toEpochMs = clock.now();
      const read = await history?.read((reads) =>
        reads.offer({
          ...{ service: history.service, offerId: gpuIdOf(machineId), machineId, type: 'machines', storageGb: 0 },
          ...{ stretch: { fromEpochMs: toEpochMs - RECORD_DAYS * DAY_MS, toEpochMs }, timeZone },
        }),
      );
      if (read === undefined || 'problem' in read) return;
      const past = read.value?.prices === undefined ? 'nothing' : read.value;
      slice.change((state) => aboutChanged(state, machineId, (about) => ({ ...about, past })));
      onChange();
    });

  const windows = listQuestion(CALLS.windows, partOf(slice, 'windows'), needs, {
    of: (reply) => reply?.records,
    onCame: onChange,
  });
  const all = [windows, markets, ...ofOpen];

  const look = (machineId: number | undefined): void => {
    if (machineId === open) return;
    for (const question of ofOpen) question.drop();
    open = machineId;
    if (machineId === undefined) return;
    const about = slice.get().about[machineId];
    // What was under way when its page was left is asked for anew.
    if (about === undefined || lastArrived(about.earned.answer) === undefined) earned.ask(true);
    if (about === undefined || lastArrived(about.reports.answer) === undefined) reports.ask(true);
    if (about?.past === undefined) readPast(machineId);
  };

  return {
    /** Asks for what concerns all of them, who have come anew, and what concerns the open one. */
    askAll: (): void => {
      windows.ask(true);
      markets.drop();
      markets.ask(true);
      readWeeks();
      const before = open;
      look(undefined);
      slice.change((state) => ({ ...state, about: {} }));
      look(before);
    },
    /** The page of another machine is open, or none. */
    look,
    comeBack: (): void => {
      for (const question of all) question.comeBack();
    },
    leave: (): void => {
      for (const question of all) question.leave();
    },
    drop: (): void => {
      for (const question of all) question.drop();
      open = undefined;
    },
  };
};

type AnswerOf<Name extends 'earned' | 'reports'> = About[Name] extends Asked<infer Value, Explanation> ? Value : never;
