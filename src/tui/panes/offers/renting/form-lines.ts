/** What is said under the form, and which of its fields fit. Pure. */
import type { Offer } from '../../../../catalogue/values.ts';
import { rentalCost } from '../../../../rentals/cost.ts';
import { costWords } from '../../../../rentals/price-words.ts';
import type { OffersState } from '../state.ts';
import { bidWords } from './bid-words.ts';
import { RENT_FIELDS, type RentField, type RentForm, textOf } from './form.ts';
import { paragraph, type RentLine } from './lines.ts';
import type { RentPage } from './page.ts';
import { bidIn, fieldProblem, readForm } from './reading.ts';

/** The fields that fit into `rows`, the open one among them. */
export const fieldsShown = ({ at }: RentForm, rows: number): readonly RentField[] => {
  const count = Math.max(1, Math.min(RENT_FIELDS.length, rows));
  const from = Math.max(0, Math.min(RENT_FIELDS.indexOf(at) - count + 2, RENT_FIELDS.length - count));
  return RENT_FIELDS.slice(from, from + count);
};

/** The offers of the page, as far as they are in the list. */
export const offersOf = ({ offerIds }: Pick<RentPage, 'offerIds'>, { list }: OffersState): readonly Offer[] =>
  offerIds.flatMap<Offer>(
    (id) => list.rows.find((row) => row.id === id) ?? (list.opened?.row.id === id ? list.opened.row : []),
  );

/** What is wrong with fields that were left, what the open one is for, and what it costs. */
export const fieldLines = (page: RentPage, form: RentForm, state: OffersState, width: number): readonly RentLine[] => {
  const offers = offersOf(page, state);
  const [offer] = offers.length === 1 ? offers : [];
  const whole = page.stage.kind === 'form' ? page.stage.problem : undefined;
  const wrong = RENT_FIELDS.filter((field) => field !== form.at && textOf(form, field) !== '').flatMap((field) => {
    const note = form.notes[field];
    return (note?.isProblem ? note.text : fieldProblem(form, field, offer)) ?? [];
  });
  const problems = [...new Set([...(whole === undefined ? [] : [whole]), ...wrong])];
  return [
    ...problems.flatMap((text) => paragraph(text, width, 'danger')),
    ...openLines(form, state, offer, width),
    ...costHere(form, offers, width),
  ];
};

const openLines = (
  form: RentForm,
  state: OffersState,
  offer: Offer | undefined,
  width: number,
): readonly RentLine[] => {
  const { at } = form;
  const note = form.notes[at];
  const typed = textOf(form, at);
  const problem = typed === '' ? undefined : fieldProblem(form, at, offer);
  if (note !== undefined) return paragraph(note.text, width, note.isProblem ? 'danger' : 'dim');
  if (problem !== undefined) return paragraph(problem, width, 'warning');
  return paragraph(meaningOf(form, state, offer), width, 'dim');
};

const meaningOf = (form: RentForm, { list }: OffersState, offer: Offer | undefined): string => {
  const offered = form.offered[form.at] ?? [];
  const names = offered.slice(0, 6).join(', ');
  switch (form.at) {
    case 'preset':
      return offered.length === 0
        ? 'No presets are kept: presets.json beside profiles.json can name what you usually rent.'
        : `A name in presets.json fills in the rest: ${names}. Ctrl-N takes the next one.`;
    case 'image':
      return offered.length === 0
        ? 'The image that runs in the instance, such as ubuntu:24.04 or pytorch/pytorch:latest.'
        : 'The image that runs in the instance. Ctrl-N takes the next one used before.';
    case 'disk':
      return 'Its own disk, such as 40, 500GB or 2TB. It is paid until the instance is destroyed, and cannot be changed.';
    case 'label':
      return 'By its label the instance is found again if the answer is lost.';
    case 'runType':
      return `One of ${offered.join(', ')}. Ctrl-N takes the next one.`;
    case 'bid':
      return bidWords(bidIn(textOf(form, 'bid')), offer, list.rows);
    case 'environment':
      return 'HF_TOKEN for the variable of that name, KEY=$OTHER, KEY=@~/file, MODE=fast, -p 8080:8080 for a port. Values are masked and never kept.';
    case 'onStart':
      return 'The file of the script that runs when the instance starts, such as ~/setup.sh. Up to 4,048 characters go as they are; more are packed.';
    case 'volume':
      return '200 /data makes a volume of 200 GB at /data; #12 /data takes your volume 12 on that machine.';
    case 'sla':
      return 'The SLA coverage that is wanted, such as 99%. It has a price, and a second call asks for it.';
  }
};

/** What it costs by the prices in the list. */
const costHere = (form: RentForm, offers: readonly Offer[], width: number): readonly RentLine[] => {
  const reading = readForm(form, undefined);
  const [first] = offers;
  if ('field' in reading || first === undefined) return [];
  // The premium is in a price only where the search asked for it: the review asks.
  if (reading.plan.slaTarget !== undefined)
    return paragraph('Enter asks what it costs now, with the SLA premium.', width, 'dim');
  const sums = offers.map((offer) => rentalCost(offer, reading.plan).perHour);
  const total = sums.reduce((all, one) => (all === undefined || one === undefined ? undefined : all + one), 0);
  if (total === undefined) return [];
  const text =
    offers.length === 1
      ? costWords(rentalCost(first, reading.plan))
      : `$${total.toFixed(4)}/h for all ${offers.length}`;
  return paragraph(`By the list ${text}. Enter asks for the price now.`, width);
};
