/** Charges put together by what they are for. The sum of the groups is that of the charges. Pure. */
import type { Charge } from '../api/records/money-shapes.ts';
import { type Amount, amountOf, inDollars, sumOf } from './amount.ts';

/** What charges can be grouped by, besides the days. */
export type ChargeGrouping = 'instance' | 'kind' | 'label';

/** Kinds in the order in which they are told; any other word of the service comes behind. */
const CHARGE_KINDS: readonly string[] = ['gpu', 'disk', 'bwd', 'bwu', 'volume', 'serverless'];

/** What a row holds that none of its items tell. */
const OTHER_KIND = 'other';

/** $ by kind; what a row holds beyond its items is {@link OTHER_KIND}. Only an instance is told by its items, and only with an amount. */
type AmountsByKind = Readonly<Record<string, number>>;

export type ChargeGroup = {
  /** What it is called: a contract's source, a kind or a label; empty for charges without one. */
  readonly name: string;
  readonly type: string | undefined;
  readonly label: string | undefined;
  /** Dollars that are told, and false where nobody has told any. */
  readonly amount: number;
  readonly isTold: boolean;
  readonly kinds: AmountsByKind;
};

/** Contracts put together as they are written for programs; what was not told is null. */
export const contractRecord = ({ name, type, label, amount, isTold, kinds }: ChargeGroup) => ({
  ...{ source: name, amount: isTold ? amount : null, ...kinds, type: type ?? null, label: label ?? null },
});

const partsOf = ({ type, amount, items }: Charge): readonly (readonly [kind: string, amount: Amount])[] => {
  if (amount === undefined) return [];
  if (type !== 'instance') return [[type, amountOf(amount)]];
  const told = items.map((item) => [item.type, amountOf(item.amount ?? 0)] as const);
  const rest = amountOf(amount) - told.reduce((sum, [, part]) => sum + part, 0n);
  return rest === 0n ? told : [...told, [OTHER_KIND, rest]];
};

const kindsOf = (rows: readonly Charge[]): AmountsByKind => {
  const sums = new Map<string, Amount>();
  for (const row of rows) for (const [kind, part] of partsOf(row)) sums.set(kind, (sums.get(kind) ?? 0n) + part);
  const place = (kind: string): number =>
    CHARGE_KINDS.includes(kind) ? CHARGE_KINDS.indexOf(kind) : CHARGE_KINDS.length;
  return Object.fromEntries(
    [...sums].sort(([one], [other]) => place(one) - place(other)).map(([kind, sum]) => [kind, inDollars(sum)]),
  );
};

/** $ of all of them, and by kind. */
export const chargesTogether = (rows: readonly Charge[]): Pick<ChargeGroup, 'amount' | 'isTold' | 'kinds'> => {
  const told = rows.flatMap(({ amount }) => amount ?? []);
  return { amount: inDollars(sumOf(told)), isTold: told.length > 0 || rows.length === 0, kinds: kindsOf(rows) };
};

/** The groups, the dearest first. */
export const chargesBy = (rows: readonly Charge[], by: ChargeGrouping): readonly ChargeGroup[] => {
  if (by === 'kind')
    return Object.entries(kindsOf(rows)).map(([name, amount]) => ({
      ...{ name, amount, isTold: true, type: undefined, label: undefined },
      kinds: { [name]: amount },
    }));
  const nameOf = ({ source, type, label }: Charge) => (by === 'label' ? label : (source ?? type)) ?? '';
  return [...Map.groupBy(rows, nameOf)]
    .map(([name, own]) => ({
      name,
      type: by === 'label' ? undefined : own[0]?.type,
      label: own.find(({ label }) => label !== undefined)?.label,
      ...chargesTogether(own),
    }))
    .sort((one, other) => other.amount - one.amount || (one.name < other.name ? -1 : 1));
};
