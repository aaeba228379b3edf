/** The page on which offers are rented as lines, but for its form: everything that is to be seen before, and what became of it. Pure. */

import { type Carried, carriedWords } from '../../../../account/carried.ts';
import { type Call, callOf } from '../../../../api/call.ts';
import { CALLS, rentCall } from '../../../../api/calls.ts';
import { grouped, plural } from '../../../../base/figures.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { cellText } from '../../../../base/text.ts';
import { clockTime } from '../../../../base/time.ts';
import { countryOfPlace } from '../../../../catalogue/countries.ts';
import { gpusText } from '../../../../catalogue/offer-columns.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { ACTS_WHILE_RUN, endTerms } from '../../../../leases/words.ts';
import { stampWords } from '../../../../maintenance/moment-words.ts';
import { costChangeWords } from '../../../../money/cost-change.ts';
import { groupedDollars, hourly, priceText } from '../../../../money/money.ts';
import type { MoneyTold } from '../../../../money/runway.ts';
import type { Workload } from '../../../../pricing/job-cost.ts';
import { costSpans, endNotes, soonestEnd } from '../../../../pricing/time-left.ts';
import { coverOf, filledInWords, maskedCall } from '../../../../rentals/plan.ts';
import type { RentalStage } from '../../../../rentals/rent-one.ts';
import type { Rental } from '../../../../storage/journal/rentals.ts';
import type { Paragraph } from '../../../../writes/write-kind.ts';
import { lastArrived } from '../../../state/remote.ts';
import { paragraph, type RecordLine } from '../../../ui/record-lines.ts';
import { band, dim, type Segment } from '../../../ui/segments.ts';
import { leftOutWords } from '../filter/filter-query.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { costLines } from './cost-lines.ts';
import { listPriceNotes } from './list-price.ts';
import { type Ended, type JudgedOffer, judgedOffers, maskedPlan, type RentPage, type Review, totalOf } from './page.ts';

/** `offer 27000101   2× RTX 4090   US   verified   machine 8207`, as far as it says so. */
const offerFacts = (offer: Offer): string => factsOf(offer).join('   ');

const factsOf = (offer: Offer): readonly string[] => {
  const { id, num_gpus: gpus, gpu_name: model, geolocation: where, machine_id: machine, verification } = offer;
  return [
    `offer ${id ?? '?'}`,
    cellText(gpusText(gpus, model), 33),
    ...(typeof where === 'string' ? [countryOfPlace(where) ?? cellText(where, 20)] : []),
    ...(typeof verification === 'string' ? [cellText(verification, 12)] : []),
    `machine ${machine ?? '?'}`,
  ];
};

/** What the lines are made of besides the review. */
type ReviewPlace = {
  readonly width: number;
  readonly timeZone: string;
  readonly job: Workload | undefined;
  /** What is wrong in the filter, and so did not choose the offers. */
  readonly mistake: string | undefined;
  readonly money: MoneyTold;
  /** The body with the values of the environment and the script, while the user has them revealed. */
  readonly revealed: string | undefined;
};

/** The lines of the review of `page`. */
const reviewLines = (page: RentPage, review: Review, place: ReviewPlace): readonly RecordLine[] => {
  const judged = judgedOffers(page, review, place.job);
  return [
    ...(review.note === undefined ? [] : paragraph(review.note, place.width, 'danger')),
    ...(place.mistake === undefined ? [] : paragraph(`! ${leftOutWords(place.mistake)}`, place.width, 'warning')),
    ...standingLines(review.standing, place),
    ...offerLines(page, review, judged, place),
    ...sentLines(page, review, place),
    ...costSection(judged, review, place),
    ...endLines(review, place),
    ...carriedLines(review, judged, place.width),
    ...paragraph(`The disk cannot be changed later.${review.until === undefined ? NO_END : ''}`, place.width, 'dim'),
  ];
};

