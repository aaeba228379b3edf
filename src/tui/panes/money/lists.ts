/** The lists of the pane: who costs what, what was paid, and what is wasted. Their keys are the same. Pure. */
import type { Invoice } from '../../../api/records/money-shapes.ts';
import { keyName } from '../../../base/named-keys.ts';
import type { ColouredRole } from '../../../base/roles.ts';
import { columnsWidth, type ServiceRecord } from '../../../catalogue/columns.ts';
import { standingOf } from '../../../catalogue/instance-columns.ts';
import { inDollars, sumOf } from '../../../money/amount.ts';
import { type ChargeGroup, contractRecord } from '../../../money/charge-groups.ts';
import { dayAt, dayName } from '../../../money/days.ts';
import { amountWords } from '../../../money/money.ts';
import { effectOf, paymentRecord } from '../../../money/payments.ts';
import { type Waste, wasteCommand, wasteName, wasteRecord, wasteWords } from '../../../money/waste.ts';
import type { List } from '../../state/list.ts';
import type { Held } from '../../state/money.ts';
import type { ListRow } from '../../state/row-words.ts';
import { bandsOf } from '../../ui/bands.ts';
import {
  type LabelledValue,
  paragraph,
  RECORD_MARGIN,
  type RecordLine,
  said,
  sectionLines,
} from '../../ui/record-lines.ts';
import { band, dim, piece, plain } from '../../ui/segments.ts';
import { tableRoom } from '../../ui/table.tsx';
import type { ItemColumn, ListDescription } from '../list-pane/description.ts';

/** What the kinds of charges are called. */
export const CHARGE_NAMES: Readonly<Record<string, string>> = {
  gpu: 'GPUs',
  disk: 'Disks',
  bwd: 'Download',
  bwu: 'Upload',
  volume: 'Volumes',
  serverless: 'Serverless',
  other: 'Other',
};

export type MoneyRow<Item> = ListRow & { readonly item: Item };

/** A contract and what it has cost; `state` is what it is now, where its list was read: `gone` where it is not in it. An instance that is there can be gone to. */
export type Cost = ChargeGroup & {
  readonly state: string | undefined;
  readonly role: ColouredRole | undefined;
  readonly goesTo: number | undefined;
};

/** What is wasted, or looks so; `words` say why, as of the moment that it was found. */
export type WasteLine = Waste & {
  readonly words: string;
  readonly isSure: boolean;
  /** The instance that it is. */
  readonly goesTo: number | undefined;
};

const column = <Item>(
  id: string,
  heading: string,
  width: number,
  cell: ItemColumn<Item>['cell'],
  more: Partial<ItemColumn<Item>> = {},
): ItemColumn<Item> => ({ id, heading, width, align: 'left', sortField: id, firstDirection: 'asc', cell, ...more });

/** Of figures the largest are wanted first. */
const figures = <Item>(
  id: string,
  heading: string,
  width: number,
  figureOf: (item: Item) => number | undefined,
  decimals = 3,
) =>
  column<Item>(id, heading, width, (item) => figureOf(item)?.toFixed(decimals) ?? '-', {
    align: 'right',
    firstDirection: 'desc',
  });

/** The last column has the cells that the others leave over, where it is wide. */
const filling = <Item>(columns: readonly ItemColumn<Item>[], width: number): readonly ItemColumn<Item>[] => {
  const last = columns.at(-1);
  if (last === undefined || last.width < WIDE) return columns;
  const room = tableRoom(width);
  const others = columns.slice(0, -1);
  const free = room.width - columnsWidth(others, room.gap) - room.gap;
  return [...others, { ...last, width: Math.max(WIDE, Math.min(MOST, free)) }];
};

const WIDE = 30;
const MOST = 120;

