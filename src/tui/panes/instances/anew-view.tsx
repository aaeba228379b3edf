/** The page that destroys an instance and rents another like it: its stages, and how they are drawn. Pure. */

import { callOf, callWords } from '../../../api/call.ts';
import { rentCall } from '../../../api/calls.ts';
import { explain } from '../../../api/errors/explain.ts';
import type { RentRequest } from '../../../api/requests.ts';
import { keyName } from '../../../base/named-keys.ts';
import { presentRate, statusOf, statusWords } from '../../../catalogue/instance-columns.ts';
import { gpusText } from '../../../catalogue/offer-columns.ts';
import type { Instance, Offer } from '../../../catalogue/values.ts';
import { callOfChange, lossWords } from '../../../instances/change.ts';
import { costChangeWords } from '../../../money/cost-change.ts';
import { hourly, priceText } from '../../../money/money.ts';
import { endNotes, hoursLeft } from '../../../pricing/time-left.ts';
import { costWords, rentalCost } from '../../../rentals/price.ts';
import type { RentalEnd } from '../../../rentals/rent-one.ts';
import type { Line } from '../../state/line.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { BLANK, paragraph, RECORD_MARGIN, type RecordLine } from '../../ui/record-lines.ts';
import { plain } from '../../ui/segments.ts';
import type { Drawn } from '../page/page.ts';
import type { Place } from '../pane.ts';
import { ConfirmingPage } from '../write-page/view.tsx';

/** What was agreed to when it is confirmed; its price is $/hour. */
export type Offered = {
  readonly offer: Offer;
  readonly plan: RentRequest;
  readonly perHour: number;
  /** Lines of the journal that the user knows of: of earlier rentals, and of destructions up to one. */
  readonly known: readonly number[];
  readonly seen: number;
  /** What was sent before and whose outcome is unknown, in words. */
  readonly before: readonly string[];
};

/** How far it is. */
type Stage =
  | { readonly kind: 'searching' | 'renting' | 'coming' | 'destroying' }
  /** `typed` is what confirms; present while it is typed. */
  | { readonly kind: 'review'; readonly offered: Offered; readonly top: number; readonly typed?: Line | undefined }
  /** Nothing more is sent; `lines` say why, or what became of it. */
  | { readonly kind: 'ended'; readonly lines: readonly string[] };

/** One instance that is destroyed and rented anew. */
export type Anew = {
  readonly kind: 'anew';
  readonly instance: Instance & { readonly id: number };
  readonly stage: Stage;
};

/** It is at another stage. */
export const anewAt = (anew: Anew, stage: Stage): Anew => ({ ...anew, stage });

/** What confirms is typed or no more, or so many lines are scrolled out above. */
export const anewReviewed = (
  anew: Anew,
  change: { readonly typed: Line | undefined } | { readonly top: number },
): Anew => (anew.stage.kind === 'review' ? { ...anew, stage: { ...anew.stage, ...change } } : anew);

/** Cells that it is drawn in, and what is left and spent. */
type AnewPlace = Pick<Place, 'width' | 'timeZone' | 'money'>;

/** The page, line by line. */
export const anewLines = ({ instance, stage }: Anew, place: AnewPlace): readonly RecordLine[] => {
  const { width } = place;
  switch (stage.kind) {
    case 'searching':
      return paragraph('Looking for the cheapest offer with as many GPUs of this model on another machine.', width);
    case 'renting':
      return paragraph('The other one is being rented; the call is sent once. Nothing is destroyed before.', width);
    case 'coming':
      return paragraph(
        'The other one is rented. This one is destroyed once the other runs, for which it is looked.',
        width,
      );
    case 'destroying':
      return paragraph('The other one runs. This one is being destroyed.', width);
    case 'ended':
      return stage.lines.flatMap((line) => paragraph(line, width));
    case 'review':
      return reviewLines(instance, stage.offered, place);
  }
};

