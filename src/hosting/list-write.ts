/** Listing machines, or listing them anew with other prices and another end, as one kind of write. */
import { callOf } from '../api/call.ts';
import { CALLS } from '../api/calls.ts';
import { named } from '../base/figures.ts';
import { lastKept } from '../base/once.ts';
import type { HostMachine } from '../catalogue/values.ts';
import type { WriteKind } from '../writes/write-kind.ts';
import { consequencesOf, farOffs, type Listed, listingLines, pricesTyped } from './list-consequences.ts';
import type { PlannedListing } from './list-plan.ts';
import { inPlaceOf, termsChanged, termsSaid, termWords } from './list-terms.ts';
import { type Listing, listingOf } from './machine.ts';
import { type MachineTarget, type OfMachines, ofMachines, sendTo } from './machine-target.ts';

/** What is sent for each machine; `verb` is what the user has called it. */
export type Listings = {
  readonly kind: 'list';
  readonly verb: 'list' | 'price' | 'end';
  readonly listings: readonly PlannedListing[];
  /** Of machines that were wished for and that nothing is sent for, why, in sentences. */
  readonly leftOut?: readonly string[];
  /** When it was made, Unix epoch milliseconds: ends before that are past. */
  readonly atEpochMs: number;
};

/** The types of it. */
export type ListWrite = OfMachines<'list', Listings>;

/** A host may have a thousand machines, and each is looked up in every frame of a review. */
const byMachine = lastKept(
  (listings: readonly PlannedListing[]) => new Map(listings.map((one) => [one.sent.machineId, one])),
);

const plannedFor = ({ listings }: Listings, id: number): PlannedListing => {
  const planned = byMachine(listings).get(id);
  if (planned === undefined) throw new RangeError(`nothing is planned for machine ${id}`);
  return planned;
};

/** What the journal always keeps of a listing: its price, the word that this was made of, and the size of the volume. */
const notedOf = ({ sent, word }: PlannedListing): readonly string[] => [
  String(sent.pricePerGpu),
  ...(word === undefined ? [] : [word]),
  `volume ${sent.volumeGb} GB`,
];

/** Noted besides: what else becomes another, or that the list cannot show whether it was carried out, as nothing that it tells becomes another. */
const notedBesides = ({ sent }: PlannedListing, machine: HostMachine): readonly string[] => {
  const changed = termsChanged(sent, listingOf(machine));
  return machine.listed === true && changed.length === 0 ? ['else as before'] : termsSaid(sent, changed);
};

/** Whether `value` of the journal notes this listing, and the list shows whether it was carried out. */
export const isNotedAs = (value: string, planned: PlannedListing): boolean => {
  const [always, parts] = [notedOf(planned), value.split(', ')];
  const said = termsSaid(planned.sent);
  return (
    always.every((part, place) => part === parts[place]) &&
    parts.slice(always.length).every((part) => said.includes(part))
  );
};

/** The price that `value` of the journal notes for `word`, in $/GPU/h; undefined where it was another word, or none. */
export const notedPrice = (value: string, word: string): number | undefined => {
  const [price, noted] = value.split(', ');
  return noted === word && Number(price) > 0 ? Number(price) : undefined;
};

/** Of anything else, none is nothing that a listed machine has: the service does not tell it. */
const MAY_BE_NONE: readonly (keyof Listing)[] = ['minBid', 'end'];

/** What is not as it was sent, in words; undefined where all is. What the service does not tell of a machine does not differ, but for its price. */
export const differenceOf = (
  sent: PlannedListing['sent'],
  machine: HostMachine,
  nowEpochMs: number,
): string | undefined => {
  const listing = listingOf(machine);
  const isOver = sent.end !== null && sent.end * 1000 <= nowEpochMs;
  if (machine.listed === false && !isOver) return 'Accepted, but the machine, read again, is not listed.';
  if (listing.pricePerGpu == null && !isOver)
    return 'Accepted, and not confirmed: the list, read again, tells no price.';
  const terms = termsChanged(sent, listing).filter((term) =>
    term === 'volumePrice' ? sent.volumeGb > 0 : listing[term] !== null || MAY_BE_NONE.includes(term),
  );
  return terms.length === 0 || isOver
    ? undefined
    : `Accepted, but the machine, read again, has another ${inPlaceOf(terms, listing, sent)}.`;
};