/** What is the same in all three. */
const listOf = <Item extends object>(
  parts: Pick<
    ListDescription<MoneyRow<Item>, Item>,
    'noun' | 'unsorted' | 'emptyWords' | 'title' | 'bands' | 'footnote'
  > & {
    readonly columns: readonly ItemColumn<Item>[];
    readonly keptLongest: readonly string[];
    readonly lines: (item: Item, room: number) => readonly RecordLine[];
    readonly orderValues?: Readonly<Record<string, (item: Item) => unknown>>;
    /** What is copied and written into a file; these are the names of its members in CSV. */
    readonly record: (item: Item) => ServiceRecord;
    readonly names: readonly string[];
  },
): ListDescription<MoneyRow<Item>, Item> => {
  const { columns, keptLongest, lines, orderValues = {}, record, names, ...rest } = parts;
  return {
    ...rest,
    name: 'money',
    table: 'long',
    columns: ({ width }) => ({ columns: filling(columns, width), keptLongest, pinned: 1 }),
    firstColumn: columns[0]?.id ?? '',
    itemOf: ({ item }) => item,
    orderValue: (item, field) => orderValues[field]?.(item) ?? Reflect.get(item, field),
    textsOf: () => [],
    lines: ({ item }, { width }) => lines(item, width - RECORD_MARGIN),
    copy: {
      label: 'copy',
      named: (count) => (count === 1 ? `the ${parts.noun}` : `${count} ${parts.noun}s`),
      text: ({ item }) => JSON.stringify(record(item)),
      menu: {
        recordOf: ({ item }) => record(item),
        fields: names.map((name) => ({ name, wire: 'nullable', group: 'identity', label: name })),
      },
    },
  };
};

/** What the amounts come to, as `partly` says where some are not told: `at least $3.100`. */
const sumWords = (
  amounts: readonly (number | undefined)[],
  decimals: number,
  isWhole = true,
  partly = 'at least ',
): string => {
  const told = amounts.filter((amount) => amount !== undefined);
  if (told.length === 0) return 'not known';
  const isAll = isWhole && told.length === amounts.length;
  return `${isAll ? '' : partly}${amountWords(inDollars(sumOf(told)), decimals)}`;
};

/** The same of the rows that are shown, with what they come to in `words`; and that rows are missing. */
const sumNote =
  <Item>(amountOf: (item: Item) => number | undefined, decimals: number, words: string, partly?: string) =>
  ({ shown }: Pick<List<MoneyRow<Item>>, 'shown'>, isWhole: boolean) => {
    const amounts = shown.map(({ item }) => amountOf(item));
    return [
      ...(isWhole ? [] : [piece('not all of it was told   ', 'warning')]),
      ...(shown.length === 0 ? [] : [dim(`${sumWords(amounts, decimals, isWhole, partly)} ${words}`)]),
    ];
  };

/** What it has cost, where any of it was told. */
const costOf = ({ amount, isTold }: Cost): number | undefined => (isTold ? amount : undefined);

/** What it has cost of some kinds. */
const costFor =
  (...kinds: readonly string[]) =>
  (cost: Cost): number | undefined =>
    cost.isTold ? inDollars(sumOf(kinds.map((kind) => cost.kinds[kind] ?? 0))) : undefined;

const gpu = costFor('gpu');
/** The disk of an instance, or all of a volume. */
const storage = costFor('disk', 'volume');
const traffic = costFor('bwd', 'bwu');

const labelOf = ({ label }: Cost): string => label ?? '';

