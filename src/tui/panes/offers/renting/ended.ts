/** What became of an offer that was to be rented, in words for the page. Pure. */

import { explain } from '../../../../api/errors/explain.ts';
import type { RentRequest } from '../../../../api/requests.ts';
import { hourly } from '../../../../money/money.ts';
import { COVER_IN_CREATION, COVER_UNSAID, CREATED_STOPPED, secondRented } from '../../../../rentals/plan.ts';
import { rentalCost } from '../../../../rentals/price.ts';
import type { CoverAsked, RentalEnd } from '../../../../rentals/rent-one.ts';
import type { Role } from '../../../ui/theme.tsx';
import type { CoverOffer, Ended } from './page.ts';

type Texts = Ended['texts'];

/** How renting `plan` ended; `instances` is the key of the pane of instances. */
export const endedOf = (end: RentalEnd, plan: RentRequest, instances: string): Ended => {
  const { offerId, label } = plan;
  const unnoted = 'journalProblem' in end ? end.journalProblem : undefined;
  return {
    offerId,
    label,
    ...(end.kind === 'rented' && end.contract !== undefined && { contract: end.contract }),
    isUnknown: end.kind === 'unknown',
    cover: end.kind === 'rented' ? coverOffer(end, plan) : undefined,
    texts: [...textsOf(end, plan, instances), ...(unnoted === undefined ? [] : texts('warning', unnoted))],
  };
};

/** A cover that was not asked for, because the call may rent a second instance; none where nobody could say for how much. */
const coverOffer = (
  { cover, offer }: Extract<RentalEnd, { kind: 'rented' }>,
  plan: RentRequest,
): CoverOffer | undefined => {
  const { perHour } = rentalCost(offer, plan);
  return cover?.kind === 'unsaid' && perHour !== undefined ? { toAsk: cover.toAsk, perHour } : undefined;
};

/** `ended` once its cover was asked for. */
export const coverEnded = ({ texts: told, cover: _, ...ended }: Ended, asked: CoverAsked): Ended => ({
  ...ended,
  texts: [
    ...told.filter(({ text }) => text !== COVER_UNSAID),
    ...askedTexts(asked),
    ...(asked.journalProblem === undefined ? [] : texts('warning', asked.journalProblem)),
  ],
});

/** An offer that was not tried any more, because of what became of another. */
export const notTried = ({ offerId, label }: RentRequest): Ended => ({
  offerId,
  label,
  isUnknown: false,
  texts: texts('dim', 'Not sent: what came before it has to be looked at first.'),
});

const texts = (role: Role, ...sentences: readonly string[]): Texts => sentences.map((text) => ({ text, role }));

const textsOf = (end: RentalEnd, plan: RentRequest, instances: string): Texts => {
  const { label } = plan;
  switch (end.kind) {
    case 'rented':
      return [...rentedTexts(end, label, instances), ...coverTexts(end, plan)];
    case 'gone':
      return texts(
        'danger',
        'It went in the meantime: taken, or with less disk or SLA than is asked for. Nothing was sent.',
      );
    case 'dearer':
      return texts(
        'danger',
        end.perHour === undefined
          ? 'The service does not name all parts of its price, or one below zero. Nothing was sent.'
          : `It costs ${hourly(end.perHour)} by now, which is more than was confirmed. Nothing was sent.`,
      );
    case 'unfit':
      return texts('danger', ...end.problems.map(({ message }) => `${message} Nothing was sent.`));
    case 'overtaken':
      return texts(
        'danger',
        'Nothing was sent: another gpudeck has sent this offer or this label in the meantime. Go back and review it again.',
      );
    case 'refused':
    case 'not-sent':
      return explained(end.error);
    case 'unknown':
      return [
        ...texts('danger', 'Outcome unknown: it may be rented. It is not sent again by itself.'),
        ...explained(end.error),
        ...texts(
          'strong',
          end.candidates.length === 0
            ? `No new instance labelled ${label} is on that machine yet, which does not mean that it was not rented.`
            : `More than one new instance may be it: ${end.candidates.join(', ')}.`,
          `Look for the label ${label} in the instances (${instances}) before you rent it again.`,
        ),
      ];
  }
};

const rentedTexts = (
  { contract, isFound, isStopped }: Extract<RentalEnd, { kind: 'rented' }>,
  label: string,
  instances: string,
): Texts => {
  if (contract === undefined)
    return texts(
      'warning',
      `It is rented, but the service did not say as which instance: look for the label ${label} in the instances (${instances}).`,
    );
  return [
    ...(isFound ? texts('warning', 'The answer was lost; the instance was found by its machine and its label.') : []),
    ...(isStopped ? texts('warning', CREATED_STOPPED) : []),
    ...texts('plain', `It costs from now on, until it is destroyed. Press ${instances} to see it come up.`),
  ];
};

const coverTexts = (
  { cover, contract }: Extract<RentalEnd, { kind: 'rented' }>,
  { slaTarget, isPut }: RentRequest,
): Texts => {
  if (slaTarget === undefined) return [];
  if (isPut) return texts('plain', COVER_IN_CREATION);
  if (cover === undefined)
    return texts(
      'warning',
      contract === undefined
        ? 'The call for its SLA cover was not sent.'
        : 'The call for its SLA cover was not sent, because the answer was lost: look whether it is covered.',
    );
  if (cover.kind === 'named') return texts('plain', 'Its record names the price of its SLA cover.');
  return cover.kind === 'unsaid' ? texts('warning', COVER_UNSAID) : askedTexts(cover);
};

const askedTexts = (cover: CoverAsked): Texts => {
  switch (cover.kind) {
    case 'accepted':
      return cover.reply.second === undefined
        ? texts('plain', 'Its SLA cover is confirmed.')
        : texts('danger', secondRented(cover.reply.second));
    case 'overtaken':
      return texts('warning', 'Its SLA cover was not sent.');
    case 'unknown':
      return [...texts('danger', 'Its SLA cover: outcome unknown.'), ...explained(cover.error)];
    case 'refused':
    case 'held-back':
      return [...texts('danger', 'Its SLA cover was not confirmed.'), ...explained(cover.error)];
  }
};

const explained = (error: Parameters<typeof explain>[0]): Texts => {
  const { tried, whatCameBack, whatToDo } = explain(error);
  return [...texts('plain', tried), ...texts('danger', whatCameBack), ...texts('strong', whatToDo)];
};
