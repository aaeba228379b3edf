/** The keys of the page that counts what each part of the filter keeps, and those that open it. */
import { printable } from '../../../../base/text.ts';
import { partsOf, partText, switchedLine } from '../../../../filter/switched-line.ts';
import { type Binding, bind, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import type { PageSite, RunningPage } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import type { OffersState } from '../state.ts';
import { createBaseQuestion } from './asking.ts';
import { baseForgotten, baseInUse, baseStopped, isBaseAsked, isBaseOld } from './market-base.ts';
import {
  type WaterfallPage,
  waterfallPage,
  whyClosed,
  whyEdited,
  whyForgotten,
  whyOpened,
  whySubmitted,
} from './page.ts';
import { partKeys } from './part-keys.ts';

/** The heading of these keys in help. */
const GROUP = 'What the filter keeps';

/** Most characters of an id, and of what it is. */
const ID_MAXIMUM = 40;

export const createWaterfall = (
  site: PageSite<OffersState, WaterfallPage>,
  needs: OffersTools,
): RunningPage<WaterfallPage> => {
  const { slice, clock } = needs;
  const { show } = site;
  const question = createBaseQuestion(needs);
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);

  const opened = (): WaterfallPage => {
    change((state) => (isBaseOld(state, clock.now()) ? baseForgotten(state) : state));
    const { query, filter } = slice.get().list;
    return waterfallPage(slice.get(), switchedLine(query.applied, filter.text));
  };

  const stop = () => {
    question.drop();
    change(baseStopped);
  };

  const close = () => {
    const page = site.page();
    stop();
    site.close();
    const off = page === undefined ? [] : partsOf(page.line).filter(({ isOff, isDefault }) => isOff && !isDefault);
    if (off.length > 0) needs.refuse(`Off, and so not in the filter: ${printable(off.map(partText).join(' '))}`);
  };

  const onPart = partKeys({ ...needs, stop }, GROUP);

  const pageKeys = (page: WaterfallPage): readonly Binding[] => [
    page.why === undefined
      ? bind('offers.waterfall-close', ['escape', 'q'], 'back', GROUP, close, inFooter)
      : bind('offers.waterfall-counts', ['escape', 'q'], 'counts', GROUP, () => show(whyForgotten(page)), {
          isInFooter: true,
          help: 'back to the counts',
        }),
    ...onPart(page),
    bind('offers.waterfall-ask', ['R', 'w'], 'ask', GROUP, question.ask, {
      ...(baseInUse(slice.get()) === undefined && inFooter),
      help: 'ask for the whole market and count',
      refusal: () => (isBaseAsked(slice.get()) ? 'The market is being asked for: Esc stops it.' : undefined),
    }),
    bind('offers.waterfall-why', ['E'], 'why not here', GROUP, () => show(whyOpened(page)), { ...WHY, ...inFooter }),
    ...movingKeys(page, (at) => show({ ...page, at })),
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
        help: 'count what each part of the filter keeps',
        words: ['waterfall', 'why', 'empty', 'clause', 'explain'],
      }),
      bind('offers.why', ['E'], 'why not here', 'Find', () => show(whyOpened(opened())), WHY),
    ],
    layers: (page) => {
      if (page.asking !== undefined) return [asking];
      return [...(isBaseAsked(slice.get()) ? [stopping] : []), { bindings: footerOfAllowed(pageKeys(page)) }];
    },
    serviceChanged: () => {
      question.drop();
      change(baseForgotten);
    },
    leave: question.giveUp,
  };
};

const WHY = {
  help: 'why an offer or a machine is not here',
  words: ['missing', 'offer', 'machine', 'not here', 'explain'],
} as const;

const movingKeys = ({ at, rows }: WaterfallPage, go: (at: number) => void): readonly Binding[] => {
  const last = rows.length - 1;
  const move = (verb: string, keys: readonly string[], to: number) =>
    bind(`offers.waterfall-${verb}`, keys, verb, GROUP, () => go(Math.max(0, Math.min(last, to))));
  return [
    move('down', ['down', 'j'], at + 1),
    move('up', ['up', 'k'], at - 1),
    move('first', ['g', 'home', 'pageup', 'ctrl-b', 'ctrl-u'], 0),
    move('last', ['G', 'end', 'pagedown', 'ctrl-f', 'ctrl-d'], last),
  ];
};
