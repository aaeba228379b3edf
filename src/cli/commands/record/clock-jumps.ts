/** Tells when somebody has set this machine's clock while a recorder runs: what it recorded then would be of a wrong time. Pure. */

/** When an answer came, by every clock there is, in milliseconds. */
type Moment = {
  /** By this machine's clock, since the Unix epoch. */
  readonly nowMs: number;
  /** By the clock that nobody can set; it may stand still while the machine sleeps. */
  readonly ticksMs: number;
  /** By the service's clock, since the Unix epoch; undefined where it does not tell. */
  readonly serviceMs: number | undefined;
};

/** Less is an ordinary correction. */
const JUMP_MS = 5 * 60_000;

/** Closer to the service's clock than this, this machine's clock is right. */
const RIGHT_MS = 60_000;

/**
 * Judges the moments of answers, one after the other: by how many milliseconds the clock was set since the last one at which it went as it
 * should, 0 for one that goes on. A clock that was set to the service's time was put right, and is believed.
 */
export const createClockJumps = () => {
  let last: Moment | undefined;
  return (moment: Moment): number => {
    const jumpMs = last === undefined ? 0 : jumpBetween(last, moment);
    if (jumpMs === 0) last = moment;
    return jumpMs;
  };
};

const jumpBetween = (last: Moment, { nowMs, ticksMs, serviceMs }: Moment): number => {
  const passedMs = nowMs - last.nowMs;
  const byTicksMs = passedMs - (ticksMs - last.ticksMs);
  if (Math.abs(byTicksMs) < JUMP_MS) return 0;
  if (serviceMs === undefined || last.serviceMs === undefined) {
    // A machine that slept finds its clock ahead; none finds it behind.
    return byTicksMs > 0 ? 0 : byTicksMs;
  }
  const byServiceMs = passedMs - (serviceMs - last.serviceMs);
  return Math.abs(byServiceMs) < JUMP_MS || Math.abs(nowMs - serviceMs) < RIGHT_MS ? 0 : byServiceMs;
};
