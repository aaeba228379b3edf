/** What is said of the form of prices while it is filled in: what is wrong, where the price stands, and what each machine is sent. Pure. */

import { named } from '../../../../base/figures.ts';
import { padCell } from '../../../../base/text.ts';
import { leanRoles, leanWords } from '../../../../drawing/lean.ts';
import { termName } from '../../../../hosting/list-terms.ts';
import { placeAt } from '../../../../pricing/place.ts';
import { priceWords, rankWords, shortWords } from '../../../../pricing/place-words.ts';
import { ascending, spreadOf } from '../../../../pricing/spread.ts';
import { textOf } from '../../../state/form.ts';
import type { Said, SaidPlace } from '../../../ui/form-page.tsx';
import type { BarLook } from '../../../ui/gauge.ts';
import { paragraph, type RecordLine } from '../../../ui/record-lines.ts';
import { dim, isNarrow, plain, type Segment } from '../../../ui/segments.ts';
import { placeLines } from '../../page/place-chart.ts';
import { FIELDS, PRICE_FIELDS, type PriceField } from './fields.ts';
import { fieldProblem, type Priced, type PriceForm, plannedIn } from './form.ts';

type Planned = ReturnType<typeof plannedIn>[number];

const isWrong = (form: PriceForm, field: PriceField): boolean =>
  textOf(form, field) !== '' && fieldProblem(form, field) !== undefined;

/** The fields that were left and are wrong. */
export const wrongIn = (form: PriceForm): readonly PriceField[] =>
  PRICE_FIELDS.filter((field) => field !== form.at && isWrong(form, field));

/** All of it, in its order; a chart of prices is drawn with `bars`, or told, and `note` says why the form is there again. */
export const saidOfForm = (
  form: PriceForm,
  machines: readonly Priced[],
  place: SaidPlace & { readonly bars: BarLook | 'told'; readonly note?: string | undefined },
): readonly Said[] => {
  const { width, bars, note } = place;
  const noted = note === undefined ? [] : paragraph(note, width, 'danger');
  const wrong = wrongIn(form).flatMap((field) =>
    paragraph(`! ${FIELDS[field].label}: ${fieldProblem(form, field)}`, width, 'danger'),
  );
  const open = openLines(form, machines, width);
  // What is wrong says nothing of what is sent.
  const planned = wrong.length > 0 || isWrong(form, form.at) ? [] : plannedIn(form, machines);
  const sent = planned.filter(({ plan }) => 'sent' in plan).length;
  return [
    { title: 'What is wrong', lines: [...noted, ...wrong] },
    { title: FIELDS[form.at].label, lines: open },
    {
      title: 'What Enter reviews',
      answer: [plain(`${sent} of ${form.ids.length}`)],
      lines: machineLines(planned, width, Math.max(1, place.rows - noted.length - wrong.length - open.length)),
    },
    { title: 'Where it stands', lines: place.isBeside ? chartLines(planned, width, bars) : [] },
  ];
};

/** The prices of others and that of the machine, where it is one. */
const chartLines = (planned: readonly Planned[], width: number, bars: BarLook | 'told'): readonly RecordLine[] => {
  const [only, ...others] = planned;
  if (only === undefined || others.length > 0 || !('sent' in only.plan) || only.market === undefined) return [];
  const price = only.plan.sent.pricePerGpu;
  return placeLines(ascending([...only.market.others, price]), price, { width, height: CHART_LINES }, bars);
};

const CHART_LINES = 10;

const openLines = (form: PriceForm, machines: readonly Priced[], width: number): readonly RecordLine[] => {
  const { at } = form;
  if (isWrong(form, at)) return paragraph(fieldProblem(form, at) ?? '', width, 'warning');
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
    const cut = alike[0]?.market?.isWhole === false ? ' The service has cut its answer: there are more.' : '';
    const words = `${spread.n} comparable from ${least}, p25 ${p25}, median ${median}, p75 ${p75}.${cut}`;
    return paragraph(whose + words, width);
  });
};

const MOST_MARKETS = 2;

/** A line for each machine, those first that nothing is sent for; those that have no room in `rows` lines are counted. */
const machineLines = (planned: readonly Planned[], width: number, rows: number): readonly RecordLine[] => {
  const isWhole = planned.length <= rows;
  const shown = planned
    .toSorted((a, b) => Number('sent' in a.plan) - Number('sent' in b.plan))
    .slice(0, isWhole ? rows : rows - 1)
    .map((one) => ({ one, why: whyNotSent(one), cells: priceCells(one, isNarrow(width)) }));
  const cellsAt = (place: number) => Math.max(...shown.map(({ cells }) => cells[place]?.text.length ?? 0));
  const widths = [0, 1, 2].map(cellsAt);
  const ids = Math.max(...shown.map(({ one }) => String(one.machine.id).length)) + 2;
  return [
    ...shown.flatMap(({ one, why, cells }): readonly RecordLine[] => {
      const start = padCell(String(one.machine.id), ids);
      return why === undefined
        ? [
            [
              plain(start),
              ...cells.map((cell, place) => ({ ...cell, text: `${cell.text.padEnd(widths[place] ?? 0)}  ` })),
            ],
          ]
        : paragraph(`${start}not sent: ${why}`, width, 'warning');
    }),
    ...(isWhole
      ? []
      : [[dim(shown.length === 0 ? `${planned.length} machines` : `and ${planned.length - shown.length} more`)]]),
  ];
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

/** `0.4200 -> 0.3990`, `3rd of 18`, `-5%`. */
const priceCells = ({ machine, market, plan }: Planned, isBrief: boolean): readonly Segment[] => {
  if (!('sent' in plan)) return [];
  const price = plan.sent.pricePerGpu;
  const before = machine.listed_gpu_cost;
  const isOther = !isBrief && typeof before === 'number' && before !== price;
  const change = `${isOther ? `${shortWords(before)} -> ` : ''}${shortWords(price)}`;
  const place = market === undefined || market.others.length === 0 ? undefined : placeAt(price, market.others);
  const lean = place?.fromMedian;
  return [
    { text: change, role: 'strong' },
    ...(place === undefined ? [] : [plain(rankWords(place))]),
    ...(lean === undefined ? [] : [{ text: leanWords(lean), role: leanRoles(lean).text }]),
  ];
};
