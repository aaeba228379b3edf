/**
 * Whether an act may be done by the limits that are set. They are held and what it takes is reserved as one step around the claim of its line in the
 * journal: of many programs at once no more are let through than there is room for.
 */
import type { Client } from '../api/client.ts';
import type { Clock } from '../base/clock.ts';
import { mayCommandGoOver, type PlacedLimits, readLimits } from '../storage/files/limits-file.ts';
import type { Objection } from '../storage/journal/journal.ts';
import type { Purse } from '../storage/journal/profile-journal.ts';
import type { ReservedLook, Spender } from '../storage/journal/reservations.ts';
import { imageOfTemplate, readFigures, readUser } from './figures.ts';
import { type Broken, brokenBy, type Figures, type Spending } from './judge.ts';

/** The amount that is to be said to go over limits: `1.2500`, in $/h. */
export type OverLimit = { readonly amount: string };

/** What one call is sent under. */
export type Allowance = {
  /** Claims with `claim` where the limits have no objection, as one step. Asked before each try. */
  readonly claim: <Standing>(
    atEpochMs: number,
    claim: () => Objection<Standing> | undefined,
  ) => Objected<Standing> | undefined;
  /** Notes what came of the call; what is unknown counts as spent. */
  readonly settle: (outcome: 'accepted' | 'refused' | 'unknown') => string | undefined;
};

/** What stands against a call; with `overLimit` it is limits alone that somebody may go over. */
export type Objected<Standing> = Objection<Standing> & { readonly overLimit?: OverLimit };

/** What somebody has said to go over limits with, and whether at the keyboard or in a command. */
export type SaidOver = OverLimit & { readonly isByCommand: boolean };

/** Of what no limit is of. */
export const UNLIMITED: Allowance = { claim: (_, claim) => claim(), settle: () => undefined };

const never = (problem: string): Allowance => ({ claim: () => ({ problem }), settle: () => undefined });

/** The amount that stands for an act, as it is typed: what it costs more, or the price that is listed. */
const amountOf = ({ perHour, listed }: Spending): string | undefined => {
  const amount = listed === undefined ? perHour : listed[0]?.pricePerGpu;
  return amount?.toFixed(4);
};

const refusalOf = (broken: readonly Broken[], spending: Spending): { readonly problem: string } & Objected<never> => {
  const problem = `Not sent: ${broken.map(({ words }) => words).join('; ')}.`;
  const amount = broken.every(({ isOfMoney }) => isOfMoney) ? amountOf(spending) : undefined;
  return amount === undefined ? { problem } : { problem, overLimit: { amount } };
};

/** What was read of limits and service at a moment. */
type Read = {
  readonly atMs: number;
  readonly placed: readonly PlacedLimits[];
  readonly spender: Spender;
  readonly look: ReservedLook;
  readonly figures: Figures;
};

/** How long the service's figures are held against, ms: what is sent from here meanwhile is reserved. */
const LONGEST_HELD_MS = 60_000;

/** The limits for what is sent with `client`; each asks for an allowance of its own. */
export const createSpendingLimits = (
  { sources, reservations, service }: Purse,
  client: Client,
  { now, ticks }: Pick<Clock, 'now' | 'ticks'>,
) => {
  let held: Read | undefined;
  const read = async (placed: readonly PlacedLimits[]): Promise<Read | { readonly problem: string }> => {
    const user = await readUser(client);
    // Where the service does not say whose the key is, all that is sent to it counts together.
    const spender = { service, account: user?.id === undefined ? '' : `u${user.id}` };
    // Before the service is asked: what is noted from here on cannot be in its figures.
    const look = reservations.look(spender, now());
    if ('problem' in look) return look;
    return { atMs: ticks(), placed, spender, look, figures: await readFigures(placed, user, client, now()) };
  };
  /** Never fails; `over` is what somebody has said for this act. */
  return async (spending: Spending | undefined, over?: SaidOver): Promise<Allowance> => {
    if (spending === undefined || sources === undefined) return UNLIMITED;
    const placed = readLimits(sources);
    if ('problem' in placed) return never(`Not sent: what may be spent is not known. ${placed.problem}`);
    if (placed.length === 0) return UNLIMITED;
    if (held === undefined || ticks() - held.atMs > LONGEST_HELD_MS) {
      const found = await read(placed);
      if ('problem' in found) return never(`Not sent: what is reserved is not known. ${found.problem}`);
      held = found;
    }
    const { spender, look, figures } = held;
    const hash = placed.some(({ limits }) => limits.images !== undefined) ? spending.image?.template : undefined;
    const image = hash === undefined ? spending.image : { name: await imageOfTemplate(hash, client) };
    const judged = { ...spending, ...(image && { image }) };
    let place: number | undefined;
    return {
      claim: (atEpochMs, claim) => {
        // The rate limit had turned it away: it has its room already.
        if (place !== undefined) return claim();
        const act = { name: spending.act, perHour: spending.perHour, instances: spending.instances };
        const reserved = reservations.reserve(spender, look, act, atEpochMs, (others) => {
          const broken = brokenBy(placed, judged, { figures, reserved: others, nowEpochMs: atEpochMs });
          if (broken.length === 0) return claim();
          const refusal = refusalOf(broken, spending);
          const isSaid = over !== undefined && refusal.overLimit?.amount === over.amount;
          return isSaid && (!over.isByCommand || mayCommandGoOver(sources)) ? claim() : refusal;
        });
        if (!('place' in reserved)) return reserved;
        place = reserved.place;
        return undefined;
      },
      settle: (outcome) => (place === undefined ? undefined : reservations.settle(place, outcome)),
    };
  };
};
