/** An instance that is to be rented: what is wrong with it before it is sent, and the calls that it takes, as they are sent and as they may be shown. Pure. */

import { type Call, callOf } from '../api/call.ts';
import { CALLS, rentCall } from '../api/calls.ts';
import { maskedEnvironment, maskedOptionText } from '../api/option-text.ts';
import { REDACTED } from '../api/redact/redact.ts';
import type { CoverRequest, RentRequest } from '../api/requests.ts';
import type { Offer } from '../catalogue/values.ts';
import { hourly, leastBidText } from '../money/money.ts';
import { isKnown } from '../pricing/job-cost.ts';
import { BIDS } from './price.ts';

/** What is rented, of whichever offer. */
export type OfferlessPlan = Omit<RentRequest, 'offerId'>;

/** Limits of a creation (docs/interface.md, Create instance); sizes in GB, lengths in characters. */
const RENTAL_LIMITS = {
  smallestDiskGb: 8,
  longestLabel: 256,
  longestImage: 512,
  longestOnStart: 4048,
} as const;

/** Something that the service would refuse, or that cannot be meant; `member` is the part of the plan that it is about. */
export type PlanProblem = { readonly member: keyof OfferlessPlan; readonly message: string };

/** What is wrong with `plan`, as far as it can be told from the `offer`, priced on demand. */
export const planProblems = (plan: OfferlessPlan, offer?: Offer): readonly PlanProblem[] =>
  CHECKS.flatMap(([member, check]) => {
    const message = check(plan, offer);
    return message === undefined ? [] : [{ member, message }];
  });

/** `plan` on `offer`: a new volume is of the volume offer that goes with it (docs/interface.md, Create instance). */
export const planOn = <Plan extends OfferlessPlan>(plan: Plan, offer: Offer | undefined): Plan => {
  const { volume } = plan;
  const volumeOfferId = offer?.avail_vol_ask_id;
  return volume === undefined || !('newGb' in volume) || !isKnown(volumeOfferId)
    ? plan
    : { ...plan, volume: { ...volume, volumeOfferId } };
};

/** The calls that renting takes, as they are sent: the creation, and with an SLA target the cover of what it has created. */
export const rentalCalls = (plan: RentRequest): readonly Call[] => {
  const cover = coverOf(plan);
  return [callOf(rentCall(plan), plan), ...(cover === undefined ? [] : [callOf(CALLS.cover, cover)])];
};

/** The cover that `plan` asks for; undefined where it asks for none, and where the same call would rent another instance. */
export const coverOf = ({ offerId, slaTarget, isPut }: RentRequest): CoverRequest | undefined =>
  slaTarget === undefined || isPut === true ? undefined : { offerId, slaTarget };

type Check = (plan: OfferlessPlan, offer: Offer | undefined) => string | undefined;

const { smallestDiskGb, longestLabel, longestImage, longestOnStart } = RENTAL_LIMITS;

/** A variable, or an option of Docker's for a port, a volume, a network or the name of the host. */
const ENVIRONMENT_NAME = /^(?:[A-Za-z_][A-Za-z0-9_]*|-[pvn] \S+|-h)$/;

const CHECKS: readonly (readonly [keyof OfferlessPlan, Check])[] = [
  [
    'image',
    ({ image }) => {
      if (image === '') return 'Name an image, such as ubuntu:24.04.';
      if (/[\s\p{Cc}]/u.test(image)) return 'The name of an image has no spaces, such as ubuntu:24.04.';
      return image.length > longestImage ? `The name of an image has at most ${longestImage} characters.` : undefined;
    },
  ],
  [
    'diskGb',
    ({ diskGb }, offer) => {
      if (!(diskGb >= smallestDiskGb)) return `A disk has ${smallestDiskGb} GB or more.`;
      const free = offer?.disk_space;
      return isKnown(free) && diskGb > free ? `The offer has ${gigabytes(free)} GB of disk at most.` : undefined;
    },
  ],
  [
    'label',
    ({ label }) => {
      if (/\p{Cc}/u.test(label)) return 'A label is one line without control characters.';
      return [...label].length > longestLabel ? `A label has at most ${longestLabel} characters.` : undefined;
    },
  ],
  ['bid', ({ bid }, offer) => (bid === undefined ? undefined : bidProblem(bid, offer))],
  [
    'environment',
    ({ environment }) => {
      const wrong = Object.keys(environment).find((name) => name === '__proto__' || !ENVIRONMENT_NAME.test(name));
      return wrong === undefined
        ? undefined
        : `${JSON.stringify(wrong)} is no name of a variable: write letters, digits and _, or -p 8080:8080.`;
    },
  ],
  [
    'onStart',
    ({ onStart = '' }) =>
      onStart.length > longestOnStart
        ? `The on-start script has ${onStart.length} characters; ${longestOnStart} are taken.`
        : undefined,
  ],
  [
    'volume',
    ({ volume }, offer) => {
      if (volume === undefined) return undefined;
      if (!/^\/\S+$/.test(volume.mountPath)) return 'A volume is mounted at an absolute path, such as /data.';
      if (!('newGb' in volume)) return undefined;
      if (!(volume.newGb > 0)) return 'A new volume has a size above 0 GB.';
      return offer !== undefined && !isKnown(offer.avail_vol_ask_id)
        ? 'This offer has no volume to rent: leave it out, or choose another offer.'
        : undefined;
    },
  ],
  [
    'slaTarget',
    ({ slaTarget, bid }, offer) => {
      if (slaTarget === undefined) return undefined;
      if (bid !== undefined) return 'What is bid for has no SLA cover: leave out the bid or the target.';
      if (!(slaTarget > 0 && slaTarget < 1)) return 'An SLA target is more than 0 and less than 100 %.';
      const claim = offer?.expected_reliability;
      return offer !== undefined && !(isKnown(claim) && claim >= slaTarget)
        ? `The host claims ${isKnown(claim) ? `${percent(claim)} %` : 'no reliability'}, which is less than the target.`
        : undefined;
    },
  ],
];

