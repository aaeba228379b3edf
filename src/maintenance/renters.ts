/** Who is on a host's machines, as the service lists those, and which machines it does not list: what a window would hit. Pure. */
import { isListWhole, type ListReply } from '../api/records/replies.ts';
import { counted } from '../base/figures.ts';
import { capital } from '../base/text.ts';
import type { HostMachine } from '../catalogue/values.ts';

/** Instances that run on a machine, and all that are on it. */
type Rentals = { readonly running: number; readonly resident: number };

/** By the machine's id; of those that are missing nobody knows. */
export type RentalsBy = ReadonlyMap<number, Rentals>;

/** A list of the user's machines, with what of it could not be read. */
export type OwnListed = Omit<ListReply<HostMachine>, 'texts'>;

/** Who is on the machines of the list, as far as the service has said how many they are. */
export const rentalsBy = ({ records }: Pick<OwnListed, 'records'>): RentalsBy =>
  new Map(
    records.flatMap(({ id, current_rentals_running: running, current_rentals_resident: resident }) =>
      typeof id === 'number' && typeof running === 'number'
        ? [[id, { running, resident: Math.max(running, resident ?? running) }] as const]
        : [],
    ),
  );

/** Those of `machineIds` that the list lacks: not the user's, or not there at all. None where the list is not whole. */
export const unlistedAmong = (machineIds: readonly number[], { records, ...losses }: OwnListed): readonly number[] => {
  const listed = new Set(records.map(({ id }) => id));
  const isWhole = isListWhole(losses) && records.every(({ id }) => typeof id === 'number');
  return isWhole ? machineIds.filter((id) => !listed.has(id)) : [];
};

/** `2 instances running, 1 stopped`. */
export const rentalWords = ({ running, resident }: Rentals): string => {
  const stopped = resident - running;
  const more = stopped === 0 ? '' : `, ${stopped} stopped`;
  return `${running === 0 ? 'nothing' : counted(running, 'instance')} running${more}`;
};

/** Who is hit by a window of these machines in all, how many of them are not the user's (`unlisted`), and of how many nothing is known. */
export const hitSummary = (
  machineIds: readonly number[],
  rentals: RentalsBy,
  { length: unlisted }: readonly number[],
): string => {
  const known = machineIds.flatMap((id) => rentals.get(id) ?? []);
  const unknown = machineIds.length - known.length - unlisted;
  const sum = known.reduce(
    (total, { running, resident }) => ({ running: total.running + running, resident: total.resident + resident }),
    { running: 0, resident: 0 },
  );
  const isOne = machineIds.length === 1;
  const some = (count: number) => (isOne ? 'this machine' : `${count} of these ${machineIds.length} machines`);
  const where =
    known.length < machineIds.length ? `${known.length} of them` : isOne ? 'this machine' : 'these machines';
  const [are, them] = unlisted === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    known.length === 0 ? '' : `Hit: ${rentalWords(sum)} on ${where}.`,
    unlisted === 0 ? '' : `${capital(some(unlisted))} ${are} not in your list: the service will refuse ${them}.`,
    unknown === 0 ? '' : `Who is on ${some(unknown)} is not known here.`,
  ]
    .filter(Boolean)
    .join(' ');
};
