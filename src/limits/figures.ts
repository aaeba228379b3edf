/** Asks the service for the figures that limits are held against. What it does not tell is not known. */
import { CALLS, templatesBy } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { unlessFailed } from '../api/errors/explain.ts';
import type { UserMoney } from '../api/records/money-shapes.ts';
import { wholeRecords } from '../api/records/replies.ts';
import { imageOf } from '../api/template-calls.ts';
import { inDollars, sumOf } from '../money/amount.ts';
import { burnOf, burnTold, comingRate } from '../money/burn.ts';
import { type AskMoney, readCharges } from '../money/charges.ts';
import { dayAt } from '../money/days.ts';
import { standingOf } from '../money/standing.ts';
import type { PlacedLimits } from '../storage/files/limits-file.ts';
import { type Figures, totalOf, WANTED_FIGURES } from './judge.ts';

/** The figures that these limits want. */
const wantedBy = (placed: readonly PlacedLimits[]): ReadonlySet<keyof Figures> =>
  new Set(
    Object.entries(WANTED_FIGURES).flatMap(([member, figures]) =>
      placed.some(({ limits }) => Object.hasOwn(limits, member)) ? figures : [],
    ),
  );

/** Whose account the key is of; undefined where the service does not say. Never fails. */
export const readUser = (client: Client): Promise<UserMoney | undefined> =>
  unlessFailed(() => client.read(CALLS.user, undefined));

/** The image of the template with this hash; undefined where that cannot be read. Never fails. */
export const imageOfTemplate = async (hash: string, client: Client): Promise<string | undefined> => {
  const listed = await unlessFailed(() => client.list(templatesBy({ hash_id: { eq: hash } })));
  const template = listed?.records.find(({ hash_id }) => hash_id === hash);
  return template && imageOf(template);
};

/** Reads what `placed` want. Never fails. */
export const readFigures = async (
  placed: readonly PlacedLimits[],
  user: UserMoney | undefined,
  client: Client,
  nowEpochMs: number,
): Promise<Figures> => {
  const wanted = wantedBy(placed);
  const ask: AskMoney = (call, request) => client.read(call, request);
  const wantsBurn = wanted.has('burnPerHour');
  const listed =
    wantsBurn || wanted.has('instances')
      ? await unlessFailed(() => client.list(CALLS.instances, { isFresh: true }))
      : undefined;
  const instances = listed && wholeRecords(listed);
  const rate = wantsBurn ? await unlessFailed(() => client.read(CALLS.spendRate, undefined)) : undefined;
  const told = instances && burnTold(rate, instances);
  const volumes =
    wantsBurn && told === undefined
      ? await unlessFailed(() => client.list(CALLS.volumes, { isFresh: true }))
      : undefined;
  const burn = told ?? burnOf(instances, volumes && wholeRecords(volumes));
  const today = dayAt(nowEpochMs);
  const charges = wanted.has('spentToday')
    ? await unlessFailed(() => readCharges(ask, { fromDay: today, toDay: today }))
    : undefined;
  const standing = standingOf(user);
  // What was rented or started a moment ago is not charged in full yet.
  const coming = instances?.map(comingRate) ?? [];
  return {
    burnPerHour: burn.isWhole ? totalOf([burn.total, ...coming]) : undefined,
    instances: instances?.length,
    spentToday:
      charges?.kind === 'told' && charges.isWhole
        ? inDollars(sumOf(charges.rows.flatMap(({ amount }) => amount ?? [])))
        : undefined,
    // A host's money is owed to him, and pays for nothing.
    credit: standing?.what === 'credit' ? standing.dollars : undefined,
  };
};
