/** Rate limits (API.md, Errors and Limits): the least number of seconds between two accepted calls to one endpoint with one key. */

/** The thresholds that API.md quotes, in seconds. Search and the calls not named here have none. */
const THRESHOLDS_S = { maintenance: 2.5, volumes: 5.5, connections: 2.9 } as const;

/** An endpoint that has a threshold. */
export type PacedEndpoint = keyof typeof THRESHOLDS_S;

/** Tells whether a call comes too early. */
export type Thresholds = {
  /** The text of the refusal, or undefined when the call may go on. */
  readonly refusal: (keyId: number, endpoint: PacedEndpoint) => string | undefined;
  /** Notes a call that was carried out; one that was refused for any reason starts no wait. */
  readonly accepted: (keyId: number, endpoint: PacedEndpoint) => void;
};

/** Thresholds that start with no call noted. Switched off, they refuse nothing. */
export const createThresholds = ({
  isOn,
  clock,
}: {
  readonly isOn: boolean;
  /** `now` is in epoch milliseconds; a clock that went back makes nobody wait. */
  readonly clock: { readonly now: () => number };
}): Thresholds => {
  const acceptedAtMs = new Map<string, number>();
  return {
    refusal: (keyId, endpoint) => {
      const last = acceptedAtMs.get(`${keyId} ${endpoint}`);
      const elapsedMs = last === undefined ? -1 : clock.now() - last;
      const isEarly = isOn && elapsedMs >= 0 && elapsedMs < THRESHOLDS_S[endpoint] * 1000;
      return isEarly ? `API requests too frequent endpoint threshold=${THRESHOLDS_S[endpoint]}` : undefined;
    },
    accepted: (keyId, endpoint) => {
      acceptedAtMs.set(`${keyId} ${endpoint}`, clock.now());
    },
  };
};
