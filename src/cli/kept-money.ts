/** The money that `gpudeck overview` was told, kept for a run that is told none; no part of the user's record but these figures. */
import { z } from 'zod';
import type { AnswerAccess } from '../storage/files/answer-files.ts';

const figure = z.number().optional();

const keptMoney = z.object({
  credit: figure,
  balance: figure,
  autobillThreshold: figure,
  hasCard: z.boolean().optional(),
  isHost: z.boolean().optional(),
  /** $/h. */
  rate: z.object({ gpu: figure, disk: figure, volumes: figure }).optional(),
});

/** $; what was not told is absent. */
type KeptMoney = z.output<typeof keptMoney>;

/** Known by the call that tells most of it. */
const KEPT = {
  name: 'user',
  check: (json: unknown) => {
    const { data } = keptMoney.safeParse(json);
    return data && { record: data, malformedValues: 0 };
  },
} as const;

/** Keeps it in place of what was kept; what cannot be kept is not. */
export const keepMoney = async (
  answers: AnswerAccess,
  keyMark: string,
  { money, atEpochMs }: { readonly money: KeptMoney; readonly atEpochMs: number },
  redact: (text: string) => string,
): Promise<void> => {
  if ('problem' in answers) return;
  const text = JSON.stringify(keptMoney.parse(money));
  await answers.keep(KEPT, keyMark, { atEpochMs, count: 1, texts: [text], question: null }, redact);
};

/** What was kept, and when it was told, Unix epoch milliseconds; undefined where nothing was. */
export const findMoney = async (
  answers: AnswerAccess,
  keyMark: string,
): Promise<{ readonly money: KeptMoney; readonly atEpochMs: number } | undefined> => {
  const found = 'problem' in answers ? undefined : await answers.find(KEPT, keyMark);
  const money = found === undefined || 'setAside' in found ? undefined : found.received[0]?.record;
  return found === undefined || 'setAside' in found || money === undefined
    ? undefined
    : { money, atEpochMs: found.atEpochMs };
};
