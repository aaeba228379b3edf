/** An instance that is destroyed and rented anew: the search for an offer, the review, and how far it has got. Pure. */
import type { RentRequest } from '../../../api/requests.ts';
import type { Instance, Offer } from '../../../catalogue/values.ts';
import { type Line, type LineEdit, lineOf } from '../../state/line.ts';

/** What was agreed to when it is confirmed; its price is $/hour. */
export type Offered = {
  readonly offer: Offer;
  readonly plan: RentRequest;
  readonly perHour: number;
  /** Lines of the journal that the user knows of: of earlier rentals, and of destructions up to one. */
  readonly known: readonly number[];
  readonly seen: number;
  /** What was sent before and whose outcome is unknown, in words. */
  readonly before: readonly string[];
};

/** How far it is. */
type Stage =
  | { readonly kind: 'searching' | 'renting' | 'destroying' }
  /** `typed` is what confirms; present while it is typed. */
  | { readonly kind: 'review'; readonly offered: Offered; readonly top: number; readonly typed?: Line }
  /** Nothing more is sent; `lines` say why, or what became of it. */
  | { readonly kind: 'ended'; readonly lines: readonly string[] };

/** One instance that is destroyed and rented anew. */
export type Anew = { readonly instance: Instance & { readonly id: number }; readonly stage: Stage };

/** It is at another stage. */
export const anewAt = (anew: Anew, stage: Stage): Anew => ({ ...anew, stage });

/** What confirms is typed from now on, or no more. */
export const anewTyped = (anew: Anew, isTyped: boolean): Anew => {
  if (anew.stage.kind !== 'review') return anew;
  const { typed: _, ...stage } = anew.stage;
  return { ...anew, stage: { ...stage, ...(isTyped && { typed: lineOf('') }) } };
};

/** What confirms was edited. */
export const anewEdited = (anew: Anew, edit: LineEdit): Anew =>
  anew.stage.kind === 'review' && anew.stage.typed !== undefined
    ? { ...anew, stage: { ...anew.stage, typed: edit(anew.stage.typed) } }
    : anew;

/** The review was scrolled by `lines`. */
export const anewScrolled = (anew: Anew, lines: number): Anew =>
  anew.stage.kind === 'review' ? { ...anew, stage: { ...anew.stage, top: Math.max(0, anew.stage.top + lines) } } : anew;

/** True while calls are out that must not be left. */
export const isBusy = (anew: Anew | undefined): boolean =>
  anew !== undefined && (anew.stage.kind === 'renting' || anew.stage.kind === 'destroying');
