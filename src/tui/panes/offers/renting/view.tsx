/** Draws the page on which offers are rented, and what is said under its form. */

import type { RentRequest, SearchType } from '../../../../api/requests.ts';
import { keyName } from '../../../../base/named-keys.ts';
import { clockTime } from '../../../../base/time.ts';
import type { Offer } from '../../../../catalogue/values.ts';
import { hourly } from '../../../../money/money.ts';
import type { MoneyTold } from '../../../../money/runway.ts';
import { endNotes, hoursLeft, soonestEnd } from '../../../../pricing/time-left.ts';
import { costWords, PRICE_UNKNOWN, rentalCost } from '../../../../rentals/price.ts';
import { textOf } from '../../../state/form.ts';
import { lineOf } from '../../../state/line.ts';
import { lastArrived } from '../../../state/remote.ts';
import { FormPage, type Said, type SaidPlace } from '../../../ui/form-page.tsx';
import { paragraph, RECORD_MARGIN, type RecordLine } from '../../../ui/record-lines.ts';
import type { Size } from '../../../ui/segments.ts';
import { ConfirmingPage } from '../../write-page/view.tsx';
import { mistakeIn } from '../filter/filter-query.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';
import { costLines, costOfAll } from './cost-lines.ts';
import {
  bidIn,
  bidWords,
  FIELDS,
  fieldProblem,
  filledIn,
  offeredIn,
  RENT_FIELDS,
  type RentField,
  type RentForm,
  readPriced,
  shownEnvironment,
} from './form.ts';
import { confirmingWords, factSegments, offersOf, onlyOffer, pageLines, priceSegments, rentTitle } from './lines.ts';
import type { RentPage } from './page.ts';
import { templateWords } from './template-field.ts';

/** The fields that were left and are wrong, and why. */
const wrongIn = (page: RentPage, form: RentForm, state: OffersState) => {
  const offer = onlyOffer(page, state);
  return RENT_FIELDS.filter((field) => field !== form.at && textOf(form, field) !== '').flatMap((field) => {
    const problem = fieldProblem(form, field, offer);
    return problem === undefined ? [] : { field, problem };
  });
};

/** What is said of the form: what is wrong with fields that were left, what the open one is for, and what it costs. */
const saidOf = (
  { page, state, timeZone }: Omit<Props, 'width' | 'height'>,
  form: RentForm,
  wrong: ReturnType<typeof wrongIn>,
  place: SaidPlace,
): readonly Said[] => {
  const { width } = place;
  const offers = offersOf(page, state);
  const { total, lines } = costHere(form, state, offers, { ...place, timeZone });
  const whole = page.stage.kind === 'form' ? page.stage.problem : undefined;
  const ofWhole = whole === undefined || wrong.some(({ problem }) => problem === whole) ? [] : [whole];
  const problems = [...ofWhole, ...wrong.map(({ field, problem }) => `! ${FIELDS[field].label}: ${problem}`)];
  const notes = endNotes(
    soonestEnd(offers.map(({ duration }) => hoursLeft(duration))),
    offers.length === 1 ? 'It' : 'The first of them',
  ).flatMap(({ text, role }) => paragraph(text, width, role));
  return [
    { title: 'What is wrong', lines: problems.flatMap((text) => paragraph(text, width, 'danger')) },
    { title: FIELDS[form.at].label, lines: openLines(form, state, onlyOffer(page, state), width) },
    {
      title: 'What it costs',
      answer: total === undefined ? [] : [{ text: hourly(total), role: 'strong' }],
      lines: [...notes, ...lines],
    },
  ];
};

