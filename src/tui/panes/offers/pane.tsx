/** The offers pane: the market, narrowed by a filter line and asked for anew as that is typed. */

import { resumedBy } from '../../state/resume.ts';
import { LIST_WORDS, type ScreenWord } from '../../ui/list-words.ts';
import { COMPARISON_TITLE_LINES } from '../../ui/over-list-lines.ts';
import { RECORD_TITLE_LINES } from '../../ui/record-lines.ts';
import { columnsOnPage } from '../list-pane/columns.ts';
import { nothing, type Pane } from '../pane.ts';
import { createOffersActions } from './actions.ts';
import { offersFootnote, offersStatus } from './footnote.ts';
import { searchRead, searchSaved } from './last-search.ts';
import { machineWords } from './machine-words.ts';
import { OFFERS_PAGES } from './over.tsx';
import { pastFollowing } from './past/reading.ts';
import { offersOffered, offersResumed, offersSaved, offersWords, savedOffers } from './resume.ts';
import { initialOffers, type OffersState, startOf } from './state.ts';
import { LINES_ABOVE_ROWS, OffersView } from './view.tsx';
import { keptTrue } from './waterfall/waterfall.ts';

const WORDS: readonly ScreenWord[] = [
  {
    word: 'also sent',
    meaning: 'conditions that apply unless you say otherwise, sent with your filter; rentable=any lifts one',
  },
  { word: 'applied here', meaning: 'conditions that the service cannot take: gpudeck applies them to the answer' },
  { word: 'as gpu_ram>=24000', meaning: 'how a condition is sent, where that differs from what you typed' },
  {
    word: 'on demand',
    meaning: 'prices are those of on-demand instances; t changes to bid (may be interrupted) and reserved',
  },
  { word: '8 GB', meaning: 'disk of the instance you want: its cost is part of the price; d changes it' },
  { word: 'job 72 h 200 GB', meaning: 'the job that offers are compared for, with its own disk; $ changes it' },
  {
    word: '=$/job, =job $/h',
    meaning: 'what that job costs here in all, and for each of its hours; - where a part of the price is not known',
  },
  { word: '$/month', meaning: 'on the page of costs: for 720 hours, as the service counts a month of disk' },
  {
    word: 'less those 8 GB',
    meaning: 'on the page of costs: the disk of the search is taken out of the price, and the disk of the job put in',
  },
  {
    word: '(not yet bid)',
    meaning:
      'asked for but not received yet, as (not yet SLA 99%): the dimmed rows still show the prices named before it',
  },
  { word: 'nothing cut', meaning: 'the service sent every offer that matches' },
  { word: 'first 1,000', meaning: 'the service may have more offers that match; + asks for more' },
  { word: 'cut by the service', meaning: 'it sent fewer than match: only a narrower filter finds the rest' },
  {
    word: 'sorted here',
    meaning:
      'the service cut the list by another order, since it knows no such one or has not answered yet: others may come first',
  },
  { word: 'every 1 min', meaning: 'the offers are watched, and never older than that; W ends it, i changes it' },
  { word: '+ - ↓ ↑', meaning: 'new, gone, cheaper, dearer since you looked last; . says that you have seen all' },
  { word: '?', meaning: 'in front of a watched offer: the newest list is cut, so it may still be offered' },
  { word: '$/h', meaning: 'price of the whole offer per hour, disk included' },
  { word: '=$/GPU/h', meaning: 'computed here, not sent by the service: the price divided by the GPUs' },
  { word: 'DLPerf, DLP/$', meaning: 'a deep-learning score, and that score per dollar an hour' },
  { word: 'p25', meaning: 'of a price: 25 % of the other offers in its cohort are cheaper' },
  {
    word: 'Cohort',
    meaning: 'the offers that a price is compared with: of the same model, and alike in what its keys say',
  },
  {
    word: '(5th of 17)',
    meaning:
      'of a machine of yours: no search finds this offer now, as when its GPUs are rented; the place its price would have',
  },
  { word: 'Rel %', meaning: 'how reliable the machine has been so far' },
  {
    word: 'alone, left, without',
    meaning:
      'of the whole market: what a part lets through, what it and those above leave, what comes if it is dropped',
  },
  ...LIST_WORDS,
];

export const offers: Pane<OffersState> = {
  initial: ({ search }) => initialOffers(search),
  goesAlong: (state) => ({ search: startOf(state) }),
  comesBack: { saved: searchSaved, read: searchRead },
  create: (needs) => {
    const given = {
      ...needs,
      slice: pastFollowing({ ...needs, slice: keptTrue(needs.slice, needs.clock.now) }),
      cache: needs.caches?.offers,
      screen: () => {
        const { width, height } = needs.screen();
        return {
          width,
          height,
          bodyHeight: Math.max(1, height - RECORD_TITLE_LINES),
          comparisonHeight: Math.max(1, height - COMPARISON_TITLE_LINES),
          columnsVisible: columnsOnPage(height),
          tableHeight: Math.max(1, height - LINES_ABOVE_ROWS),
        };
      },
    };
    const { search, ...actions } = createOffersActions(given, OFFERS_PAGES);
    const wasOpen = () => needs.slice.get().answer.stage !== 'idle';
    const searchAgain = () => {
      if (wasOpen()) search();
    };
    return {
      ...actions,
      serviceChanged: () => {
        actions.serviceChanged();
        searchAgain();
      },
      readJournal: nothing,
      resumed: () => {
        actions.listResumed();
        searchAgain();
        if (wasOpen()) actions.resumed();
      },
      hears: {},
    };
  },
  face: {
    page: (state, { width, height, timeZone, revealedSecret }) => (
      <OffersView state={state} width={width} height={height} timeZone={timeZone} revealedSecret={revealedSecret} />
    ),
    footnote: offersFootnote,
    status: offersStatus,
    words: WORDS,
  },
  calls: ['search', 'sshKeys', 'rent', 'cover'],
  machines: {
    rows: ({ list }) => list.rows,
    hostRows: ({ list }) => list.rows,
    areHeld: false,
    words: ({ list }) => machineWords(list.rows),
  },
  resume: resumedBy({
    isWriting: false,
    schema: savedOffers,
    saved: offersSaved,
    offered: offersOffered,
    steps: () => [],
    words: offersWords,
    resumed: offersResumed,
  }),
};