const bidProblem = (bid: number, offer: Offer | undefined): string | undefined => {
  if (!(bid >= BIDS.least && bid <= BIDS.mostToRent)) return `A bid is from ${BIDS.least} to ${BIDS.mostToRent} $/h.`;
  const pointless = offer && pointlessBid(offer);
  if (pointless !== undefined) return pointless;
  const least = offer?.min_bid;
  if (isKnown(least) && bid < least) return `The least bid on this offer is ${hourly(leastBidText(least))}.`;
  return offer && needlessBid(bid, offer);
};

/** That nobody gains by bidding on `offer`, priced on demand; undefined where somebody may. */
export const pointlessBid = ({ min_bid: least, dph_base: onDemand }: Offer): string | undefined =>
  isKnown(least) && isKnown(onDemand) && least > onDemand
    ? `Bidding is pointless here: the least bid, ${hourly(leastBidText(least))}, is above the price on demand, ${hourly(onDemand)}.`
    : undefined;

/** That `bid` is more than `offer`, priced on demand, costs without one. */
export const needlessBid = (bid: number, { dph_base: onDemand }: Offer): string | undefined =>
  isKnown(onDemand) && bid > onDemand
    ? `The bid is above the price on demand, ${hourly(onDemand)}: rent it on demand, which nobody can outbid.`
    : undefined;

/** A size without what would be rounded up to more than there is. */
const gigabytes = (size: number): number => Math.floor(size * 10) / 10;

const percent = (share: number): number => Math.round(share * 10_000) / 100;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** `gpudeck-` and six letters; `random` gives numbers at least 0 and below 1. */
export const madeLabel = (random: () => number): string =>
  `gpudeck-${Array.from({ length: 6 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('')}`;

/** What the template of `plan` fills in, in a sentence; undefined without one. */
export const filledInWords = ({ template, image, runType, environment }: OfferlessPlan): string | undefined => {
  if (template === undefined) return undefined;
  const { name, fills } = template;
  const words = { image: `the image ${image}`, runType: `run as ${runType}`, onStart: 'its on-start script' };
  const names = Object.keys(template.environment).filter((name) => environment[name] === undefined);
  const all = [...fills.map((part) => words[part]), ...names];
  return `The template ${name} fills in ${all.length === 0 ? 'nothing' : all.join(', ')}.`;
};

/** What an instance is started with, masked: the names in the environment stay, and options such as `-p 8080:8080`. */
export const maskedValues = ({ environment, onStart }: Pick<RentRequest, 'environment' | 'onStart'>) => ({
  environment: maskedEnvironment(environment),
  ...(onStart !== undefined && { onStart: REDACTED }),
});

/** `call` with its secrets masked; the names in the environment stay, and options such as `-p 8080:8080`. */
export const maskedCall = ({ body, ...call }: Call): Call => {
  if (body === undefined) return call;
  const { env, onstart, docker_login_pass: password } = body;
  return {
    ...call,
    body: {
      ...body,
      ...(typeof env === 'object' && env !== null && { env: maskedEnvironment(env) }),
      ...(typeof env === 'string' && { env: maskedOptionText(env) }),
      ...(onstart !== undefined && { onstart: REDACTED }),
      ...(password !== undefined && password !== '' && { docker_login_pass: REDACTED }),
    },
  };
};
