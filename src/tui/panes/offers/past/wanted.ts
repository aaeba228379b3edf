/** What of the past the open page shows. Pure. */

import { ARM_MODELS } from '../../../../catalogue/gpu-models.ts';
import type { Condition } from '../../../../filter/line.ts';
import { boundsOf, type Likeness } from '../../../../pricing/likeness.ts';
import type { Subject } from '../../../../pricing/peer.ts';
import { lastArrived } from '../../../state/remote.ts';
import type { OwnMachinesPage, PastWanted } from '../pages.ts';
import { lastOfType } from '../position/asked-market.ts';
import { shownPricing } from '../pricing.ts';
import type { OffersState } from '../state.ts';

/** What the page of `state` shows, and the answer that it shows beside it: with a newer one, more may be known. */
export const pastWanted = (
  state: OffersState,
): { readonly wanted: PastWanted; readonly answeredEpochMs: number | undefined } | undefined => {
  const { page } = state;
  if (page === undefined) return offerWanted(state);
  if (page.kind === 'own-machines') return machinesWanted(state, page);
  if (page.kind !== 'position' || page.span === undefined) return undefined;
  const { subject, likeness, type, span } = page;
  return {
    wanted: { kind: 'cohort', conditions: cohortConditions(subject, likeness), type, storageGb: state.storageGb, span },
    answeredEpochMs: lastOfType(state.market, type)?.atEpochMs,
  };
};

/** Of the machines that the page has rows of. */
const machinesWanted = (
  { market }: OffersState,
  { hostId, type, likeness, rows = [] }: OwnMachinesPage,
): ReturnType<typeof pastWanted> => {
  const models = [...new Set(rows.map(({ subject }) => subject.model))].sort();
  if (models.length === 0) return undefined;
  return {
    wanted: { kind: 'machines', hostId, type, likeness, models },
    answeredEpochMs: lastOfType(market, type)?.atEpochMs,
  };
};

/** Of the offer that is open, where it has an id to know it by. */
const offerWanted = (state: OffersState): ReturnType<typeof pastWanted> => {
  const { id: offerId, machine_id: machineId, dph_total: price } = state.list.opened?.row ?? {};
  if (typeof offerId !== 'number') return undefined;
  const { type, storageGb, slaTarget } = shownPricing(state);
  return {
    wanted: {
      kind: 'offer',
      offerId,
      machineId: machineId ?? undefined,
      type,
      storageGb,
      slaTarget,
      price: price ?? undefined,
    },
    answeredEpochMs: lastArrived(state.answer)?.atEpochMs,
  };
};

/** The filter that finds the offers that are alike to `subject`; undefined where it is not known itself what they have to be alike in. */
const cohortConditions = (subject: Subject, likeness: Likeness): readonly Condition[] | undefined => {
  const { model, gpus, country, continent, reliability, isInDatacenter } = subject;
  const place = likeness.place === 'country' ? country : continent;
  const parts: readonly (readonly Condition[] | undefined)[] = [
    [equal('gpu_name', model)],
    likeness.gpus === 'any' ? [] : asKnown(gpus, (value) => [equal('num_gpus', value)]),
    verificationConditions(subject, likeness),
    likeness.place === 'any' ? [] : asKnown(place, (value) => [equal('geolocation', value)]),
    likeness.reliability === 'any' ? [] : asKnown(reliability, bandConditions),
    likeness.datacenter === 'any' ? [] : asKnown(isInDatacenter, (value) => [equal('datacenter', value)]),
    ARM_MODELS.includes(model) ? [{ field: 'cpu_arch', operator: 'any' }] : [],
  ];
  const conditions = parts.flatMap((part) => part ?? []);
  return parts.includes(undefined) ? undefined : conditions;
};

const equal = (field: string, value: string | number | boolean): Condition => ({ field, operator: 'eq', value });

const asKnown = <Value>(value: Value | undefined, conditionsOf: (value: Value) => readonly Condition[]) =>
  value === undefined ? undefined : conditionsOf(value);

/** Verified offers are what is asked for unless one says otherwise. */
const verificationConditions = ({ verification }: Subject, likeness: Likeness): readonly Condition[] | undefined => {
  const lifted: Condition = { field: 'verified', operator: 'any' };
  if (likeness.verification === 'any') return [lifted];
  return asKnown(verification, (value) => (value === 'verified' ? [] : [lifted, equal('verification', value)]));
};

const bandConditions = (reliability: number): readonly Condition[] => {
  const { from, to } = boundsOf(reliability);
  return [
    ...(from > 0 ? [{ field: 'reliability', operator: 'gte', value: from } as const] : []),
    ...(to === undefined ? [] : [{ field: 'reliability', operator: 'lt', value: to } as const]),
  ];
};
