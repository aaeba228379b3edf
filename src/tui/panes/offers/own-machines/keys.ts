/** The keys of the page of the user's own machines. */
import { SEARCH_TYPES } from '../../../../api/requests.ts';
import { bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { type ListMove, listBindings } from '../../../keys/cursor.ts';
import type { AskedMarket } from '../position/asked-market.ts';
import { ALIKE_KEYS } from '../position/cohort-words.ts';
import {
  currentMachine,
  machineMarked,
  machinesMeant,
  machinesUnmarked,
  type OwnMachinesPage,
  ownCohortsTurned,
  ownRows,
} from './state.ts';

/** What the keys work on. */
type OwnMachinesKeysNeeds = {
  readonly page: () => OwnMachinesPage | undefined;
  readonly market: () => AskedMarket | undefined;
  readonly change: (transition: (page: OwnMachinesPage) => OwnMachinesPage) => void;
  /** Lines that the pane has. */
  readonly height: () => number;
  readonly ask: () => void;
  /** The page is to be priced in another way. */
  readonly reprice: (type: OwnMachinesPage['type']) => void;
  /** Plans maintenance for these machines. */
  readonly planMaintenance: (machineIds: readonly number[]) => void;
  /** Opens the place of the offer under the cursor, and where wanted the field for a price or a place. */
  readonly open: (isAsking: boolean) => void;
  readonly close: () => void;
};

/** The layer in force while the page is open. */
export const ownMachinesLayer = (needs: OwnMachinesKeysNeeds): Layer => {
  const { page, change } = needs;
  const group = 'Your machines';
  const height = () => {
    const now = page();
    return now === undefined ? 1 : ownRows(now, needs.height());
  };
  const move = (to: ListMove) =>
    change((now) => ({ ...now, cursor: to(now.cursor, { count: now.rows?.length ?? 0, height: height() }) }));
  const needsOffer = () => ((page()?.rows?.length ?? 0) === 0 ? 'There is no offer under the cursor.' : undefined);
  const meant = () => {
    const now = page();
    return now === undefined ? [] : machinesMeant(now);
  };
  const needsMachine = () =>
    needsOffer() ?? (meant().length === 0 ? 'Which machine this offer is on is not known.' : undefined);
  const reprice = () => {
    const type = page()?.type;
    if (type !== undefined) needs.reprice(SEARCH_TYPES[(SEARCH_TYPES.indexOf(type) + 1) % SEARCH_TYPES.length] ?? type);
  };
  return {
    bindings: [
      bind('offers.own-close', ['escape', 'q'], 'back', group, needs.close, inFooter),
      bind('offers.own-open', ['enter'], 'market position', group, () => needs.open(false), {
        ...inFooter,
        help: 'where this offer stands, and what to ask for it',
        refusal: needsOffer,
      }),
      bind('offers.own-wish', ['e'], 'price or place', group, () => needs.open(true), {
        ...inFooter,
        help: 'the place of a price for this offer, or the price of a place',
        refusal: needsOffer,
      }),
      bind('offers.own-mark', ['space'], 'mark', group, () => change((now) => machineMarked(now, height())), {
        ...inFooter,
        help: 'mark the machine, and go to the next',
        refusal: () => {
          const now = page();
          return now !== undefined && currentMachine(now) !== undefined
            ? undefined
            : (needsOffer() ?? 'Which machine this offer is on is not known.');
        },
      }),
      bind('offers.own-maintain', ['m'], 'maintenance', group, () => needs.planMaintenance(meant()), {
        ...inFooter,
        help: 'plan maintenance for the marked machines, or for this one',
        words: ['announce', 'downtime', 'notice'],
        refusal: needsMachine,
      }),
      bind('offers.own-unmark', ['u'], 'clear marks', group, () => change(machinesUnmarked), {
        isDestructive: true,
        refusal: () => (page()?.marked.length === 0 ? 'No machine is marked.' : undefined),
      }),
      bind('offers.own-type', ['t'], 'type', group, reprice, {
        ...inFooter,
        help: 'priced on demand, as bid, reserved',
      }),
      bind('offers.own-ask', ['R'], 'ask', group, needs.ask, { ...inFooter, help: 'ask for them anew' }),
      ...ALIKE_KEYS.map(({ name, key, label }) =>
        bind(
          `offers.own-${name}`,
          [key],
          label,
          group,
          () => change((now) => ownCohortsTurned(now, name, needs.market())),
          { help: `cohorts alike in ${label}, or not` },
        ),
      ),
      ...listBindings('offers.own', move),
    ],
  };
};
