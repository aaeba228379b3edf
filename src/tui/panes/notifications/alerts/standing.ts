/** How an alert stands, in a word, and what of it has fired. Pure. */
import { armingOf } from '../../../../alerts/alert.ts';
import type { WrittenAlert } from '../../../../alerts/alerts-file.ts';
import type { Firing } from '../../../../alerts/firing.ts';
import type { Role } from '../../../ui/theme.tsx';
import type { AlertRow } from './state.ts';

/** How it stands. `fired`: it came true since it was armed, and goes on waiting. */
type Standing = 'armed' | 'fired' | 'off' | 'problem' | 'elsewhere';

/** How the alert of `row` stands at `service`. */
export const standingOf = ({ written, problem }: AlertRow, firings: readonly Firing[], service: string): Standing => {
  if (problem !== undefined) return 'problem';
  if (written.service !== service) return 'elsewhere';
  if (typeof written.armed !== 'string') return 'off';
  const arming = `${armingOf({ id: written.id, armedAtMs: Date.parse(written.armed) })}:`;
  return firings.some(({ key }) => key.startsWith(arming)) ? 'fired' : 'armed';
};

/** How that is drawn. */
export const STANDING_ROLES: Readonly<Record<Standing, Role>> = {
  armed: 'good',
  fired: 'accent',
  off: 'dim',
  problem: 'danger',
  elsewhere: 'dim',
};

/** What fired of an alert, the newest first. */
export const firingsOf = (firings: readonly Firing[], { id }: Pick<WrittenAlert, 'id'>): readonly Firing[] =>
  firings.filter(({ alert }) => alert === id);