const reviewLines = (
  instance: Anew['instance'],
  { offer, plan, before, perHour }: Offered,
  { width, money, timeZone }: AnewPlace,
): readonly RecordLine[] => {
  const now = presentRate(instance);
  const destroy = callOfChange(instance.id, { kind: 'destroy' });
  const rent = callOf(rentCall(plan), plan);
  return [
    ...paragraph(`${instance.id}  ${statusWords(statusOf(instance))}  image ${plan.image}`, width),
    ...paragraph(lossWords('destroy', 1), width, 'danger'),
    ...before.flatMap((words) => paragraph(words, width, 'warning')),
    BLANK,
    ...paragraph(
      `In its place: ${gpusText(offer.num_gpus, offer.gpu_name)} of machine ${offer.machine_id ?? '?'}, ${offer.geolocation ?? 'place unknown'}.`,
      width,
    ),
    ...endNotes(hoursLeft(offer.duration), 'It').flatMap(({ text, role }) => paragraph(text, width, role)),
    ...paragraph(`${costWords(rentalCost(offer, plan))}.`, width),
    ...paragraph(costChangeWords(money, now === undefined ? undefined : perHour - now, timeZone), width),
    BLANK,
    ...paragraph(
      hasValues(plan)
        ? 'This is what will be sent, with the values of its environment and its script, which are hidden; the second once the other one runs:'
        : 'This is exactly what will be sent, the second once the other one runs:',
      width,
    ),
    ...paragraph(`${rent.method} ${rent.path}`, width, 'strong'),
    ...bodyLines(JSON.stringify(rent.body), width).map((line) => [plain(line)]),
    ...paragraph(callWords(destroy), width, 'strong'),
  ];
};

const hasValues = ({ environment, onStart }: RentRequest): boolean =>
  onStart !== undefined || Object.keys(environment).length > 0;

/** Why nothing was rented for certain, or for all that is known; nothing is destroyed then. */
export const notRentedLines = (end: Exclude<RentalEnd, { kind: 'rented' }>, label: string): readonly string[] => {
  const kept = 'Nothing was destroyed.';
  switch (end.kind) {
    case 'gone':
      return [
        `The offer cannot be rented any more. Nothing was sent: go back and press ${keyName('instances.anew')} again.`,
      ];
    case 'dearer':
      return [
        `The offer ${end.perHour === undefined ? 'has no known price now' : `costs ${hourly(end.perHour)} now`}. Nothing was sent: go back and press ${keyName('instances.anew')} again.`,
      ];
    case 'unfit':
      return [...end.problems.map(({ message }) => message), 'Nothing was sent.'];
    case 'overtaken':
      return ['Another gpudeck rented this offer, or one with this label, in the meantime. Nothing was sent.'];
    case 'unknown': {
      const { whatCameBack } = explain(end.error);
      const found =
        end.candidates.length === 0
          ? 'It is not in the list yet, which does not mean that it was not rented'
          : `It may be ${end.candidates.join(' or ')}`;
      return [
        'Outcome unknown: another one may have been rented.',
        whatCameBack,
        `${found}; it would be labelled ${label}.`,
        kept,
      ];
    }
    case 'refused':
    case 'not-sent': {
      const { whatCameBack, whatToDo } = explain(end.error);
      return ['Nothing was rented.', whatCameBack, whatToDo, kept];
    }
  }
};

/** The page in `width` by `height` cells. */
export const AnewPage = ({ page, width, height, timeZone, money }: Drawn<unknown, Anew>) => {
  const { instance, stage } = page;
  const review = stage.kind === 'review' ? stage : undefined;
  return (
    <ConfirmingPage
      title={`Destroy instance ${instance.id} and rent another like it${review ? '?' : ''}`}
      lines={anewLines(page, { width: width - RECORD_MARGIN, timeZone, money })}
      top={review?.top ?? 0}
      isRead={review !== undefined}
      field={
        review?.typed && {
          label: ` Type the price per hour, ${priceText(review.offered.perHour)}:`,
          line: review.typed,
        }
      }
      foot={footWords(stage)}
      width={width}
      height={height}
    />
  );
};

const footWords = (stage: Stage): string => {
  switch (stage.kind) {
    case 'review':
      return `Enter, then type the price per hour, ${priceText(stage.offered.perHour)}. Esc leaves it.`;
    case 'ended':
      return 'Nothing more is sent. Esc goes back to the list.';
    case 'searching':
      return 'Nothing was sent. Esc leaves it.';
    case 'coming':
      return 'Esc leaves it: nothing is destroyed then.';
    case 'renting':
    case 'destroying':
      return 'Each call is sent once.';
  }
};