const offerLines = (
  page: RentPage,
  review: Review,
  judged: readonly JudgedOffer[] | undefined,
  { width, timeZone }: ReviewPlace,
): readonly RecordLine[] => {
  const { answer, waitS } = review.offers;
  if (judged === undefined) {
    if (answer.stage === 'failed')
      return [
        ...paragraph(answer.failure.tried, width),
        ...paragraph(answer.failure.whatCameBack, width, 'danger'),
        ...paragraph(`${answer.failure.whatToDo} ${keyName('offers.rent-ask')} asks again.`, width, 'strong'),
      ];
    const wait = waitS === undefined ? '' : `, in ${waitS} s`;
    const which =
      page.offerIds.length === 1 ? 'the offer as it is' : `these ${page.offerIds.length} offers as they are`;
    return paragraph(`Asking for ${which} now${wait} ...`, width, 'accent');
  }
  return judged.flatMap((one) => {
    const price = one.cost?.perHour === undefined ? '' : `   ${hourly(one.cost.perHour)}`;
    const facts = one.offer === undefined ? `offer ${one.plan.offerId}` : offerFacts(one.offer);
    return [
      ...paragraph(`${facts}${price}`, width, 'strong'),
      ...endNotes(one.cost?.hoursLeft, 'It').flatMap(({ text, role }) => paragraph(text, width, role)),
      ...listPriceNotes(one, page.list, timeZone).flatMap(({ text, role }) => paragraph(text, width, role)),
      ...one.problems.flatMap((text) => paragraph(`! ${text}`, width, 'danger')),
    ];
  });
};

/** The calls as they go out: of several offers the first one's, and how the others differ. */
const sentLines = (page: RentPage, review: Review, { width, revealed }: ReviewPlace): readonly RecordLine[] => {
  const plan = maskedPlan(review, page.offerIds);
  const rent = maskedCall(callOf(rentCall(plan), plan));
  const others = page.offerIds.length - 1;
  const cover = coverOf(plan);
  const isOwnVolume = plan.volume !== undefined && 'newGb' in plan.volume;
  const rest = page.offerIds.slice(1).map((offerId, place) => `${offerId} as ${review.labels[place + 1] ?? ''}`);
  return [
    band('Exactly this is sent', [dim(others === 0 ? 'once' : `${others + 1} calls, each once`)]),
    ...paragraph(wayOf(rent), width, 'dim'),
    ...paragraph(revealed ?? bodyText(rent), width),
    ...(others === 0
      ? []
      : paragraph(
          `Then the same for ${plural(others, 'offer')} ${rest.join(', ')}${isOwnVolume ? ', each with the volume offer of its own' : ''}.`,
          width,
        )),
    ...(plan.template === undefined ? [] : paragraph(filledInWords(plan) ?? '', width, 'dim')),
    ...scriptLines(review, width),
    ...(cover === undefined
      ? []
      : [
          ...paragraph(`${wayOf(callOf(CALLS.cover, cover))}   once it is rented, for the SLA cover`, width, 'dim'),
          ...paragraph(bodyText(callOf(CALLS.cover, cover)), width),
        ]),
  ];
};

const wayOf = ({ method, path }: Call): string => `${method} ${path}`;

const bodyText = ({ body }: Call): string => JSON.stringify(body);

const scriptLines = ({ script }: Review, width: number): readonly RecordLine[] => {
  if (script === undefined) return [];
  const { fileCharacters, sentCharacters, isPacked } = script;
  const text = isPacked
    ? `The on-start script has ${grouped(fileCharacters)} characters: it is packed with gzip and base64 to ${grouped(sentCharacters)} of 4,048.`
    : `The on-start script has ${grouped(fileCharacters)} of 4,048 characters.`;
  return paragraph(text, width, 'dim');
};

const costSection = (
  judged: readonly JudgedOffer[] | undefined,
  { masked, offers }: Review,
  { width, job, timeZone, money }: ReviewPlace,
): readonly RecordLine[] => {
  const total = totalOf(judged);
  if (judged === undefined || total === undefined) return [];
  const asOf = clockTime(lastArrived(offers.answer)?.atEpochMs ?? 0, timeZone);
  const bid = masked.bid === undefined ? [] : ['It is a bid: who bids more takes the GPUs, and the instance stops.'];
  return [
    band('What it costs', [{ text: 'from then on', role: 'warning' }]),
    ...costLines({ costs: judged.map(({ cost }) => cost), plan: masked, job, asOf }, width),
    ...bid.flatMap((text) => paragraph(`! ${text}`, width, 'warning')),
    ...paragraph(costChangeWords(money, total, timeZone), width),
  ];
};

/** Said where no end was typed. */
const NO_END = ' Until: none, it costs until it is destroyed.';

const endLines = ({ until }: Review, { width, timeZone }: ReviewPlace): readonly RecordLine[] =>
  until === undefined
    ? []
    : [
        ...paragraph(`Until: ${endTerms(until, timeZone)}.`, width, until.end === 'destroy' ? 'danger' : 'strong'),
        ...((until.end ?? 'tell') === 'tell' ? [] : paragraph(ACTS_WHILE_RUN, width, 'dim')),
      ];

