/** What became of an offer that was to be rented, in the words that page and command share. Pure. */

import { explain } from '../api/errors/explain.ts';
import type { RentRequest } from '../api/requests.ts';
import type { Rental } from '../storage/journal/rentals.ts';
import type { Paragraph } from '../writes/write-kind.ts';
import type { CoverAsked, CoverEnd, RentalEnd } from './rent-one.ts';

type Rented = Extract<RentalEnd, { kind: 'rented' }>;

/** What either says in its own way; prices are $/hour. */
type OwnWords = {
  /** As which instance, and what that means now. */
  readonly rented: (contract: number, end: Rented) => readonly Paragraph[];
  readonly gone: string;
  readonly dearer: (nowPerHour: number, agreedPerHour: number) => string;
  readonly overtaken: (first: Rental) => string;
  /** How an instance is looked for: `in the instances (7)`. */
  readonly where: string;
};

/** How renting `plan` ended. */
export const becameOf = (end: RentalEnd, plan: RentRequest, own: OwnWords): readonly Paragraph[] => [
  ...whatBecame(end, plan, own),
  ...('journalProblem' in end && end.journalProblem !== undefined ? said('warning', end.journalProblem) : []),
];

const whatBecame = (end: RentalEnd, plan: RentRequest, own: OwnWords): readonly Paragraph[] => {
  const { label } = plan;
  switch (end.kind) {
    case 'rented':
      return [
        ...(end.contract === undefined
          ? said(
              'warning',
              `It is rented, but the service did not say as which instance: look for the label ${label} ${own.where}.`,
            )
          : own.rented(end.contract, end)),
        ...(end.isStopped ? said('warning', CREATED_STOPPED) : []),
        ...(plan.slaTarget === undefined ? [] : ofCover(end, plan)),
      ];
    case 'gone':
      return said('danger', own.gone);
    case 'dearer':
      return said(
        'danger',
        end.perHour === undefined
          ? 'The service does not name all parts of its price, or one below zero. Nothing was sent.'
          : own.dearer(end.perHour, end.atMostPerHour),
      );
    case 'unfit':
      return said('danger', ...end.problems.map(({ message }) => `${message} Nothing was sent.`));
    case 'overtaken':
      return said('danger', ...end.standing.slice(0, 1).map(own.overtaken));
    case 'not-sent':
      // What stands against it says all; that it was cancelled then says nothing.
      return end.error.kind === 'aborted' && end.journalProblem !== undefined ? [] : explained(end.error);
    case 'refused':
      return explained(end.error);
    case 'unknown':
      return [
        ...said('danger', 'Outcome unknown: it may be rented. It is not sent again by itself.'),
        ...explained(end.error),
        ...said(
          'strong',
          end.candidates.length === 0
            ? `No new instance labelled ${label} is on that machine yet, which does not mean that it was not rented.`
            : `More than one new instance may be it: ${end.candidates.join(', ')}.`,
          `Look for the label ${label} ${own.where} before you rent it again.`,
        ),
      ];
  }
};

const said = (tone: NonNullable<Paragraph['tone']>, ...sentences: readonly string[]): readonly Paragraph[] =>
  sentences.map((text) => ({ text, tone }));

/** What is said of an instance that is there and does not run. */
export const CREATED_STOPPED =
  'It was created stopped: its GPUs were not free. It is rented all the same, and its disk costs until it is destroyed.';

const ofCover = ({ cover, contract }: Rented, { isPut }: RentRequest): readonly Paragraph[] => {
  if (isPut) return said('plain', 'The creation asked for its SLA cover: its price tells whether it has it.');
  if (cover !== undefined) return coverWords(cover);
  const why = contract === undefined ? '' : ', because the answer was lost: look whether it is covered';
  return said('warning', `The call for its SLA cover was not sent${why}.`);
};

/** How the cover of what was rented ended. */
const coverWords = (cover: CoverEnd): readonly Paragraph[] => {
  switch (cover.kind) {
    case 'named':
      return said('plain', 'Its record names the price of its SLA cover.');
    case 'unsaid':
      return said('warning', COVER_UNSAID);
    case 'overtaken':
      return said('warning', 'It is rented, but its SLA cover was not sent.');
    case 'accepted':
      return cover.reply.second === undefined
        ? said('plain', 'Its SLA cover is confirmed.')
        : said(
            'danger',
            `The call for its SLA cover rented a second instance, ${cover.reply.second}, which costs too: destroy it if it is not wanted.`,
          );
    case 'unknown':
    case 'refused':
    case 'held-back': {
      const unknown = cover.kind === 'unknown' ? ' The outcome of the call for it is unknown.' : '';
      return [
        ...said('danger', `It is rented, but its SLA cover was not confirmed.${unknown}`),
        ...explained(cover.error),
      ];
    }
  }
};

/** `told` of what is rented, once its cover was asked for after all. */
export const withCoverAsked = (told: readonly Paragraph[], asked: CoverAsked): readonly Paragraph[] => [
  ...told.filter(({ text }) => text !== COVER_UNSAID),
  ...coverWords(asked),
  ...(asked.journalProblem === undefined ? [] : said('warning', asked.journalProblem)),
];

/** The record of a new instance does not tell whether it is covered. */
const COVER_UNSAID =
  'The call for its SLA cover was not sent: its record does not say whether it is covered, and at some services this call rents another instance. The creation asked for the cover; look at its price.';

const explained = (error: Parameters<typeof explain>[0]): readonly Paragraph[] => {
  const { tried, whatCameBack, whatToDo } = explain(error);
  return [...said('plain', tried), ...said('danger', whatCameBack), ...said('strong', whatToDo)];
};