const openLines = (
  form: RentForm,
  state: OffersState,
  offer: Offer | undefined,
  width: number,
): readonly RecordLine[] => {
  const { at } = form;
  const note = form.notes[at];
  const typed = textOf(form, at);
  const problem = typed === '' ? undefined : fieldProblem(form, at, offer);
  if (note !== undefined) return paragraph(note.text, width, note.isProblem ? 'danger' : 'dim');
  if (problem !== undefined) return paragraph(problem, width, 'warning');
  const filled = typed === '' ? filledIn(form)[at] : undefined;
  if (filled !== undefined)
    return paragraph(`The template fills in ${filled}. What is typed here takes its place.`, width, 'dim');
  return paragraph(meaningOf(form, state, offer), width, 'dim');
};

/** Which fields the template that was taken fills in. */
const takenWords = (form: RentForm): string | undefined => {
  const filled = filledIn(form);
  const names = RENT_FIELDS.flatMap((field) => (filled[field] === undefined ? [] : FIELDS[field].label.split(',', 1)));
  return names.length === 0
    ? undefined
    : `It fills in: ${names.join(', ')}. What you type there takes its place. Once this field is empty it fills in nothing.`;
};

const meaningOf = (form: RentForm, { list }: OffersState, offer: Offer | undefined): string => {
  const offered = offeredIn(form);
  const names = offered.slice(0, 6).join(', ');
  switch (form.at) {
    case 'template':
      return takenWords(form) ?? templateWords(form.templates);
    case 'preset':
      return offered.length === 0
        ? 'No presets are kept: presets.json beside profiles.json can name what you usually rent.'
        : `A name in presets.json fills in the rest: ${names}. ${keyName('offers.rent-take')} takes the next one.`;
    case 'image':
      return offered.length === 0
        ? 'The image that runs in the instance, such as ubuntu:24.04 or pytorch/pytorch:latest.'
        : `The image that runs in the instance. ${keyName('offers.rent-take')} takes the next one used before.`;
    case 'disk':
      return 'Its own disk, such as 40, 500GB or 2TB. It is paid until the instance is destroyed, and cannot be changed.';
    case 'label':
      return 'By its label the instance is found again if the answer is lost.';
    case 'runType':
      return `One of ${offered.join(', ')}. ${keyName('offers.rent-take')} takes the next one.`;
    case 'bid':
      return bidWords(bidIn(textOf(form, 'bid')), offer, list.rows);
    case 'environment':
      return 'HF_TOKEN for the variable of that name, KEY=$OTHER, KEY=@~/file, MODE=fast, -p 8080:8080 for a port. Values are masked and never kept.';
    case 'onStart':
      return 'The file of the script that runs when the instance starts, such as ~/setup.sh. Up to 4,048 characters go as they are; more are packed.';
    case 'volume':
      return '200 /data makes a volume of 200 GB at /data; #12 /data takes your volume 12 on that machine.';
    case 'until':
      return 'When it ends, and what is done then: +4h stop, tomorrow 02:00 destroy, 18:00 tell. You are warned before. Without one it costs until it is destroyed.';
    case 'sla':
      return 'The SLA coverage that is wanted, such as 99%. It has a price, and a second call asks for it.';
  }
};

/** What it costs by the prices in the list, in a table beside the fields, in a sentence below them; and the $/hour of all `offers`. */
const costHere = (
  form: RentForm,
  state: OffersState,
  offers: readonly Offer[],
  { width, isBeside, timeZone }: SaidPlace & { readonly timeZone: string },
): { readonly total?: number | undefined; readonly lines: readonly RecordLine[] } => {
  const plan = readPriced(form, undefined);
  if (offers.length === 0) return { lines: [] };
  if ('field' in plan) return { lines: paragraph(`Not known yet. ${plan.message}`, width, 'dim') };
  const later = whyLater(plan, shownPricing(state).type);
  if (later !== undefined) return { lines: paragraph(later, width, 'dim') };
  const costs = offers.map((offer) => rentalCost(offer, plan));
  const total = costOfAll(costs, 'perHour');
  if (isBeside) {
    const at = lastArrived(state.answer)?.atEpochMs;
    const listed = at === undefined ? 'By the list' : `By the list of ${clockTime(at, timeZone)}`;
    return {
      total,
      lines: [
        ...costLines({ costs, plan, job: undefined }, width),
        ...paragraph(`${listed}. Enter asks for the price now.`, width, 'dim'),
      ],
    };
  }
  const [first] = costs;
  if (first === undefined || total === undefined) return { lines: paragraph(PRICE_UNKNOWN, width, 'dim') };
  const text = offers.length === 1 ? costWords(first) : `${hourly(total)} for all ${offers.length}`;
  return { total, lines: paragraph(`By the list ${text}. Enter asks for the price now.`, width) };
};