export const COSTS = listOf<Cost>({
  noun: 'contract',
  unsorted: 'by label, the dearest first',
  emptyWords: ['Nothing has cost anything in these 30 days.', 'Instances and volumes stand here, gone ones too.'],
  columns: [
    column('source', 'Contract', 18, ({ name }) => name),
    column('label', 'Label', 16, labelOf),
    column('state', 'Now', 12, ({ state }) => state ?? '?', {
      tone: ({ role }) => role,
    }),
    figures('gpu', 'GPU $', 9, gpu),
    figures('disk', 'Disk $', 9, storage),
    figures('traffic', 'Traffic $', 9, traffic),
    figures('amount', 'Total $', 10, costOf),
  ],
  keptLongest: ['source', 'amount', 'label', 'state', 'gpu', 'disk', 'traffic'],
  orderValues: { source: ({ name }) => name, gpu, disk: storage, traffic, amount: costOf, label: labelOf },
  record: contractRecord,
  names: ['source', 'amount', ...Object.keys(CHARGE_NAMES), 'type', 'label'],
  title: ({ name }) => name,
  lines: (cost, room) => [
    ...sectionLines(
      [
        {
          title: 'What it has cost in 30 days',
          answer: [plain(sumWords([costOf(cost)], 3))],
          entries: Object.entries(cost.kinds).map(([kind, amount]) => ({
            label: CHARGE_NAMES[kind] ?? kind,
            value: amount.toFixed(3),
            unit: '$',
          })),
        },
        { title: 'Contract', entries: [said('Label', cost.label), said('Now', cost.state)] },
      ],
      room,
    ),
    ...(cost.goesTo === undefined ? [] : paragraph(`${keyName('money.go')} goes to the instance.`, room, 'dim')),
  ],
  bands: ({ shown, order }) =>
    order.length > 0 || shown.every(({ item }) => item.label === undefined)
      ? []
      : bandsOf(
          shown.map(({ item }) => item),
          labelOf,
          (run) => {
            const label = run[0]?.label;
            return band(
              '',
              [plain(sumWords(run.map(costOf), 3))],
              [label === undefined ? dim('without a label') : plain(label), dim(`  ${run.length}`)],
            );
          },
        ),
  footnote: sumNote(costOf, 3, 'in 30 days'),
});

/** Contracts of one label next to each other: the dearest label first, and those without one last. */
export const costsOf = (groups: readonly ChargeGroup[], { instances, volumes }: Held): readonly Cost[] => {
  const labels = new Map<string, number>();
  for (const { label = '', amount } of groups) labels.set(label, (labels.get(label) ?? 0) + amount);
  const rank = ({ label = '' }: ChargeGroup): number =>
    label === '' ? Number.NEGATIVE_INFINITY : (labels.get(label) ?? 0);
  return groups
    .map((group) => {
      const id = Number(/^(?:instance|volume)-(\d+)$/.exec(group.name)?.[1]);
      const known = group.type === 'instance' ? instances : group.type === 'volume' ? volumes : undefined;
      const record = known?.find((one) => one.id === id);
      const standing = group.type === 'instance' && record !== undefined ? standingOf(record) : undefined;
      return {
        ...group,
        goesTo: group.type === 'instance' && record !== undefined ? id : undefined,
        state: known === undefined ? undefined : (standing?.words ?? (record === undefined ? 'gone' : 'there')),
        role: standing?.role,
      };
    })
    .sort(
      (one, other) =>
        rank(other) - rank(one) || (one.label ?? '').localeCompare(other.label ?? '') || other.amount - one.amount,
    );
};

const dayOf = (epochS: number | undefined): string => (epochS === undefined ? '' : dayName(dayAt(epochS * 1000)));

const creditNote = sumNote<Invoice>(effectOf, 2, 'on the credit', 'of what is told ');

/** What is paid out to a host is on no credit. */
const payoutNote = sumNote<Invoice>(effectOf, 2, 'paid out', 'of what is told ');

export const PAYMENTS = listOf<Invoice>({
  noun: 'payment',
  unsorted: 'newest first',
  emptyWords: [
    'Nothing was paid in or out in the last 365 days.',
    'What you paid, transfers, refunds and payouts stand here.',
  ],
  columns: [
    column('made', 'Made, UTC', 10, ({ startS }) => dayOf(startS), { firstDirection: 'desc' }),
    column('type', 'What', 10, ({ type }) => type),
    column('service', 'By', 20, ({ source, service }) => source ?? service ?? ''),
    column('paid', 'Paid, UTC', 10, ({ endS }) => (endS === undefined ? 'pending' : dayOf(endS)), {
      tone: ({ endS }) => (endS === undefined ? 'warning' : undefined),
    }),
    figures('amount', 'Amount $', 12, effectOf, 2),
    column('description', 'Description', WIDE, ({ description }) => description ?? ''),
  ],
  keptLongest: ['made', 'amount', 'type', 'paid', 'service', 'description'],
  orderValues: {
    made: ({ startS }) => startS,
    paid: ({ endS }) => endS,
    amount: effectOf,
    service: ({ source, service }) => source ?? service,
  },
  record: paymentRecord,
  names: ['made', 'amount', 'type', 'paid', 'service', 'id', 'description'],
  title: ({ type, startS }) => `${type} ${dayOf(startS)}`,
  lines: (payment, room) => {
    const { startS, endS, type, source, service, description, id } = payment;
    const effect = effectOf(payment);
    return sectionLines(
      [
        {
          title: 'Payment',
          answer: [plain(effect === undefined ? '' : amountWords(effect))],
          entries: [
            said('What', type),
            said('Made, UTC', dayOf(startS) || undefined),
            said('Paid, UTC', endS === undefined ? 'pending' : dayOf(endS)),
            said('By', source ?? service),
            said('Description', description),
            said('Number', id),
          ] satisfies readonly LabelledValue[],
        },
      ],
      room,
    );
  },
  footnote: ({ shown }, isWhole) => {
    const out = shown.filter(({ item }) => item.type === 'payout');
    return [
      ...creditNote({ shown: shown.filter((row) => !out.includes(row)) }, isWhole),
      ...(out.length === 0 ? [] : [dim('   '), ...payoutNote({ shown: out }, true)]),
    ];
  },
});

