/** Renting from the list of offers: the keys of the form, of the review, of the sending and of what became of it, and what they do. */
import { type Carried, type Names, readCarried } from '../../../../account/carried.ts';
import { createQuestion } from '../../../../api/question.ts';
import { REDACTED } from '../../../../api/redact/redact.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { accountOf } from '../../../../leases/account.ts';
import { readEnd, termsOf } from '../../../../leases/until.ts';
import type { OverLimit } from '../../../../limits/allowance.ts';
import { isPutAt, isPutToTry, NOT_BY_POST } from '../../../../rentals/method.ts';
import { priceProblem } from '../../../../rentals/price.ts';
import { offerSearch, type RentalEnd, rentOne } from '../../../../rentals/rent-one.ts';
import { sendOneByOne } from '../../../../writes/one-by-one.ts';
import { type Binding, bind, footerOfAllowed, inFooter } from '../../../keys/binding.ts';
import { confirmationLayer, readFirst } from '../../../keys/confirmation-page.ts';
import { fieldOpened, textOf } from '../../../state/form.ts';
import { chosenRows, pointedRows } from '../../../state/list.ts';
import { askedNoted, lastArrived } from '../../../state/remote.ts';
import type { PageSite, RunningPage } from '../../page/page.ts';
import { confirmingKeys, readingKeys } from '../../write-page/confirming.ts';
import { mistakeIn, mistakeRefusal } from '../filter/filter-query.ts';
import { OFFERS_LIST } from '../list.ts';
import type { OffersTools } from '../needs.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { departedWords } from '../watch-changes.ts';
import { createCoverReview } from './cover.ts';
import { endedOf, notTried } from './ended.ts';
import { noted, readForm } from './form.ts';
import { rentFormLayer } from './form-keys.ts';
import { offersOf, onlyOffer, pageLines } from './lines.ts';
import { formToOpen, labelsFor, labelUsed, offeredHere, rememberImage, standingOf, usualTexts } from './opening.ts';
import {
  confirmationTyped,
  coversDropped,
  formShown,
  type JudgedOffer,
  judgedOffers,
  MOST_OFFERS,
  maskedPlan,
  offerEnded,
  type RentPage,
  type Review,
  rentOpened,
  rentScrolled,
  reviewChanged,
  reviewOpened,
  sendingBegun,
  stageReached,
  totalOf,
} from './page.ts';
import { createRentForm } from './reading-templates.ts';
import { createValueHolder, fieldLeft } from './values.ts';

const GROUP = 'Renting';

/** What is to be read and typed where a limit alone kept it from being sent. */
const limitIn = ({
  overLimit: over,
  journalProblem,
}: {
  readonly overLimit?: OverLimit | undefined;
  readonly journalProblem?: string | undefined;
}): { readonly note: string; readonly over: OverLimit } | undefined =>
  over !== undefined ? { note: `${journalProblem} Whoever types the price goes over it, this once.`, over } : undefined;

/** Why a review cannot be confirmed as long as the service has not said what it costs. */
const PRICE_UNKNOWN = 'It cannot be confirmed: the price is not known.';

