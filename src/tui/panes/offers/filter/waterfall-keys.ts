/** The keys of the page that counts what each part of the filter keeps, and those that open it. */

import { keyName } from '../../../../base/named-keys.ts';
import { printable } from '../../../../base/text.ts';
import { boundMoved, boundOf } from '../../../../filter/bound.ts';
import type { SwitchedLine } from '../../../../filter/switched-line.ts';
import {
  partChanged,
  partRemoved,
  partSwitched,
  partsOf,
  partText,
  switchedLine,
} from '../../../../filter/switched-line.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';

import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import type { PageSite, RunningPage } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import type { WaterfallPage } from '../pages.ts';
import type { OffersState } from '../state.ts';
import {
  baseForgotten,
  baseInUse,
  baseStopped,
  createBaseQuestion,
  isBaseAsked,
  isBaseOld,
  marketHeld,
} from './market-base.ts';
import {
  partOpened,
  partsChanged,
  partsHere,
  waterfallOf,
  whyClosed,
  whyEdited,
  whyForgotten,
  whyOpened,
  whySubmitted,
} from './waterfall.ts';

/** The heading of these keys in help. */
const GROUP = 'What the filter keeps';

/** Most characters of an id, and of what it is. */
const ID_MAXIMUM = 40;

export const createWaterfall = (
  site: PageSite<OffersState, WaterfallPage>,
  needs: OffersTools,
): RunningPage<WaterfallPage> => {
  const { slice, clock, searching, height } = needs;
  const { show } = site;
  const question = createBaseQuestion(needs);

  const opened = (): WaterfallPage => {
    slice.change((state) => (isBaseOld(state, clock.now()) ? baseForgotten(state) : state));
    const { query, filter } = slice.get().list;
    return waterfallOf(slice.get(), switchedLine(query.applied, filter.text));
  };

  const stop = () => {
    question.drop();
    slice.change(baseStopped);
  };

  const close = () => {
    const page = site.page();
    stop();
    site.close();
    const off = page === undefined ? [] : partsOf(page.line).filter(({ isOff, isDefault }) => isOff && !isDefault);
    if (off.length > 0) needs.refuse(`Off, and so not in the filter: ${printable(off.map(partText).join(' '))}`);
  };

  const become = (page: WaterfallPage, line: SwitchedLine) => {
    slice.change((state) => partsChanged(state, page, line, height()));
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
    stop();
    slice.change((state) => partOpened(state, page, height()));
    searching.searchSoon();
  };

  const needsGood = () =>
    slice.get().list.query.parsed.problems.length > 0
      ? `The filter has a problem: Esc, then ${keyName('offers.filter')} shows it.`
      : undefined;

  const needsBound = (page: WaterfallPage) => {
    const part = partsOf(page.line)[page.at];
    if (boundOf(part) === undefined) return STAYING['no bound'];
    if (part?.isOff) return `This part is off: ${keyName('offers.waterfall-switch')} switches it on.`;
    return baseInUse(slice.get()) === undefined
      ? `The market is not here yet: ${keyName('offers.waterfall-ask')} asks for it.`
      : needsGood();
  };

  /** The rows for the part under the cursor. */
  const partKeys = (page: WaterfallPage): readonly Binding[] => [
    bind('offers.waterfall-switch', ['space'], 'off/on', GROUP, () => become(page, partSwitched(page.line, page.at)), {
      ...inFooter,
      help: 'switch this part off or on',
      refusal: needsGood,
    }),
    bind('offers.waterfall-remove', ['x'], 'remove', GROUP, () => become(page, partRemoved(page.line, page.at)), {
      ...inFooter,
      help: 'remove this part; of a default, lift it',
      refusal: needsGood,
    }),
    bind('offers.waterfall-up-bound', ['+'], 'higher', GROUP, () => moveBound(page, 1), {
      ...inFooter,
      help: 'move a bound up to where other offers pass',
      refusal: () => needsBound(page),
    }),
    bind('offers.waterfall-down-bound', ['-'], 'lower', GROUP, () => moveBound(page, -1), {
      ...inFooter,
      help: 'move a bound down to where other offers pass',
      refusal: () => needsBound(page),
    }),
    bind('offers.waterfall-edit', ['enter'], 'edit', GROUP, () => edit(page), {
      ...inFooter,
      help: 'edit this part in the filter',
      refusal: needsGood,
    }),
  ];

  const movingKeys = ({ at, rows, ...page }: WaterfallPage): readonly Binding[] => {
    const last = rows.length - 1;
    const move = (verb: string, keys: readonly string[], to: number) =>
      bind(`offers.waterfall-${verb}`, keys, verb, GROUP, () =>
        show({ ...page, rows, at: Math.max(0, Math.min(last, to)) }),
      );
    return [
      move('down', ['down', 'j'], at + 1),
      move('up', ['up', 'k'], at - 1),
      move('first', ['g', 'home', 'pageup', 'ctrl-b', 'ctrl-u'], 0),
      move('last', ['G', 'end', 'pagedown', 'ctrl-f', 'ctrl-d'], last),
    ];
  };

  const pageKeys = (page: WaterfallPage): readonly Binding[] => [
    page.why === undefined
      ? bind('offers.waterfall-close', ['escape', 'q'], 'back', GROUP, close, inFooter)
      : bind('offers.waterfall-counts', ['escape', 'q'], 'counts', GROUP, () => show(whyForgotten(page)), {
          ...inFooter,
          help: 'back to the counts',
        }),
    ...partKeys(page),
    bind('offers.waterfall-ask', ['R', 'w'], 'ask', GROUP, question.ask, {
      ...(baseInUse(slice.get()) === undefined && inFooter),
      help: 'ask for the whole market and count',
      refusal: () => (isBaseAsked(slice.get()) ? 'The market is being asked for: Esc stops it.' : undefined),
    }),
    bind('offers.waterfall-why', ['E'], 'why not here', GROUP, () => show(whyOpened(page)), { ...WHY, ...inFooter }),
    ...movingKeys(page),
  ];

  const stopping: Layer = {
    bindings: [bind('offers.waterfall-stop', ['escape'], 'stop asking', GROUP, stop, inFooter)],
  };

  const asking = fieldLayer({
    owner: 'offers',
    line: () => site.page()?.asking?.line,
    change: (to) => site.change((page) => whyEdited(page, to)),
    maximum: ID_MAXIMUM,
    accept: acceptKey('offers.why-submit', 'tell', () => site.change((page, state) => whySubmitted(state, page))),
    cancel: cancelKey('offers.why-cancel', () => site.change(whyClosed)),
  });

  return {
    openers: [
      bind('offers.waterfall', ['w'], 'what the filter keeps', 'Find', () => show(opened()), {
        tip: 'counts each part',
        help: 'count what each part of the filter keeps',
        words: ['why empty', 'why so few', 'why nothing', 'waterfall', 'clause', 'explain'],
      }),
      bind('offers.why', ['E'], 'why not here', 'Find', () => show(whyOpened(opened())), WHY),
    ],
    layers: (page) => {
      if (page.asking !== undefined) return [asking];
      return [...(isBaseAsked(slice.get()) ? [stopping] : []), { bindings: footerOfAllowed(pageKeys(page)) }];
    },
    serviceChanged: () => {
      question.drop();
      slice.change(baseForgotten);
    },
    leave: question.giveUp,
  };
};

const WHY = {
  help: 'why an offer or a machine is not here',
  words: ['missing', 'offer', 'machine', 'not here', 'explain'],
} as const;

const STAYING = {
  'no bound': 'Only a number with <, <=, > or >= moves.',
  'none left': 'There it stays: beyond it nothing would be left.',
  'all there': 'There it stays: it lets everything pass that the other parts leave.',
} as const;