/** Why the list cannot tell what it costs. */
const whyLater = ({ bid, slaTarget }: Pick<RentRequest, 'bid' | 'slaTarget'>, type: SearchType): string | undefined => {
  if (bid === undefined && type !== 'ondemand')
    return 'The list has other prices than those on demand: Enter asks what it costs now.';
  // The premium is in a price only where the search asked for it: the review asks.
  return slaTarget === undefined ? undefined : 'Enter asks what it costs now, with the SLA premium.';
};

type Props = Size & {
  readonly page: RentPage;
  readonly state: OffersState;
  readonly timeZone: string;
  readonly revealedSecret: string | undefined;
  readonly money: MoneyTold;
};

/** The page in `width` by `height` cells. */
export const RentView = (props: Props) =>
  props.page.stage.kind === 'form' ? <FormView {...props} /> : <TextView {...props} />;

const FormView = (props: Props) => {
  const { page, state, width, height } = props;
  const form = state.rentForm;
  if (form === undefined) return undefined;
  const wrong = wrongIn(page, form, state);
  return (
    <FormPage
      title={rentTitle(page)}
      beside={factSegments(page, offersOf(page, state)[0])}
      form={form}
      fields={RENT_FIELDS}
      labels={labelsOf(form)}
      wrong={wrong.map(({ field }) => field)}
      shown={(field) => shownLine(form, field)}
      said={(place) => saidOf(props, form, wrong, place)}
      width={width}
      height={height}
    />
  );
};

/** What stands before each field, and in an empty one what the template fills in. */
const labelsOf = (form: RentForm) => {
  const filled = filledIn(form);
  const labelOf = (field: RentField) => ({
    ...FIELDS[field],
    ...(filled[field] !== undefined && { empty: `${BY_TEMPLATE}${filled[field]}` }),
  });
  // Every field is there: the type of `fromEntries` does not say so.
  return Object.fromEntries(RENT_FIELDS.map((field) => [field, labelOf(field)])) as typeof FIELDS;
};

/** Said first, so that a long text does not cut it. */
const BY_TEMPLATE = 'template: ';

/** Values of the environment are to be seen only while they are typed; those of a template come in addition. */
const shownLine = (form: RentForm, field: RentField) => {
  const line = form.lines[field];
  if (field !== 'environment' || form.at === field) return line;
  const { environment } = filledIn(form);
  const own = shownEnvironment(line.text);
  return lineOf(own === '' || environment === undefined ? own : `${own}   ${BY_TEMPLATE}${environment}`);
};

const TextView = ({ page, state, width, height, timeZone, revealedSecret, money }: Props) => {
  const { stage } = page;
  const { label, foot } = confirmingWords(page, state, width);
  const said = { job: state.workload, mistake: mistakeIn(state.list), revealed: revealedSecret, money };
  const place = { width: width - RECORD_MARGIN, timeZone, ...said };
  return (
    <ConfirmingPage
      title={rentTitle(page)}
      answer={priceSegments(page, state)}
      lines={pageLines(page, place)}
      top={'top' in stage ? stage.top : 0}
      isRead={label !== undefined}
      field={label !== undefined && 'typed' in stage && stage.typed ? { label, line: stage.typed } : undefined}
      foot={foot}
      width={width}
      height={height}
    />
  );
};
