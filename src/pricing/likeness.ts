/** In what the offers of a cohort are like one offer, beside the model of their GPUs. Pure. */
import type { Peer, Subject } from './peer.ts';

/** What may be asked of a cohort, each with the ways of asking it: the first asks nothing. */
export const ALIKE_IN = {
  gpus: ['any', 'same'],
  verification: ['any', 'same'],
  place: ['any', 'continent', 'country'],
  reliability: ['any', 'same'],
  datacenter: ['any', 'same'],
} as const;

/** One of them. */
export type AlikeIn = keyof typeof ALIKE_IN;

/** What is asked of each. */
export type Likeness = { readonly [Name in AlikeIn]: (typeof ALIKE_IN)[Name][number] };

/** What `gpudeck market` compares: a search without conditions shows verified offers only. */
export const USUAL_LIKENESS: Likeness = {
  gpus: 'any',
  verification: 'same',
  place: 'any',
  reliability: 'any',
  datacenter: 'any',
};

/** The same with the next way of asking one thing; behind the last one comes the first. */
export const likenessTurned = (likeness: Likeness, name: AlikeIn): Likeness => {
  const ways: readonly string[] = ALIKE_IN[name];
  const next = ways[(ways.indexOf(likeness[name]) + 1) % ways.length];
  // The way comes from the list of this very name.
  return { ...likeness, [name]: next } as Likeness;
};

/** Whether another offer of the same model is as alike to `subject` as `likeness` asks; of what is not known, that both lack it. */
const isAlike = (subject: Subject, likeness: Likeness): ((other: Subject) => boolean) => {
  const own = keysOf(subject, likeness);
  return (other) => keysOf(other, likeness).every((key, place) => key === own[place]);
};

/** What two offers have in common exactly when they are alike. */
export const likenessKey = (subject: Subject, likeness: Likeness): string => JSON.stringify(keysOf(subject, likeness));

const keysOf = (
  { model, gpus, verification, continent, country, reliability, isInDatacenter }: Subject,
  likeness: Likeness,
): readonly (string | number | boolean | undefined)[] => [
  model,
  likeness.gpus === 'any' ? undefined : gpus,
  likeness.verification === 'any' ? undefined : verification,
  likeness.place === 'any' ? undefined : likeness.place === 'country' ? country : continent,
  likeness.reliability === 'any' ? undefined : bandOf(reliability),
  likeness.datacenter === 'any' ? undefined : isInDatacenter,
];

/** Where bands of reliability begin, from 0 to 1: people count in nines. */
const BANDS = [0, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999] as const;

/** The band that a reliability is in: from the first up to but without the second; absent where the highest band has no such end. */
export const boundsOf = (reliability: number): { readonly from: number; readonly to?: number } => {
  const above = BANDS.findIndex((from) => from > reliability);
  const to = BANDS[above];
  return to === undefined ? { from: BANDS.at(-1) ?? 1 } : { from: BANDS[above - 1] ?? 0, to };
};

/** That band as it is said: `99 to 99.5 %`; undefined where the reliability is not known. */
export const bandOf = (reliability: number | undefined): string | undefined => {
  if (reliability === undefined) return undefined;
  const { from, to } = boundsOf(reliability);
  if (to === undefined) return `${percent(from)} % and more`;
  return from === 0 ? `under ${percent(to)} %` : `${percent(from)} to ${percent(to)} %`;
};

const percent = (share: number): string => String(Number((share * 100).toFixed(1)));

/** Of `peers` those that are alike to `subject`. */
export const cohortOf = (subject: Subject, peers: readonly Peer[], likeness: Likeness): readonly Peer[] =>
  peers.filter(isAlike(subject, likeness));