const wasteNote = sumNote<WasteLine>(({ perDay }) => perDay, 2, 'a day wasted');

export const WASTE = listOf<WasteLine>({
  noun: 'waste',
  unsorted: 'the dearest first',
  emptyWords: [
    'Nothing is wasted, as far as it was watched.',
    'What is paid for and of no use stands here: what idles, rests, is lost or hangs on nothing.',
  ],
  columns: [
    figures('per_day', '$ a day', 9, ({ perDay }) => perDay, 2),
    column('kind', 'What', 12, ({ kind, isSure }) => (isSure ? kind : `${kind} now`), {
      tone: ({ isSure }) => (isSure ? 'warning' : undefined),
    }),
    column('id', 'Id', 10, ({ id }) => String(id)),
    column('label', 'Label', 14, ({ label }) => label ?? ''),
    column('words', 'Why', WIDE, ({ words }) => words),
  ],
  keptLongest: ['per_day', 'kind', 'id', 'words', 'label'],
  orderValues: { per_day: ({ perDay }) => perDay },
  record: wasteRecord,
  names: ['kind', 'type', 'id', 'label', 'per_day', 'per_day_stopped', 'since', 'looks', 'command'],
  title: (waste) => wasteName(waste),
  lines: (waste, room) => {
    const { words, type, perDay, isSure } = waste;
    return [
      ...paragraph(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`, room),
      ...paragraph(
        perDay === undefined ? 'What it costs is not known.' : `It costs ${amountWords(perDay, 2)} a day.`,
        room,
      ),
      ...(isSure
        ? []
        : paragraph('It was not watched for long enough to be called wasted: it is not in the sum.', room, 'dim')),
      [],
      ...paragraph(
        type === 'volume'
          ? `${keyName('volumes.delete')} in the pane of volumes deletes it after asking.`
          : `${keyName('money.go')} goes to the instance, where ${keyName('instances.destroy')} ends it after asking${waste.kind === 'idle' ? `, and ${keyName('instances.start-stop')} stops it` : ''}.`,
        room,
      ),
      ...paragraph(`Or: gpudeck ${wasteCommand(waste)}`, room, 'dim'),
      ...paragraph('Nothing is changed by itself.', room, 'dim'),
    ];
  },
  footnote: ({ shown }, isWhole) => wasteNote({ shown: shown.filter(({ item }) => item.isSure) }, isWhole),
});

/** The lines of what was found at `nowMs`, what is sure first. */
export const wasteLines = (
  found: { readonly rows: readonly Waste[]; readonly unsure: readonly Waste[] },
  nowMs: number,
  timeZone: string,
): readonly WasteLine[] =>
  [
    ...found.rows.map((one) => ({ ...one, isSure: true })),
    ...found.unsure.map((one) => ({ ...one, isSure: false })),
  ].map((one) => ({
    ...one,
    words: wasteWords(one, nowMs, timeZone),
    goesTo: one.type === 'instance' ? one.id : undefined,
  }));
