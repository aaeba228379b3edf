/** What is said of the form of prices while it is filled in: what is wrong, where the price stands, and what each machine is sent. Pure. */

import { named } from '../../../../base/figures.ts';
import { padCell } from '../../../../base/text.ts';
import { leanRoles, leanWords } from '../../../../drawing/lean.ts';
import { termName } from '../../../../hosting/list-terms.ts';
import { placeAt } from '../../../../pricing/place.ts';
import { exactWords, priceWords, rankWords } from '../../../../pricing/place-words.ts';
import { spreadOf } from '../../../../pricing/spread.ts';
import { textOf } from '../../../state/form.ts';
import type { Said, SaidPlace } from '../../../ui/form-page.tsx';
import { paragraph, type RecordLine } from '../../../ui/record-lines.ts';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { FIELDS, PRICE_FIELDS, type PriceField } from './fields.ts';
import { fieldProblem, type Priced, type PriceForm, plannedIn } from './form.ts';

type Planned = ReturnType<typeof plannedIn>[number];

/** The fields that were left and are wrong. */
export const wrongIn = (form: PriceForm): readonly PriceField[] =>
  PRICE_FIELDS.filter(
    (field) => field !== form.at && textOf(form, field) !== '' && fieldProblem(form, field) !== undefined,
  );

/** All of it, in its order. */
export const saidOfForm = (form: PriceForm, machines: readonly Priced[], place: SaidPlace): readonly Said[] => {
  const { width } = place;
  const wrong = wrongIn(form).flatMap((field) =>
    paragraph(`! ${FIELDS[field].label}: ${fieldProblem(form, field)}`, width, 'danger'),
  );
  const open = openLines(form, machines, width);
  const planned = plannedIn(form, machines);
  const sent = planned.filter(({ plan }) => 'sent' in plan).length;
  return [
    { title: 'What is wrong', lines: wrong },
    { title: FIELDS[form.at].label, lines: open },
    {
      title: 'What Enter reviews',
      answer: [plain(`${sent} of ${machines.length}`)],
      lines: machineLines(planned, width, place.rows - wrong.length - open.length),
    },
  ];
};

const openLines = (form: PriceForm, machines: readonly Priced[], width: number): readonly RecordLine[] => {
  const { at } = form;
  const problem = textOf(form, at) === '' ? undefined : fieldProblem(form, at);
  if (problem !== undefined) return paragraph(problem, width, 'warning');
  const keeps = machines.length > 1 && form.present[at] === '' && at !== 'volumeGb';
  const meaning = `${FIELDS[at].meaning}${keeps ? ' Empty: each machine keeps its own.' : ''}`;
  return [...(at === 'pricePerGpu' ? marketLines(machines, width) : []), ...paragraph(meaning, width, 'dim')];
};

/** What others ask who are comparable, for the machines of each market; of more than a few the places of the machines tell. */
const marketLines = (machines: readonly Priced[], width: number): readonly RecordLine[] => {
  const markets = Map.groupBy(machines, ({ market }) => market?.others);
  if (markets.size > MOST_MARKETS) return [];
  return [...markets].flatMap(([others, alike]) => {
    const spread = others && spreadOf(others);
    const ids = alike.map(({ machine }) => machine.id);
    const whose = markets.size === 1 ? '' : `${named(ids, 'machine')}: `;
    if (spread === undefined) return paragraph(`${whose}What others ask is not known.`, width, 'dim');
    const [least, p25, median, p75] = [spread.min, spread.p25, spread.median, spread.p75].map(priceWords);
    const words = `${spread.n} comparable from ${least}, p25 ${p25}, median ${median}, p75 ${p75}.`;
    return paragraph(whose + words, width);
  });
};

const MOST_MARKETS = 2;

/** A line for each machine, those first that nothing is sent for; those that have no room in `rows` lines are counted. */
const machineLines = (planned: readonly Planned[], width: number, rows: number): readonly RecordLine[] => {
  const cells = Math.max(...planned.map(({ machine }) => String(machine.id).length)) + 2;
  const lines = planned
    .toSorted((a, b) => Number('sent' in a.plan) - Number('sent' in b.plan))
    .slice(0, Math.max(1, rows))
    .map((one): readonly RecordLine[] => {
      const start = padCell(String(one.machine.id), cells);
      const why = whyNotSent(one);
      return why === undefined
        ? [[plain(start), ...priceSegments(one)]]
        : paragraph(`${start}not sent: ${why}`, width, 'warning');
    });
  const isWhole = planned.length <= lines.length;
  const shown = isWhole ? lines : lines.slice(0, -1);
  return [...shown.flat(), ...(isWhole ? [] : [[dim(`and ${planned.length - shown.length} more`)]])];
};

/** `smallest slice, upload not known`; undefined where something is sent. */
export const whyNotSent = ({ plan }: Planned): string | undefined => {
  if ('sent' in plan) return undefined;
  if ('problem' in plan) return plan.problem;
  const unknown = plan.lacking.filter((term) => term !== 'end' || !plan.hasEnded).map(termName);
  return [
    ...(unknown.length === 0 ? [] : [`${unknown.join(', ')} not known`]),
    ...(plan.hasEnded ? ['its end is past'] : []),
  ].join(', ');
};

/** `0.4200 -> 0.3990  3rd of 18  -5% of the median`. */
const priceSegments = ({ machine, market, plan }: Planned): readonly Segment[] => {
  if (!('sent' in plan)) return [];
  const price = plan.sent.pricePerGpu;
  const before = machine.listed_gpu_cost;
  const isOther = typeof before === 'number' && before !== price;
  return [
    ...(isOther ? [dim(`${exactWords(before)} -> `)] : []),
    { text: exactWords(price), role: 'strong' },
    ...placeSegments(price, market),
  ];
};

const placeSegments = (price: number, market: Priced['market']): readonly Segment[] => {
  if (market === undefined || market.others.length === 0) return [];
  const place = placeAt(price, market.others);
  const lean = place.fromMedian;
  return [
    plain(`  ${rankWords(place)}`),
    ...(lean === undefined ? [] : [{ text: `  ${leanWords(lean)}`, role: leanRoles(lean).text }]),
  ];
};
