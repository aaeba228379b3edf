/**
 * What settled days have cost, kept by address and account, so that a month day by day is asked for once. A small compressed file for
 * each account; one that cannot be read is written anew.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { Charge } from '../api/records/money-shapes.ts';
import { parseJson } from '../base/json.ts';
import { once } from '../base/once.ts';
import { ensureOwnFolder, putPrivateFile } from '../storage/files/private-file.ts';
import type { DaysKept } from './charges.ts';

/** What is kept of one account, for as long as somebody reads it. */
export type KeptDays = DaysKept & {
  /** Writes what was kept since; what the folder cannot take is asked for again next time. */
  readonly write: () => Promise<void>;
};

const MOST_BYTES = 16_000_000;
const MOST_UNPACKED_BYTES = 64_000_000;
/** Days that are kept, the newest ones. */
const MOST_DAYS = 400;

const fileSchema = once(() => {
  const text = z.string().optional();
  const amount = z.number();
  const charge = z.object({
    ...{ startS: amount.optional(), endS: amount.optional(), type: z.string(), amount },
    ...{ source: text, description: text, label: text },
    items: z.array(z.object({ type: z.string(), amount: amount.optional() })),
  }) satisfies z.ZodType<Charge>;
  return z.object({ format: z.literal(1), days: z.array(z.tuple([z.int(), z.array(charge)])) });
});

/** Those of `account` at `service` in `folder`, which need not exist. */
export const openKeptDays = (folder: string, service: string, account: string): KeptDays => {
  const name = createHash('sha256')
    .update(JSON.stringify([service, account]))
    .digest('hex')
    .slice(0, 32);
  const file = join(folder, `${name}.zst`);
  const days = new Map(readDays(file));
  let isChanged = false;
  return {
    of: (day) => days.get(day),
    keep: (day, rows) => {
      days.set(day, rows);
      isChanged = true;
    },
    write: async () => {
      if (!isChanged) return;
      isChanged = false;
      const newest = [...days].sort(([one], [other]) => other - one).slice(0, MOST_DAYS);
      try {
        ensureOwnFolder(folder);
        await putPrivateFile(file, zstdCompressSync(JSON.stringify({ format: 1, days: newest })));
      } catch {
        // Then they are read again.
      }
    },
  };
};

const readDays = (file: string): readonly (readonly [number, readonly Charge[]])[] => {
  try {
    const { size } = statSync(file);
    if (size > MOST_BYTES) return [];
    const unpacked = zstdDecompressSync(readFileSync(file), { maxOutputLength: MOST_UNPACKED_BYTES });
    return fileSchema().safeParse(parseJson(unpacked.toString())).data?.days ?? [];
  } catch {
    return [];
  }
};

/**
 * Whose days these are: the user, or the key where the service does not say who that is. A local service that began anew has the same user
 * and other days: `market` is what it was made from.
 */
export const accountOf = (userId: number | undefined, access: Accessed): string => {
  const { seed, filledMinute } = access.market ?? {};
  return [userId ?? access.keyMark, seed, filledMinute].filter((part) => part !== undefined).join(' ');
};

/** The way to the service, as far as it tells accounts apart. */
type Accessed = {
  readonly keyMark: string;
  readonly market?: { readonly seed: number; readonly filledMinute: number } | undefined;
};
