/** The whole market in groups of offers that are alike, and what the prices of each tell. Pure. */

import { type Likeness, likenessKeys, type Peer } from './likeness.ts';
import { ascending, quantile, type Spread, spreadOf } from './spread.ts';

/** Offers of one model that are alike in what was asked. */
export type MarketGroup = {
  /** What tells it from all others: `likenessKey` of each of its offers. */
  readonly key: string;
  /** One of its offers: what the groups are made by is the same in all of them. */
  readonly like: Peer;
  /** $/hour for one GPU, ascending. */
  readonly prices: readonly number[];
  readonly spread: Spread;
  /** The median of DLPerf per $/hour, among those of which it is known; undefined where it is of none. */
  readonly score: number | undefined;
};

/** The groups of `peers`, in no order. Where `likeness` asks for the same verification, only verified offers are meant, as in a search. */
export const marketGroups = (peers: readonly Peer[], likeness: Likeness): readonly MarketGroup[] => {
  const meant = likeness.verification === 'any' ? peers : peers.filter((peer) => peer.verification === 'verified');
  return [...Map.groupBy(meant, likenessKeys(likeness))].flatMap(([key, alike]): MarketGroup[] => {
    const [like] = alike;
    const prices = ascending(alike.map(({ price }) => price));
    const spread = spreadOf(prices);
    if (like === undefined || spread === undefined) return [];
    const scores = ascending(alike.flatMap(({ score }) => score ?? []));
    return [{ key, like, prices, spread, score: quantile(scores, 0.5) }];
  });
};