/** What others have changed since, which a call made of what was there before would undo. */
const changedSince = ({ id, machine: before }: MachineTarget, machines: readonly HostMachine[]): string | undefined => {
  const machine = machines.find((one) => one.id === id);
  if (machine === undefined) return 'Not sent: the list, read again, lacks the machine.';
  const [was, now] = [listingOf(before), listingOf(machine)];
  const isFlipped = before.listed != null && machine.listed != null && machine.listed !== before.listed;
  const words = isFlipped
    ? `it is ${machine.listed ? 'listed' : 'not listed any more'}`
    : inPlaceOf(termsChanged(was, now), now, was);
  return words === '' ? undefined : `Not sent: the machine was changed meanwhile: ${words}.`;
};

const pairsOf = (request: Listings, targets: readonly MachineTarget[]): readonly Listed[] =>
  targets.map((target) => ({ target, planned: plannedFor(request, target.id) }));

const CARRIED_OUT = 'carried out before';

const TITLES: Readonly<Record<Listings['verb'], string>> = { list: 'List', price: 'Price', end: 'Set the end of' };

const usual = ofMachines('Machines are still being listed or priced', 'list');

export const LIST_WRITE: WriteKind<ListWrite> = {
  ...usual,
  title: (_, ids, request) => `${TITLES[request?.verb ?? 'list']} ${named(ids, 'machine')}`,
  verb: ({ verb }) => (verb === 'end' ? 'set when it ends' : verb),
  requestOf: () => ({ problem: 'What they are to be listed with is not said.' }),
  confirmedBy: (request, targets) => {
    const far = pairsOf(request, targets).flatMap(farOffs);
    return pricesTyped(
      far.map(({ price }) => price),
      targets,
    );
  },
  call: ({ id }, request) => callOf(CALLS.listMachine, plannedFor(request, id).sent),
  send: ({ id, machine: before }, request, parts) => {
    const planned = plannedFor(request, id);
    const { untilEpochMs = Number.POSITIVE_INFINITY } = planned;
    const objection = (atEpochMs: number) =>
      atEpochMs > untilEpochMs
        ? 'Not sent: its price is of a market that was read more than 10 minutes ago.'
        : undefined;
    const value = [...notedOf(planned), ...notedBesides(planned, before)].join(', ');
    return sendTo({ id, kind: 'list', value, objection }, CALLS.listMachine, planned.sent, parts, (machine) =>
      differenceOf(planned.sent, machine, parts.clock.now()),
    );
  },
  spending: ({ id, machine: { gpu_name: model } }, request) => ({
    ...{ act: 'list', perHour: 0, instances: 0 },
    listed: [{ model: model ?? undefined, pricePerGpu: plannedFor(request, id).sent.pricePerGpu }],
  }),
  changedSince,
  affected: (request, { targets }, { timeZone }) => [
    ...(request.leftOut ?? []).map((text) => ({ text, tone: 'warning' }) as const),
    ...pairsOf(request, targets).flatMap((one) => listingLines(one, timeZone)),
  ],
  consequences: (request, targets) => consequencesOf(pairsOf(request, targets), request.atEpochMs),
  afterwards: (target, end) => {
    if (end === 'accepted') return '';
    const { pricePerGpu: price = null } = target === undefined ? {} : listingOf(target.machine);
    return target === undefined
      ? 'The list, read again, lacks the machine.'
      : `The list, read again, says: price ${termWords('pricePerGpu', price, 'UTC')}.`;
  },
  words: { ...usual.words, nothing: `Nothing is to be sent: ${CARRIED_OUT}.` },
  command: {
    ...usual.command,
    nothing: 'carried_out_before',
    record: (id, request) => {
      const planned = plannedFor(request, id);
      const { sent, basis } = planned;
      return { machine_id: id, change: request.verb, price_gpu: sent.pricePerGpu, ...(basis && { price_from: basis }) };
    },
  },
};
