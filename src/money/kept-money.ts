/** The money that a run was told, kept for one that is told none or not yet; no part of the user's record but these figures. */
import { z } from 'zod';
import { once } from '../base/once.ts';
import type { AnswerAccess } from '../storage/files/answer-files.ts';
import { type MoneyTold, moneyTold } from './runway.ts';

const keptMoney = once(() => {
  const figure = z.number().optional();
  return z.object({
    credit: figure,
    balance: figure,
    autobillThreshold: figure,
    hasCard: z.boolean().optional(),
    isHost: z.boolean().optional(),
    /** $/h. */
    rate: z.object({ gpu: figure, disk: figure, volumes: figure }).optional(),
  });
});

/** $; what was not told is absent: all of it where the service has no such call. */
type KeptMoney = z.output<ReturnType<typeof keptMoney>>;

/** What was kept, and when it was told, Unix epoch milliseconds. */
export type FoundMoney = { readonly money: KeptMoney; readonly atEpochMs: number };

/** What that comes to, beside the lists that were read. */
export const moneyFrom = ({ money, atEpochMs }: FoundMoney, held: Parameters<typeof moneyTold>[3] = {}): MoneyTold =>
  moneyTold(money, money.isHost, money.rate, held, atEpochMs);

/** Known by the call that tells most of it. */
const KEPT = {
  name: 'user',
  check: (json: unknown) => {
    const { data } = keptMoney().safeParse(json);
    return data && { record: data, malformedValues: 0 };
  },
} as const;

/** Keeps it in place of what was kept; what cannot be kept is not. */
export const keepMoney = async (
  answers: AnswerAccess,
  keyMark: string,
  { money, atEpochMs }: FoundMoney,
  redact: (text: string) => string,
): Promise<void> => {
  if ('problem' in answers) return;
  const text = JSON.stringify(keptMoney().parse(money));
  await answers.keep(KEPT, keyMark, { atEpochMs, count: 1, texts: [text], question: null }, redact);
};

/** What was kept; undefined where nothing was. */
export const findMoney = async (answers: AnswerAccess, keyMark: string): Promise<FoundMoney | undefined> => {
  const found = 'problem' in answers ? undefined : await answers.find(KEPT, keyMark);
  if (found === undefined || 'setAside' in found) return undefined;
  const money = found.received[0]?.record;
  return money && { money, atEpochMs: found.atEpochMs };
};
