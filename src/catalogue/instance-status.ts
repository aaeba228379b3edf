/** What an instance is doing, in a word (docs/interface.md, Instance). Pure. */
import type { ServiceRecord } from './columns.ts';
import { displayText } from './format.ts';

/** What the program knows of a status: how it is said, and how pressing it is. */
type Meaning = {
  readonly sign: string;
  /** `wrong` first, then what is on its way, what runs, what rests. */
  readonly kind: 'wrong' | 'underway' | 'running' | 'resting';
  /** What to know about a state that does not pass. */
  readonly advice?: string;
};

const GONE =
  'It does not come back by itself: destroy it, and rent another. Its disk is charged until it is destroyed.';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  provisioning: { sign: '~', kind: 'underway' },
  loading: { sign: '~', kind: 'underway' },
  rebooting: { sign: '~', kind: 'underway' },
  running: { sign: '+', kind: 'running' },
  stopped: { sign: '-', kind: 'resting', advice: 'Its disk is charged until it is destroyed.' },
  frozen: { sign: '-', kind: 'resting', advice: 'Its disk is charged until it is destroyed.' },
  outbid: {
    sign: '!',
    kind: 'wrong',
    advice: 'Another bid is higher. It runs again when yours is the highest. Its disk is charged meanwhile.',
  },
  exited: { sign: '!', kind: 'wrong', advice: GONE },
  unknown: { sign: '!', kind: 'wrong', advice: `Nothing has been heard from it. ${GONE}` },
  offline: { sign: '!', kind: 'wrong', advice: `Its host cannot be reached. ${GONE}` },
};

/** A state that nobody has published: it is shown as it is. */
const UNLISTED: Meaning = { sign: '?', kind: 'wrong' };

/** The status in a word: `provisioning` where the service has none yet, `?` where it sent no text. */
export const statusOf = ({
  actual_status: actual,
  intended_status: intended,
  is_bid: isBid,
}: ServiceRecord): string => {
  if (actual === null) return 'provisioning';
  if (typeof actual !== 'string' || actual === '') return '?';
  return actual === 'exited' && isBid === true && intended === 'stopped' ? 'outbid' : displayText(actual);
};

const meaningOf = (status: string): Meaning =>
  Object.hasOwn(MEANINGS, status) ? (MEANINGS[status] ?? UNLISTED) : UNLISTED;

/** A status with its sign: `! offline`. */
export const statusWords = (status: string): string => `${meaningOf(status).sign} ${status}`;

/** What is worth knowing of a status that does not pass; undefined for one that is well. */
export const statusAdvice = (status: string): string | undefined => meaningOf(status).advice;

const PRESSING: readonly Meaning['kind'][] = ['wrong', 'underway', 'running', 'resting'];

/** How pressing an instance is: what is wrong is 0, and comes first. */
export const pressingOf = (record: ServiceRecord): number => PRESSING.indexOf(meaningOf(statusOf(record)).kind);

/** True while something is on its way that the next answer may bring. */
export const isUnderway = (record: ServiceRecord): boolean => {
  const status = statusOf(record);
  const { intended_status: intended } = record;
  const { kind } = meaningOf(status);
  return (
    kind === 'underway' ||
    (kind === 'running' && intended === 'stopped') ||
    (kind === 'resting' && intended === 'running')
  );
};
