/** How long the user's machines were rented, beside others that are alike, in one line. Pure. */

import type { RentedShares, RentedTimes } from '../../../../history/rented-shares.ts';
import { dim, plain, type Segment, segmentsWidth } from '../../../ui/segments.ts';
import type { PastReadState } from '../pages.ts';
import { missingWords } from '../past/missing.ts';
import { lengthWords } from '../past/moments.ts';

/** The line in `width` cells; `machineId` is the machine under the cursor. Empty where no history is kept. */
export const rentedLine = (
  past: PastReadState | undefined,
  machineId: number | undefined,
  width: number,
): readonly Segment[] => {
  if (past === undefined || past.wanted.kind !== 'machines') return [];
  const missing = missingWords(past);
  if (missing !== undefined) return [dim(`   ${missing}`)];
  const shares = past.value?.kind === 'machines' ? past.value.shares : undefined;
  const share = shares === undefined ? undefined : shareWords(shares.own);
  if (shares === undefined || share === undefined) return [dim(UNKNOWN)];
  const all = `   Rented in ${knownWords(shares)}: yours ${share}, ${othersWords(shares.others)}`;
  const machine = shares.machines.find((it) => it.machineId === machineId);
  const own = machine === undefined ? undefined : shareWords(machine.own);
  const line = [plain(all)];
  const more =
    machine === undefined || own === undefined
      ? []
      : [dim(`   machine ${machineId}: ${own}, ${othersWords(machine.others)}`)];
  return segmentsWidth([...line, ...more]) < width ? [...line, ...more] : line;
};

const UNKNOWN = "   How long they were rented: gpudeck record 'rentable=any rented=any' keeps it.";

/** How much is known of a machine of the user's on average: `9 days`. */
const knownWords = ({ own, machines }: RentedShares): string =>
  lengthWords((own.rentedMs + own.listedMs) / Math.max(1, machines.length));

/** `64 %` of the time in which they were rented or for rent; undefined where nobody knows that of any time. */
const shareWords = ({ rentedMs, listedMs }: RentedTimes): string | undefined =>
  rentedMs + listedMs === 0 ? undefined : `${Math.round((rentedMs / (rentedMs + listedMs)) * 100)} %`;

const othersWords = (times: RentedTimes): string => `others ${shareWords(times) ?? 'not known'}`;
