/**
 * A tip: three words for a key of the open page that was never used, in the message line while nothing else is said there. There is
 * one in a run at the most, and none of a key that was used once. Pure.
 */
import { z } from 'zod';
import type { Binding } from '../keys/binding.ts';

/** What is known of tips; rows are known by `tipName`. */
export type Tips = {
  /** The user wants none. */
  readonly areOff: boolean;
  /** The rows that were used, and those that a tip has told of, the last one at the end. */
  readonly used: readonly string[];
  readonly told: readonly string[];
  /** The row that is told of now. */
  readonly shown?: string | undefined;
};

const NONE: Tips = { areOff: false, used: [], told: [] };

const savedTips = z.object({ areOff: z.boolean(), used: z.array(z.string()), told: z.array(z.string()) });

/** What an earlier run has kept of them; what is not understood counts as nothing. */
export const tipsRead = (content: unknown): Tips => savedTips.safeParse(content).data ?? NONE;

/** What a later run is to know of them; undefined while that is nothing. */
export const tipsSaved = ({ shown: _, ...kept }: Tips): unknown =>
  JSON.stringify(kept) === JSON.stringify(NONE) ? undefined : kept;

/** What a row is known by: one key does the same in every list. */
export const tipName = ({ id, like = id }: Binding): string => like.slice(like.indexOf('.') + 1);

/** The row that a tip is to tell of: of those that work now and were never used the one that was told of least lately. */
export const tipFor = (bindings: readonly Binding[], { used, told }: Tips): Binding | undefined =>
  bindings
    .filter((row) => row.tip !== undefined && row.keys.length > 0 && !used.includes(tipName(row)) && !row.refusal?.())
    .sort((one, other) => told.indexOf(tipName(one)) - told.indexOf(tipName(other)))[0];

/** A tip tells of `name`. */
export const tipTold = (tips: Tips, name: string): Tips => ({
  ...tips,
  told: [...tips.told.filter((other) => other !== name), name],
  shown: name,
});

/** The tip was there long enough, or its key is not in force any more. */
export const tipEnded = (tips: Tips): Tips => ({ ...tips, shown: undefined });

/** The row `name` was used. */
export const tipUsed = (tips: Tips, name: string): Tips =>
  tips.used.includes(name)
    ? tips
    : { ...tips, used: [...tips.used, name], shown: tips.shown === name ? undefined : tips.shown };

/** The user wants no tips, or wants them again. */
export const tipsTurned = (tips: Tips): Tips => ({ ...tips, areOff: !tips.areOff, shown: undefined });
