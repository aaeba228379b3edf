/** The keys of the page that counts what each part of the filter keeps, and the one that opens it. */
import { partRemoved, partSwitched, type SwitchedLine, switchedLine } from '../../../../filter/switched-line.ts';
import { type Binding, bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { pageClosed, pageShown } from '../pages.ts';
import type { Searching } from '../searching.ts';
import type { OffersState } from '../state.ts';
import { type AskingNeeds, createBaseQuestion } from './asking.ts';
import { partOpened, partsChanged } from './line-change.ts';
import { baseForgotten, baseStopped, isBaseAsked, isBaseOld } from './market-base.ts';
import { type WaterfallPage, waterfallPage } from './page.ts';

/** The heading of these keys in help. */
const GROUP = 'What the filter keeps';

type WaterfallNeeds = AskingNeeds & {
  /** Rows of the table that are visible. */
  readonly height: () => number;
  readonly searching: Pick<Searching, 'searchSoon'>;
};

/** What the page is to the pane. */
type WaterfallKeys = {
  readonly openers: readonly Binding[];
  readonly layers: (page: WaterfallPage) => readonly Layer[];
  /** Another service is in use: its market is not known. */
  readonly serviceChanged: () => void;
  /** Another pane was opened: what fails is not asked for again. */
  readonly leave: () => void;
};

export const createWaterfallKeys = (needs: WaterfallNeeds): WaterfallKeys => {
  const { slice, clock } = needs;
  const question = createBaseQuestion(needs);
  const change = (transition: (state: OffersState) => OffersState) => slice.change(transition);

  const forgetOld = () => change((state) => (isBaseOld(state, clock.now()) ? baseForgotten(state) : state));

  const open = () => {
    forgetOld();
    change((state) => {
      const { query, filter } = state.list;
      return pageShown(state, waterfallPage(state, switchedLine(query.applied, filter.text)));
    });
  };

  const stop = () => {
    question.drop();
    change(baseStopped);
  };

  const close = () => {
    stop();
    change(pageClosed);
    forgetOld();
  };

  const move = (page: WaterfallPage, at: number) =>
    change((state) => pageShown(state, { ...page, at: Math.max(0, Math.min(page.rows.length - 1, at)) }));

  const become = (page: WaterfallPage, line: SwitchedLine) => {
    change((state) => partsChanged(state, page, line, needs.height()));
    needs.searching.searchSoon();
  };

  const edit = (page: WaterfallPage) => {
    stop();
    change((state) => partOpened(state, page, needs.height()));
    forgetOld();
    needs.searching.searchSoon();
  };

  const needsGood = () =>
    slice.get().list.query.parsed.problems.length > 0 ? 'The filter has a problem: Esc, then / shows it.' : undefined;

  const pageKeys = (page: WaterfallPage): readonly Binding[] => [
    bind('offers.waterfall-close', ['escape', 'q'], 'back', GROUP, close, inFooter),
    bind('offers.waterfall-ask', ['R', 'w'], 'ask', GROUP, question.ask, {
      isInFooter: true,
      help: 'ask for the whole market and count',
      refusal: () => (isBaseAsked(slice.get()) ? 'The market is being asked for: Esc stops it.' : undefined),
    }),
    bind(
      'offers.waterfall-switch',
      ['space'],
      page.rows[page.at]?.isOff ? 'switch on' : 'switch off',
      GROUP,
      () => become(page, partSwitched(page.line, page.at)),
      { isInFooter: true, help: 'switch this part off or on', refusal: needsGood },
    ),
    bind('offers.waterfall-remove', ['x'], 'remove', GROUP, () => become(page, partRemoved(page.line, page.at)), {
      isInFooter: true,
      help: 'remove this part; of a default, lift it',
      refusal: needsGood,
    }),
    bind('offers.waterfall-edit', ['enter'], 'edit', GROUP, () => edit(page), {
      isInFooter: true,
      help: 'edit this part in the filter',
      refusal: needsGood,
    }),
    bind('offers.waterfall-down', ['down', 'j'], 'down', GROUP, () => move(page, page.at + 1)),
    bind('offers.waterfall-up', ['up', 'k'], 'up', GROUP, () => move(page, page.at - 1)),
    bind('offers.waterfall-first', ['g', 'home'], 'first', GROUP, () => move(page, 0)),
    bind('offers.waterfall-last', ['G', 'end'], 'last', GROUP, () => move(page, Number.MAX_SAFE_INTEGER)),
  ];

  const asking: Layer = {
    bindings: [bind('offers.waterfall-stop', ['escape'], 'stop asking', GROUP, stop, inFooter)],
  };

  return {
    openers: [
      bind('offers.waterfall', ['w'], 'what the filter keeps', 'Find', open, {
        help: 'count what each part of the filter keeps',
        words: ['waterfall', 'why', 'empty', 'clause', 'explain'],
      }),
    ],
    layers: (page) => [...(isBaseAsked(slice.get()) ? [asking] : []), { bindings: pageKeys(page) }],
    serviceChanged: () => {
      question.drop();
      change(baseForgotten);
    },
    leave: question.giveUp,
  };
};
