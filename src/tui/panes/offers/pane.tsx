/** The offers pane: the market, narrowed by a filter line and asked for anew as that is typed. */

import { keyName } from '../../../base/named-keys.ts';
import { formatCell } from '../../../catalogue/format.ts';
import { findOfferField } from '../../../catalogue/lookup.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../catalogue/values.ts';
import { resumedBy } from '../../state/resume.ts';
import { LIST_WORDS, meanings, type PictureLook, type ScreenWord, sign } from '../../ui/list-words.ts';
import { plain } from '../../ui/segments.ts';
import type { Pane } from '../pane.ts';
import { createOffersActions } from './actions.ts';
import { offersFootnote, offersStatus } from './filter/explanation.tsx';
import { keptTrue } from './filter/waterfall.ts';
import { leanSample } from './lean.ts';
import { pastFollowing } from './market/past.ts';
import { OFFERS_PAGES } from './over.tsx';
import { offerPreview } from './preview.ts';
import {
  offersOffered,
  offersResumed,
  offersSaved,
  offersWords,
  savedOffers,
  searchRead,
  searchSaved,
} from './resume.ts';
import { initialOffers, type OffersState, startOf } from './state.ts';
import { OffersView, offerRows } from './view.tsx';
import { weeksFollowing } from './weeks.ts';

const WORDS: readonly ScreenWord[] = [
  ...meanings({
    '$/h': 'price of the whole offer per hour, disk included',
    '=$/GPU/h': 'computed here, not sent by the service: the price divided by the GPUs',
    'vs median':
      'how far =$/GPU/h is from the median of the offers received of the same model and verification; n 3: there are but 3',
    '7 days':
      'what a GPU cost here on each of the last seven days, as far as the history has it: of any offer of as many GPUs of the machine; and the change from the first of them to the last; before a new local service was first started it is generated',
    '1 day':
      'in the market: how the median of the last day differs from the one before; its week is one of medians too',
    'DLPerf, DLP/$': 'a deep-learning score, and that score per dollar an hour',
    '▾ ▸ ... 21 more': `groups, by ${keyName('offers.group')}: of each the first 8 in the order of the table; Enter on such a line folds it, or shows all`,
    '8 of 23 offers':
      'on a band: so many of those received that are alike; median, p10 and p90 are their =$/GPU/h: half, a tenth and nine tenths cost at most that',
    'Rel %': 'how reliable the machine has been so far',
    'also sent': 'conditions that apply unless you say otherwise, sent with your filter; rentable=any lifts one',
    'applied here': 'conditions that the service cannot take: gpudeck applies them to the answer',
    'as gpu_ram>=24000': 'how a condition is sent, where that differs from what you typed',
    'on demand': `prices are those of on-demand instances; ${keyName('offers.type')} changes to bid (may be interrupted) and reserved`,
    '8 GB': `disk of the instance you want: its cost is part of the price; ${keyName('offers.storage')} changes it`,
    'job 72 h 200 GB': `the job that offers are compared for, with its own disk; ${keyName('offers.workload')} changes it`,
    '=$/job, =job $/h':
      'what that job costs here in all, and for each of its hours; - where a part of the price is not known',
    'You pay': 'on the page of costs: what is charged for an hour; a reserved price has to be prepaid',
    '$/10 h': 'on the page of costs: until the offer ends, in place of a day or a month beyond that',
    '$/month': 'on the page of costs: for 720 hours, as the service counts a month of disk',
    'less those 8 GB':
      'on the page of costs: the disk of the search is taken out of the price, and the disk of the job put in',
    '(not yet bid)':
      'asked for but not received yet, as (not yet SLA 99%): the dimmed rows still show the prices named before it',
    'all 186': 'the service sent every offer that matches',
    'first 1,000': `the service may have more offers that match; ${keyName('offers.more')} asks for more`,
    'cut by the service': 'it sent fewer than match: only a narrower filter finds the rest',
    'sorted here':
      'the service cut the list by another order, since it knows no such one or has not answered yet: others may come first',
    'every 1 min': `the offers are watched, and never older than that; ${keyName('offers.watch')} ends it, ${keyName('offers.interval')} changes it`,
    '?': 'in front of a watched offer: the newest list is cut, so it may still be offered',
    p25: 'of a price: 25 % of the other offers in its cohort are cheaper; not said where there are fewer than 8',
    Cohort: 'the offers that a price is compared with: of the same model, and alike in what its keys say',
    '(5th of 17)':
      'of a machine of yours: no search finds this offer now, as when its GPUs are rented; the place its price would have',
    'alone, left, without':
      'what a part lets through, what it and those above leave, what comes if it is dropped: of the market, left of the rows at hand too',
    '+1': 'behind the GPUs of a machine of yours: so many further offers of it',
  }),
  ...LIST_WORDS,
  sign('✓ - x', 'plain', 'verified, not verified, deverified; nothing where the service does not say it'),
  sign(
    '0.4!',
    'warning',
    'mind it: a machine less reliable than most (under 97 %), or an offer that ends within a day',
  ),
  sign('+ - ↓ ↑', 'plain', `watched: new, gone, cheaper, dearer since ${keyName('offers.seen')} said that all is seen`),
  ...(['cheap', 'dear'] as const).map((side) => ({
    word: side,
    meaning: `${side}er than the median of its like; a full side is 50 %`,
    picture: ({ isAscii = false, isSparse }: PictureLook) =>
      leanSample(side, isSparse ? 'none' : isAscii ? 'ascii' : 'blocks'),
  })),
  {
    word: 'week',
    meaning: 'the price on each of the last seven days, and its change over them',
    picture: ({ isAscii = false, isSparse }) => [
      { text: isAscii || isSparse ? ' '.repeat(7) : '▂▂▃▅▅▄▃', role: 'chart' },
      plain(' +4%'),
    ],
  },
];