export const createRenting = (site: PageSite<OffersState, RentPage>, needs: OffersTools): RunningPage<RentPage> => {
  const { journal, renting, screen, timeZone } = needs;
  const { state, change } = site;
  const values = createValueHolder(renting);
  let stopping: AbortController | undefined;

  const when = () => ({ timeZone, nowEpochMs: needs.clock.now() });
  const isPutNoted = () => {
    const access = journal();
    return !('problem' in access) && access.rentals.isPut();
  };

  const review = (): Review | undefined => {
    const { stage } = site.page() ?? {};
    return stage?.kind === 'review' ? stage : undefined;
  };
  const changeReview = (transition: (now: Review) => Review) => change((page) => reviewChanged(page, transition));
  const form = createRentForm(needs);
  const { change: changeForm } = form;

  // What the review stands on: the offers as they are now; and what of the account goes in, which nothing waits for.
  const noting =
    <Name extends 'offers' | Carried>(name: Name) =>
    (transition: (part: Review[Name]) => Review[Name]) =>
      changeReview((now) => ({ ...now, [name]: transition(now[name]) }));
  const carried = (sort: Carried) =>
    createQuestion<Names>({
      ...needs,
      read: sort,
      ask: (client, _ticket, options) => readCarried(sort, client, options),
      ...askedNoted(noting(sort)),
    });
  const questions = [
    createQuestion<readonly Offer[]>({
      ...needs,
      read: 'search',
      ask: async (client, _ticket, options) => {
        const { offerIds = [] } = site.page() ?? {};
        const seen = review();
        if (seen === undefined) return [];
        const search = offerSearch(maskedPlan(seen, offerIds));
        const filters = { ...search.filters, id: { in: [...offerIds] } };
        return (await client.searchOffers({ ...search, filters, limit: offerIds.length }, options)).records;
      },
      ...askedNoted(noting('offers')),
    }),
    carried('sshKeys'),
    carried('variables'),
  ];
  const drop = () => {
    for (const question of questions) question.drop();
  };
  const ask = () => {
    drop();
    for (const question of questions) question.ask();
  };

  /** What is not saved of the form is there again. */
  const formAgain = () => {
    if (site.page() === undefined) return;
    const offered = offeredHere(journal(), renting);
    changeForm((form) => ({ ...form, offered, usual: usualTexts(state(), offered) }));
  };

  const forget = () => {
    drop();
    values.drop();
  };
  const close = () => {
    forget();
    site.close();
  };
  const backToForm = () => {
    forget();
    change((page) => formShown(page));
  };

  /** Reads the form, with its files, and opens the review where nothing is wrong. */
  const openReview = () => {
    changeForm((form) => fieldLeft(form, renting, when()));
    const page = site.page();
    const { rentForm } = state();
    if (page === undefined || rentForm === undefined) return;
    const read = readForm(rentForm, onlyOffer(page, state()));
    const taken = 'field' in read ? read : { ...values.take(read), label: read.label };
    if ('field' in taken) {
      const note = { text: taken.message, isProblem: true };
      changeForm((form) => noted(fieldOpened(form, taken.field), taken.field, note));
      return;
    }
    const { label, masked, ...said } = taken;
    const labels = labelsFor(page.offerIds.length, label, needs.random);
    const typed = textOf(rentForm, 'until');
    const end = typed === '' ? undefined : readEnd(typed, when());
    const until = end === undefined || 'problem' in end ? undefined : end;
    showReview({ ...said, masked: { ...masked, isPut: isPutAt(renting, isPutNoted) }, labels, until });
  };
  const showReview = (seen: Pick<Review, 'masked' | 'labels' | 'script' | 'note' | 'over' | 'until'>) => {
    const standing = standingOf(journal(), site.page()?.offerIds ?? [], seen.labels);
    if ('problem' in standing) {
      values.drop();
      change((now) => formShown(now, standing.problem));
      return;
    }
    change((now) => reviewOpened(now, { ...seen, standing }));
    ask();
  };

  const judged = (): readonly JudgedOffer[] | undefined => {
    const page = site.page();
    const seen = review();
    return page && seen && judgedOffers(page, seen, state().workload);
  };
  /** The body with the values in it while the user has them revealed. */
  const revealed = () => {
    const seen = review();
    return seen?.isRevealed ? values.bodyText(maskedPlan(seen, site.page()?.offerIds ?? [])) : undefined;
  };

  /** What is sent with, or why there is nothing to send with. */
  const sendingWith = () => {
    const access = journal();
    const client = needs.client();
    if (needs.readOnlyReason !== undefined) return { problem: needs.readOnlyReason };
    if ('problem' in access) return access;
    return client === undefined ? { problem: 'The service is not ready.' } : { ...access, client };
  };

  /** It was confirmed: the offers are rented, each for what was shown at the most. */
  const send = () => {
    const seen = review();
    const offers = (judged() ?? []).flatMap(({ plan, cost }) => {
      const whole = values.whole(plan);
      return whole === undefined || cost?.perHour === undefined ? [] : [{ plan: whole, atMostPerHour: cost.perHour }];
    });
    const sending = sendingWith();
    if (seen === undefined || 'problem' in sending) return;
    const { client, rentals, purse } = sending;
    drop();
    if (!seen.masked.template?.fills.includes('image')) rememberImage(sending, seen.masked.image);
    const stop = new AbortController();
    stopping = stop;
    change((now) => sendingBegun(now, seen.labels));
    const terms = seen.until && termsOf(seen.until.until, seen.until.end ?? 'tell', needs.clock.now());
    if (terms !== undefined && terms.untilMs <= terms.fromMs) {
      change((now) => formShown(now, 'The moment until which it was to be rented has passed.'));
      return;
    }
    const parts = {
      ...(terms && { lease: { ...terms, account: () => accountOf(client, needs.keyMark() ?? '') } }),
      ...{ client, clock: needs.clock, random: needs.random, signal: stop.signal, rentals, purse },
      over: seen.over && { ...seen.over, isByCommand: false },
      known: seen.standing.map(({ id }) => id),
      onStage: (reached: Parameters<typeof stageReached>[1]) => change((now) => stageReached(now, reached)),
    };
    const instancesKey = needs.digitOfCall('instances');
    needs.run(async () => {
      let isPutNext = false;
      let limited: { readonly note: string; readonly over: OverLimit } | undefined;
      await sendOneByOne<(typeof offers)[number], RentalEnd>(offers, {
        send: ({ plan, atMostPerHour }) => rentOne(plan, { ...parts, atMostPerHour }),
        onEnd: (place, end) => {
          const plan = offers[place]?.plan;
          if (plan === undefined) return;
          if (end.kind === 'rented' && end.contract !== undefined) needs.instanceRented(end.contract);
          const isTried = end.kind !== 'not-sent' || 'error' in end;
          if (isTried && place === 0) isPutNext = isPutToTry(end, renting);
          if (offers.length === 1 && 'error' in end) limited = limitIn(end);
          change((now) => offerEnded(now, isTried ? endedOf(end, plan, instancesKey) : notTried(plan)));
        },
      });
      const { masked, labels, script, until } = seen;
      const same = { labels, until, ...(script && { script }) };
      if (isPutNext) {
        showReview({ ...same, masked: { ...masked, isPut: true }, note: NOT_BY_POST });
        return;
      }
      if (limited !== undefined) {
        showReview({ ...same, masked, ...limited });
        return;
      }
      values.drop();
      change((now) => stageReached(now, undefined));
      changeForm(labelUsed);
    });
  };

  // The keys, by what is open.
  const chosen = () => chosenRows(state().list, OFFERS_LIST).flatMap(({ id }) => id ?? []);
  const open = () => {
    const offerIds = chosen();
    const rentForm = formToOpen(state(), offeredHere(journal(), renting), offerIds);
    form.open(rentForm);
    const offers = offersOf({ offerIds }, state());
    const atEpochMs = lastArrived(state().answer)?.atEpochMs;
    needs.money.look();
    site.show(rentOpened(offerIds, { offers, pricing: shownPricing(state()), atEpochMs }));
  };
  const opener = bind('offers.rent', ['r'], 'rent', 'Rent', open, {
    help: 'rent it, or all that are marked',
    words: ['create', 'instance', 'buy', 'bid', 'launch', 'start'],
    refusal: () => {
      const { length } = chosen();
      if (needs.readOnlyReason !== undefined) return needs.readOnlyReason;
      const pointed = pointedRows(state().list, OFFERS_LIST);
      if (length === 0 && pointed.length > 0) return departedWords(state(), pointed);
      if (length === 0) return 'There is no offer under the cursor.';
      if (length > MOST_OFFERS) return `At most ${MOST_OFFERS} offers are rented at once; ${length} are marked.`;
      return length > 1 ? mistakeRefusal(state().list) : undefined;
    },
  });

  const { unread, scrolling } = readingKeys('offers.rent-', GROUP, {
    screen,
    extent: (width) => {
      const page = site.page();
      if (page === undefined) return { length: 0, top: 0 };
      const said = {
        job: state().workload,
        mistake: mistakeIn(state().list),
        revealed: revealed(),
        money: needs.money.now(),
      };
      const { length } = pageLines(page, { width, timeZone, ...said });
      return { length, top: page.stage.kind === 'form' ? 0 : page.stage.top };
    },
    scrolled: (top) => change((page) => rentScrolled(page, top)),
    isInFooter: true,
  });
  /** What confirms the review, or the call for a cover. */
  const confirmingPrice = (label: string, perHour: () => number | undefined, confirmed: () => void) =>
    confirmingKeys(
      { owner: 'offers', name: 'offers.rent', group: GROUP, send: label, untype: 'cancel', keys: ['enter', 'e'] },
      {
        line: () => {
          const { stage } = site.page() ?? {};
          return stage === undefined || stage.kind === 'form' ? undefined : stage.typed;
        },
        type: (line) => change((page) => confirmationTyped(page, line)),
        hindrance: () => {
          const sending = sendingWith();
          if ('problem' in sending) return sending.problem;
          return perHour() === undefined ? PRICE_UNKNOWN : readFirst(unread());
        },
        mistake: (typed) => priceProblem(perHour() ?? Number.NaN, typed),
        refuse: needs.refuse,
        send: confirmed,
      },
    );
  const confirmed = confirmingPrice('rent', () => totalOf(judged()), send);
  const reveal = () => changeReview((now) => ({ ...now, isRevealed: !now.isRevealed }));
  const reading = (): readonly Binding[] => [
    confirmed.begin,
    bind('offers.rent-reveal', ['v'], 'show values', GROUP, reveal, {
      ...inFooter,
      help: 'show what is masked, or mask it again',
      refusal: () => {
        const { environment = {}, onStart } = review()?.masked ?? {};
        const isMasked = onStart !== undefined || Object.values(environment).includes(REDACTED);
        return isMasked ? undefined : 'Nothing is masked here.';
      },
    }),
    bind('offers.rent-ask', ['R'], 'ask again', GROUP, ask, { ...inFooter, help: 'ask what it costs now' }),
    ...scrolling,
    bind('offers.rent-back', ['escape', 'q'], 'back to the form', GROUP, backToForm, inFooter),
  ];
  const reached = () => {
    const { stage } = site.page() ?? {};
    return stage?.kind === 'sent' ? stage.reached : undefined;
  };
  const sending = (): readonly Binding[] => [
    bind('offers.rent-stop', ['escape'], 'stop', GROUP, () => stopping?.abort(), {
      ...inFooter,
      help: 'send nothing more, and look no further',
      refusal: () => {
        const isOut = reached() === 'sending' || reached() === 'covering';
        return isOut ? 'Waiting for the answer: the call was sent once and is not sent again.' : undefined;
      },
    }),
  ];
  const cover = createCoverReview(site, needs, { sendingWith, confirmingPrice, scrolling, unread });
  const ended: readonly Binding[] = [
    bind('offers.rent-close', ['escape', 'q', 'enter'], 'back to the offers', GROUP, close, inFooter),
    bind('offers.rent-again', ['e'], 'back to the form', GROUP, backToForm, inFooter),
    cover.opener,
    ...scrolling,
  ];

  return {
    openers: [opener],
    layers: ({ stage }) => {
      switch (stage.kind) {
        case 'form':
          return [rentFormLayer(state, changeForm, { renting, when }, { review: openReview, leave: close })];
        case 'review':
          return [
            stage.typed === undefined ? confirmationLayer(footerOfAllowed(reading()), unread) : confirmed.typing(),
          ];
        case 'sent':
          if (stage.reached !== undefined) return [{ bindings: sending() }];
          return stage.cover === undefined ? [{ bindings: footerOfAllowed(ended) }] : [cover.layer(stage)];
      }
    },
    serviceChanged: () => {
      if (review() !== undefined) backToForm();
      change(coversDropped);
      form.serviceChanged();
    },
    leave: () => {
      for (const question of questions) question.giveUp();
      form.leave();
    },
    open: formAgain,
    resumed: formAgain,
    refusalToLeave: () => (reached() === undefined ? undefined : 'An offer is being rented: wait for the answer.'),
    revealedSecret: revealed,
  };
};
