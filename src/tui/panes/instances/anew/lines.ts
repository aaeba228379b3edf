/** What the page says on which an instance is destroyed and rented anew, line by line. Pure. */
import { callOf } from '../../../../api/call.ts';
import { CALLS } from '../../../../api/calls.ts';
import { explain } from '../../../../api/errors/explain.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { statusOf, statusWords } from '../../../../catalogue/instance-status.ts';
import { callOfChange } from '../../../../instances/change.ts';
import { lossWords } from '../../../../instances/facts.ts';
import { rentalCost } from '../../../../rentals/cost.ts';
import { costWords, priceText } from '../../../../rentals/price-words.ts';
import type { RentalEnd } from '../../../../rentals/rent-one.ts';
import { bodyLines } from '../../../ui/body-lines.ts';
import type { RecordLine } from '../../../ui/record-lines.ts';
import { plain } from '../../../ui/segments.ts';
import type { Role } from '../../../ui/theme.tsx';
import type { Anew, Offered } from './state.ts';

const BLANK: RecordLine = [plain(' ')];

const paragraph = (text: string, width: number, role: Role = 'plain'): readonly RecordLine[] =>
  wrappedLines(text, width).map((line) => [{ text: line, role }]);

/** The page in `width` cells. */
export const anewLines = ({ instance, stage }: Anew, width: number): readonly RecordLine[] => {
  switch (stage.kind) {
    case 'searching':
      return paragraph('Looking for the cheapest offer with as many GPUs of this model on another machine.', width);
    case 'renting':
      return paragraph('The other one is being rented; the call is sent once. Nothing is destroyed before.', width);
    case 'destroying':
      return paragraph('The other one is rented. This one is being destroyed.', width);
    case 'ended':
      return stage.lines.flatMap((line) => paragraph(line, width));
    case 'review':
      return reviewLines(instance, stage.offered, width);
  }
};

const reviewLines = (
  instance: Anew['instance'],
  { offer, plan, before }: Offered,
  width: number,
): readonly RecordLine[] => {
  const destroy = callOfChange(instance.id, { kind: 'destroy' });
  const rent = callOf(CALLS.rent, plan);
  return [
    ...paragraph(`${instance.id}  ${statusWords(statusOf(instance))}  image ${plan.image}`, width),
    ...paragraph(lossWords('destroy', 1), width, 'danger'),
    ...(hasSecrets(instance)
      ? paragraph(
          'Its environment and on-start script are not taken over: gpudeck keeps neither of them.',
          width,
          'warning',
        )
      : []),
    ...before.flatMap((words) => paragraph(words, width, 'warning')),
    BLANK,
    ...paragraph(
      `In its place: ${offer.num_gpus}x ${offer.gpu_name} of machine ${offer.machine_id ?? '?'}, ${offer.geolocation ?? 'place unknown'}.`,
      width,
    ),
    ...paragraph(`${costWords(rentalCost(offer, plan))}.`, width),
    BLANK,
    ...paragraph('This is exactly what will be sent, the second once the first was accepted:', width),
    ...paragraph(`${rent.method} ${rent.path}`, width, 'strong'),
    ...bodyLines(JSON.stringify(rent.body), width).map((line) => [plain(line)]),
    ...paragraph(`${destroy.method} ${destroy.path} ${JSON.stringify(destroy.body)}`, width, 'strong'),
  ];
};

const hasSecrets = ({ extra_env: environment, onstart }: Anew['instance']): boolean =>
  Boolean(onstart) || (Array.isArray(environment) ? environment.length > 0 : Boolean(environment));

/** Why nothing was rented for certain, or for all that is known; nothing is destroyed then. */
export const notRentedLines = (end: Exclude<RentalEnd, { kind: 'rented' }>, label: string): readonly string[] => {
  const kept = 'Nothing was destroyed.';
  switch (end.kind) {
    case 'gone':
      return ['The offer cannot be rented any more. Nothing was sent: go back and press A again.'];
    case 'dearer':
      return [
        `The offer ${end.perHour === undefined ? 'has no known price now' : `costs $${priceText(end.perHour)}/h now`}. Nothing was sent: go back and press A again.`,
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