/** What of the account goes in, as it is told. */
const carriedLines = (
  review: Review,
  judged: readonly JudgedOffer[] | undefined,
  width: number,
): readonly RecordLine[] => {
  const isVm = judged?.some(({ offer }) => offer?.vms_enabled === true) ?? false;
  const part = (sort: Carried, what: string): Paragraph => {
    const { answer } = review[sort];
    if (answer.stage === 'failed') {
      const text = `! The account's ${what} could not be listed. ${answer.failure.whatCameBack}`;
      return { text, tone: 'warning' };
    }
    const told = lastArrived(answer);
    return told === undefined
      ? { text: `Asking for the account's ${what} ...`, tone: 'accent' }
      : carriedWords(sort, told.value, review.masked, isVm);
  };
  const [first, second] = [part('sshKeys', 'SSH keys'), part('variables', 'variables')];
  const isOne = first.tone === second.tone || second.text === '';
  const said = isOne ? [{ ...first, text: `${first.text} ${second.text}`.trim() }] : [first, second];
  return said.flatMap(({ text, tone }) => paragraph(text, width, tone));
};

const standingLines = (standing: readonly Rental[], place: ReviewPlace): readonly RecordLine[] =>
  standing.flatMap((rental) => rentalLines(rental, place));

const rentalLines = (
  { offerId, label, sentAtEpochMs, outcome }: Rental,
  { width, timeZone }: ReviewPlace,
): readonly RecordLine[] => {
  const what = `Offer ${offerId} was sent from here on ${stampWords(sentAtEpochMs, timeZone)} with the label ${label}`;
  switch (outcome.kind) {
    case 'unknown':
      return paragraph(
        `! ${what}, outcome unknown: it may be running. Look at your instances first; to rent again makes another one.`,
        width,
        'danger',
      );
    case 'sending':
      return paragraph(`! ${what}, and no answer has come yet.`, width, 'danger');
    case 'accepted': {
      const { contract } = outcome;
      const as = contract === undefined ? '' : `, and is instance ${contract}`;
      return paragraph(`! ${what}${as}.`, width, 'warning');
    }
    case 'refused':
      return [];
  }
};

/** Cells from which on the field that confirms has room for a sentence. */
const WIDE_FROM = 76;

/** Everything under the title. */
export const pageLines = (page: RentPage, place: ReviewPlace): readonly RecordLine[] => {
  const { stage, offerIds } = page;
  switch (stage.kind) {
    case 'form':
      return [];
    case 'review':
      return reviewLines(page, stage, place);
    case 'sent': {
      const { ends, labels, reached, cover } = stage;
      const at = ends.length;
      const of = offerIds.length === 1 ? '' : ` (${at + 1} of ${offerIds.length})`;
      const present = `Offer ${offerIds[at] ?? '?'}, label ${labels[at] ?? ''}${of}`;
      return [
        ...(cover === undefined
          ? ends.flatMap((end) => endedLines(end, place.width))
          : coverLines(ends[cover], place.width)),
        ...(cover === undefined && reached !== undefined ? paragraph(present, place.width, 'strong') : []),
        ...(reached === undefined ? [] : paragraph(STAGE_WORDS[reached], place.width, 'accent')),
      ];
    }
  }
};

/** The call for a cover as it goes out, and what it may come to. */
const coverLines = ({ contract, cover }: Partial<Ended> = {}, width: number): readonly RecordLine[] => {
  if (cover === undefined) return [];
  const call = callOf(CALLS.cover, cover.toAsk.cover);
  return [
    ...paragraph(
      `The record of instance ${contract} does not say whether it is covered. This call asks for its cover:`,
      width,
    ),
    ...paragraph(wayOf(call), width, 'dim'),
    ...paragraph(bodyText(call), width),
    [],
    ...paragraph(
      `! At some services this same call rents another instance of offer ${cover.toAsk.cover.offerId}, for ${hourly(cover.perHour)} more. Send it only if you know that this service covers with it.`,
      width,
      'warning',
    ),
  ];
};

/** What the page is about, in a line. */
export const rentTitle = ({ offerIds, stage }: RentPage): string => {
  switch (stage.kind) {
    case 'form':
      return offerIds.length > 1 ? `Rent ${offerIds.length} offers` : `Rent offer ${offerIds[0] ?? '?'}`;
    case 'review':
      return offerIds.length === 1 ? 'Review of what is rented' : `Review of the ${offerIds.length} offers to rent`;
    case 'sent':
      if (stage.cover !== undefined) return 'Review of the SLA cover';
      if (stage.reached !== undefined) return 'Renting';
      return offerIds.length === 1 ? 'What became of it' : 'What became of them';
  }
};

