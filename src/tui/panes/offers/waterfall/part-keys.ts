/** The keys that change the filter on the page that counts what each part of it keeps. */
import { boundMoved, boundOf } from '../../../../filter/bound.ts';
import {
  partChanged,
  partRemoved,
  partSwitched,
  partsOf,
  type SwitchedLine,
} from '../../../../filter/switched-line.ts';
import { type Binding, bind } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import type { Searching } from '../searching.ts';
import type { OffersState } from '../state.ts';
import { partOpened, partsChanged } from './line-change.ts';
import { baseInUse } from './market-base.ts';
import { marketHeld } from './market-held.ts';
import type { WaterfallPage } from './page.ts';
import { partsHere } from './parts-here.ts';

/** What these keys work on. */
type PartKeysNeeds = {
  readonly slice: Slice<OffersState>;
  /** Rows of the table that are visible. */
  readonly height: () => number;
  readonly searching: Pick<Searching, 'searchSoon'>;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
  /** The page is left: what it asked for is no longer awaited. */
  readonly stop: () => void;
};

/** The rows for the part under the cursor of a page; `group` is their heading in help. */
export const partKeys = (needs: PartKeysNeeds, group: string): ((page: WaterfallPage) => readonly Binding[]) => {
  const { slice, searching, height } = needs;
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);

  const become = (page: WaterfallPage, line: SwitchedLine) => {
    change((state) => partsChanged(state, page, line, height()));
    searching.searchSoon();
  };

  const moveBound = (page: WaterfallPage, direction: 1 | -1) => {
    const market = marketHeld(slice.get(), partsHere(page.line, slice.get()));
    if (market === undefined) return;
    const moved = boundMoved(market.parts, page.at, direction, market.offers);
    if ('condition' in moved) become(page, partChanged(page.line, page.at, moved.condition));
    else needs.refuse(STAYING[moved.stays]);
  };

  const edit = (page: WaterfallPage) => {
    needs.stop();
    change((state) => partOpened(state, page, height()));
    searching.searchSoon();
  };

  const needsGood = () =>
    slice.get().list.query.parsed.problems.length > 0 ? 'The filter has a problem: Esc, then / shows it.' : undefined;

  const needsBound = (page: WaterfallPage) => {
    const part = partsOf(page.line)[page.at];
    if (boundOf(part) === undefined) return STAYING['no bound'];
    if (part?.isOff) return 'This part is off: Space switches it on.';
    return baseInUse(slice.get()) === undefined ? 'The market is not here yet: R asks for it.' : needsGood();
  };

  return (page) => [
    bind('offers.waterfall-switch', ['space'], 'off/on', group, () => become(page, partSwitched(page.line, page.at)), {
      isInFooter: true,
      help: 'switch this part off or on',
      refusal: needsGood,
    }),
    bind('offers.waterfall-remove', ['x'], 'remove', group, () => become(page, partRemoved(page.line, page.at)), {
      isInFooter: true,
      help: 'remove this part; of a default, lift it',
      refusal: needsGood,
    }),
    bind('offers.waterfall-up-bound', ['+'], 'higher', group, () => moveBound(page, 1), {
      isInFooter: true,
      help: 'move a bound up to where other offers pass',
      refusal: () => needsBound(page),
    }),
    bind('offers.waterfall-down-bound', ['-'], 'lower', group, () => moveBound(page, -1), {
      isInFooter: true,
      help: 'move a bound down to where other offers pass',
      refusal: () => needsBound(page),
    }),
    bind('offers.waterfall-edit', ['enter'], 'edit', group, () => edit(page), {
      isInFooter: true,
      help: 'edit this part in the filter',
      refusal: needsGood,
    }),
  ];
};

const STAYING = {
  'no bound': 'Only a number with <, <=, > or >= moves.',
  'none left': 'There it stays: beyond it nothing would be left.',
  'all there': 'There it stays: it lets everything pass that the other parts leave.',
} as const;
