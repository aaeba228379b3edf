/** Why an offer or a machine is not among the rows: what was asked, and what the market that is here tells of it. Pure. */
import type { Offer } from '../../../../catalogue/values.ts';
import { type Verdict, verdictsOn } from '../../../../filter/verdicts.ts';
import type { LinePart } from '../../../../filter/waterfall.ts';

/** What was asked for; without a kind an offer's id, or else a machine's. */
export type WhyAsked = { readonly kind?: 'offer' | 'machine'; readonly id: number };

/** What is known of it. */
export type WhyTold = {
  readonly asked: WhyAsked;
  /** What the number turned out to be the id of; undefined where it is the id of nothing. */
  readonly kind?: 'offer' | 'machine';
  /** Its offers in the market that was asked for; undefined where that is not here. */
  readonly inMarket?: number;
  /** Those of them that every part lets pass. */
  readonly passing: number;
  /** How many of its offers are among the rows, and the row of the first of them, from 0. */
  readonly shown: number;
  readonly row?: number;
  /** A few words for one of its offers: `4x RTX 4090`. */
  readonly words?: string;
  /** The machine that the offer is on. */
  readonly machineId?: number;
  /** What each part says of its offers; nothing where none are known. */
  readonly verdicts: readonly Verdict[];
};

const SUBJECT = /^(?:(offer|id|machine|machine_id|m)\s*[:=#]?\s*)?(\d{1,15})$/i;

/** What `text` asks for; undefined where it names no id. */
export const whyRead = (text: string): WhyAsked | undefined => {
  const [, word, id] = SUBJECT.exec(text.trim()) ?? [];
  if (id === undefined) return undefined;
  if (word === undefined) return { id: Number(id) };
  return { kind: word.toLowerCase().startsWith('m') ? 'machine' : 'offer', id: Number(id) };
};

/** What `rows`, which are on screen, and `market` tell of what was `asked`. */
export const whyTold = (
  asked: WhyAsked,
  parts: readonly LinePart[],
  rows: readonly Offer[],
  market: readonly Offer[] | undefined,
): WhyTold => {
  const kind = asked.kind ?? kindOf(asked.id, [rows, market ?? []]);
  if (kind === undefined) return { asked, ...(market && { inMarket: 0 }), passing: 0, shown: 0, verdicts: [] };
  const isMeant = (offer: Offer) => (kind === 'offer' ? offer.id : offer.machine_id) === asked.id;
  const here = rows.filter(isMeant);
  const known = market?.filter(isMeant);
  const offers = known === undefined || known.length === 0 ? here : known;
  const [first] = offers;
  const row = rows.findIndex(isMeant);
  return {
    asked,
    kind,
    ...(known && { inMarket: known.length }),
    passing: offers.filter((offer) => isLetThrough(parts, offer)).length,
    shown: here.length,
    ...(row >= 0 && { row }),
    ...(first && { words: `${first.num_gpus ?? '?'}x ${first.gpu_name ?? '?'}` }),
    ...(typeof first?.machine_id === 'number' && { machineId: first.machine_id }),
    verdicts: offers.length === 0 ? [] : verdictsOn(parts, offers),
  };
};

const kindOf = (id: number, lists: readonly (readonly Offer[])[]): WhyAsked['kind'] => {
  if (lists.some((offers) => offers.some((offer) => offer.id === id))) return 'offer';
  return lists.some((offers) => offers.some(({ machine_id }) => machine_id === id)) ? 'machine' : undefined;
};

const isLetThrough = (parts: readonly LinePart[], offer: Offer): boolean =>
  verdictsOn(
    parts.filter(({ isOff }) => isOff !== true),
    [offer],
  ).every(({ refused }) => refused === 0);
