/** The overview: what one wants to see on coming back, each part a door to where it lives. */
import { meanings, sign } from '../../ui/list-words.ts';
import { nothingComesBack, type Pane, staysHere, tellsNothing } from '../pane.ts';
import { createOverview } from './actions.ts';
import { initialOverview, type OverviewState } from './state.ts';
import { OverviewView, overviewStatus } from './view.tsx';

export const overview: Pane<OverviewState> = {
  initial: () => initialOverview,
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: createOverview,
  face: {
    page: (state, place) => <OverviewView state={state} place={place} />,
    preview: () => undefined,
    footnote: () => [],
    status: overviewStatus,
    words: [
      sign('<', 'mark', 'an alert that fired since you looked last'),
      ...meanings({
        'D R I ·': 'under rented, a letter a GPU: let on demand, reserved, interruptible, or free, which is a dot',
        'vs model': 'how far a price of a GPU is from the median of its model on the last day that is known',
        'at least, at most': 'a part of it is not known',
      }),
    ],
  },
  // A failed write sends nobody here, and each read is another pane's too.
  calls: [],
  machines: tellsNothing,
  resume: { nothingSaved: 'Nothing is typed there.' },
};
