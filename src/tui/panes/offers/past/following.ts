/** Keeps to what the open page wants of the past. Pure. */
import type { PastReadState, PastValue, PastWanted } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { pastWanted } from './wanted.ts';

/** `state` with what its page wants of the past: it is to be read where it is not there, and dropped where nobody looks. */
export const pastFollowed = (state: OffersState): OffersState => {
  const next = pastWanted(state);
  const { past, ...rest } = state;
  if (next === undefined) return past === undefined ? state : rest;
  const isSame = past !== undefined && isSameWanted(past.wanted, next.wanted);
  if (isSame && past.answeredEpochMs === next.answeredEpochMs) return state;
  return { ...state, past: { ...next, stage: 'reading', ...(isSame && { value: past.value }) } };
};

/** It was read, or in words why not; nothing changes where something else is wanted by now. */
export const pastRead = (
  state: OffersState,
  asked: PastReadState,
  result: { readonly value: PastValue } | { readonly problem: string },
): OffersState =>
  state.past === asked
    ? { ...state, past: { wanted: asked.wanted, answeredEpochMs: asked.answeredEpochMs, stage: 'read', ...result } }
    : state;

const isSameWanted = (one: PastWanted, other: PastWanted): boolean => JSON.stringify(one) === JSON.stringify(other);