export const offers: Pane<OffersState> = {
  initial: ({ search }) => initialOffers(search),
  goesAlong: (state) => ({ search: startOf(state) }),
  comesBack: { saved: searchSaved, read: searchRead },
  create: (needs) =>
    createOffersActions(
      {
        ...needs,
        slice: weeksFollowing({
          ...needs,
          slice: pastFollowing({ ...needs, slice: keptTrue(needs.slice, needs.clock.now) }),
          height: () => offerRows(needs.screen().height),
        }),
        cache: needs.caches?.offers,
        height: () => offerRows(needs.screen().height),
      },
      OFFERS_PAGES,
    ),
  face: {
    page: (state, place) => <OffersView state={state} {...place} />,
    preview: offerPreview,
    footnote: offersFootnote,
    status: offersStatus,
    words: WORDS,
  },
  calls: ['search', 'rent', 'rentByPut', 'cover'],
  machines: {
    rows: ({ list }) => list.rows,
    hostRows: ({ list }) => list.rows,
    areHeld: false,
    areWhole: false,
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

/** `4x RTX 4090, US` for each machine among `offers`, by machine id; of several offers of a machine the largest counts. */
const machineWords = (offers: readonly Offer[]): ReadonlyMap<number, string> => {
  const largest = new Map<number, Offer>();
  for (const offer of offers) {
    const id = offer.machine_id;
    if (typeof id === 'number' && (offer.num_gpus ?? 0) > (largest.get(id)?.num_gpus ?? -1)) largest.set(id, offer);
  }
  return new Map([...largest].map(([id, offer]) => [id, wordsOf(offer)]));
};

const place = findOfferField('geolocation');

const wordsOf = (offer: Offer): string => {
  const country = place === undefined ? '-' : formatCell(place, offer.geolocation);
  return `${gpusText(offer.num_gpus, offer.gpu_name)}${country === '-' ? '' : `, ${country}`}`;
};