/** What the one offer of the form is, for behind the title. */
export const factSegments = ({ offerIds }: RentPage, offer: Offer | undefined): readonly Segment[] => {
  if (offerIds.length > 1 || offer === undefined) return [];
  const [, gpus = '', ...others] = factsOf(offer);
  return [{ text: `   ${gpus}`, role: 'strong' }, ...others.map((fact) => dim(`   ${fact}`))];
};

/** What is confirmed, for the right end of the title: by the hour, and by the day. */
export const priceSegments = ({ stage, offerIds }: RentPage, { workload }: OffersState): readonly Segment[] => {
  const judged = stage.kind === 'review' ? judgedOffers({ offerIds }, stage, workload) : undefined;
  const total = totalOf(judged);
  if (judged === undefined || total === undefined) return [];
  const [span] = costSpans(soonestEnd(judged.map(({ cost }) => cost?.hoursLeft)));
  const until = span && `   ${groupedDollars(total * span.hours)} ${span.name === 'end' ? 'until then' : 'a day'}`;
  return [{ text: hourly(total), role: 'strong' }, dim(until ?? '')];
};

/** What is typed to confirm in a pane of `width` cells, and what stands there until it is; `label` is absent where nothing can be. */
export const confirmingWords = (
  { stage, offerIds }: RentPage,
  state: OffersState,
  width: number,
): { readonly label?: string; readonly foot: string } => {
  const asked = (perHour: number, verb: string, what: string) => {
    const price = priceText(perHour);
    return width < WIDE_FROM
      ? { label: ` Type ${price} to ${verb}:`, foot: `Type ${price} to ${verb}: Enter first.` }
      : { label: ` ${what}, ${price}:`, foot: `${what}, ${price}: Enter, then type it.` };
  };
  switch (stage.kind) {
    case 'review': {
      const total = totalOf(judgedOffers({ offerIds }, stage, state.workload));
      if (total === undefined) return { foot: 'The price is not known.' };
      const all = `To rent all ${offerIds.length}, type their price per hour`;
      return asked(total, 'rent', offerIds.length === 1 ? 'To rent, type the price per hour' : all);
    }
    case 'sent': {
      const perHour = stage.ends[stage.cover ?? -1]?.cover?.perHour;
      if (stage.reached !== undefined) return { foot: 'Each call is sent once.' };
      return perHour === undefined
        ? { foot: 'Nothing more is sent. Esc goes back to the offers.' }
        : asked(perHour, 'send', 'To send it, type the price per hour');
    }
    case 'form':
      return { foot: '' };
  }
};

const STAGE_WORDS: Readonly<Record<RentalStage, string>> = {
  asking: 'Asking for the offer once more ...',
  listing: 'Noting which instances there are ...',
  sending: 'Sent. Waiting for the answer: it was sent once and is not sent again.',
  looking: 'No usable answer came: looking for the new instance for up to a minute ...',
  covering: 'Rented. Asking for its SLA cover ...',
};

const endedLines = ({ offerId, label, contract, isUnknown, told }: Ended, width: number): readonly RecordLine[] => [
  ...paragraph(
    `${contract === undefined ? (isUnknown ? '?' : '-') : `Instance ${contract}`}   offer ${offerId}   label ${label}`,
    width,
    contract === undefined ? (isUnknown ? 'warning' : 'strong') : 'good',
  ),
  ...told.flatMap(({ text, tone }) => paragraph(text, width, tone)),
  [],
];

/** The offers of the page, as far as they are in the list. */
export const offersOf = ({ offerIds }: Pick<RentPage, 'offerIds'>, { list }: OffersState): readonly Offer[] =>
  offerIds.flatMap<Offer>(
    (id) => list.rows.find((row) => row.id === id) ?? (list.opened?.row.id === id ? list.opened.row : []),
  );

/** The one offer of `page`, without what is no price on demand; undefined where there are several, or it is not known. */
export const onlyOffer = (page: RentPage, state: OffersState): Offer | undefined => {
  const [offer, ...others] = offersOf(page, state);
  if (offer === undefined || others.length > 0) return undefined;
  return shownPricing(state).type === 'ondemand' ? offer : { ...offer, dph_base: null };
};
