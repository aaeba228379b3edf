/** What a typed start turns out to be. */

/**
 * A text that is a moment; `clockNote` says what daylight saving does to the time that was typed, and `typedZone` is the zone that
 * was named, as an IANA name or an offset.
 */
export type StartMoment = {
  readonly kind: 'moment';
  /** Unix epoch seconds. */
  readonly epochS: number;
  readonly clockNote?: string;
  readonly typedZone?: string;
};

/** What a typed start is: nothing yet, a moment that is still to come, or a text that cannot be taken, and why. */
export type StartReading =
  | { readonly kind: 'empty' }
  | StartMoment
  | { readonly kind: 'problem'; readonly message: string };
