/** The pane of money: what is left, who costs what, what was paid, what was earned, and what is wasted, on five pages. */
import type { Explanation } from '../../../api/errors/explain.ts';
import { type Asked, retryOf } from '../../state/remote.ts';
import { LIST_WORDS, meanings, waitSegments } from '../../ui/list-words.ts';
import { listPreview } from '../list-pane/preview.ts';
import { listFooter } from '../list-pane/view.tsx';
import { nothingComesBack, type Pane, staysHere, tellsNothing } from '../pane.ts';
import { createMoneyPane } from './actions.ts';
import { COSTS, PAYMENTS, WASTE } from './lists.ts';
import { initialMoney, isWhole, type MoneyState } from './state.ts';
import { MoneyView } from './view.tsx';

export const money: Pane<MoneyState> = {
  initial: () => initialMoney,
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: createMoneyPane,
  face: {
    page: (state, place) => <MoneyView state={state} place={place} />,
    preview: ({ tab, costs, payments, waste }) => {
      if (tab === 'costs') return listPreview(COSTS, costs);
      if (tab === 'payments') return listPreview(PAYMENTS, payments);
      return tab === 'waste' ? listPreview(WASTE, waste) : undefined;
    },
    footnote: ({ tab, costs, payments, waste }) => {
      if (tab === 'costs') return listFooter(COSTS, costs.list, undefined, isWhole(costs));
      if (tab === 'payments') return listFooter(PAYMENTS, payments.list, undefined, isWhole(payments));
      return tab === 'waste' ? listFooter(WASTE, waste.list, undefined, waste.isWhole) : [];
    },
    status: ({ tab, ...parts }) => {
      if (tab === 'waste') return [];
      const { waitS, answer }: Asked<unknown, Explanation> = tab === 'left' ? parts.days : parts[tab];
      return waitSegments(waitS, retryOf(answer));
    },
    words: [
      ...LIST_WORDS,
      ...meanings({
        'runway, how long it lasts':
          'until the GPUs are stopped, at what burns now; when anything is deleted nobody tells',
        burns: 'what is charged per hour now, without traffic',
        'not over': 'of a day in UTC, as the service counts them: what it comes to is not all yet',
        'now, behind a kind of waste': 'it looks wasted, and was not watched for long enough: it is not in the sum',
      }),
    ],
  },
  calls: ['user', 'spendRate', 'charges', 'invoices', 'earnings'],
  machines: tellsNothing,
  resume: { nothingSaved: 'It is what the service tells; nothing is typed here.' },
};
