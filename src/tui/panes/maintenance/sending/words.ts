/** The queue in words: how far it is, what it does, what it asks, and what became of each announcement. Pure. */
import { printable } from '../../../../base/text.ts';
import { type Fate, isCallOut, type Queue, tallyOf, timeLeftMs } from '../../../../maintenance/queue.ts';

/** What became of one announcement, in two words at the most. */
export const fateWords = ({ stage }: Fate): string => {
  switch (stage) {
    case 'waiting':
      return 'waiting';
    case 'sending':
      return 'being sent';
    case 'announced':
      return 'announced';
    case 'failed':
      return 'not announced';
    case 'unknown':
      return 'outcome unknown';
    case 'before':
      return 'announced before';
  }
};

/** What the service or the way to it said, printable. */
export const answerWords = (fate: Fate): string => {
  switch (fate.stage) {
    case 'waiting':
      return fate.attempt === undefined ? '' : `called too soon, try ${fate.attempt} is next`;
    case 'sending':
      return '';
    case 'announced':
      return printable(fate.sentence ?? 'accepted without a message');
    case 'failed':
    case 'unknown':
    case 'before':
      return printable(fate.explanation.whatCameBack);
  }
};

/** The counts of what became of the announcements so far: `3 announced, 1 outcome unknown, 8 waiting`. */
export const tallyWords = (queue: Queue): string => {
  const { announced, failed, unknown, before, waiting, sending } = tallyOf(queue);
  const parts = [
    [announced, 'announced'],
    [failed, 'not announced'],
    [unknown, 'outcome unknown'],
    [before, 'announced before'],
    [sending, 'being sent'],
    [waiting, queue.mode.kind === 'stopped' ? 'never sent' : 'waiting'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
};

/** What the queue does: `next in 2 s, 25 s left`, `try 3 in 12 s`, `paused`, `stopping after this answer`. */
export const modeWords = (queue: Queue): string => {
  switch (queue.mode.kind) {
    case 'running': {
      const leftS = Math.ceil(timeLeftMs(queue) / 1000);
      const left = leftS === 0 ? '' : `, about ${leftS} s left`;
      if (isCallOut(queue)) return `waiting for the answer${left}`;
      const turnS = Math.ceil((queue.turnInMs ?? 0) / 1000);
      return turnS > 0 ? `${nextWords(queue)} in ${turnS} s${left}` : `sending${left}`;
    }
    case 'paused':
      return isCallOut(queue)
        ? 'pausing after this answer'
        : `paused${queue.problem === undefined ? '' : `: ${queue.problem}`}`;
    case 'asking':
      return 'waiting for your decision';
    case 'stopped':
      return isCallOut(queue) ? 'stopping after this answer' : 'stopped';
    case 'done':
      return 'nothing is left to send';
  }
};

/** What goes out next: the next announcement, or another try of one that the rate limit has turned away. */
const nextWords = ({ items }: Queue): string => {
  const next = items.find(({ fate }) => fate.stage === 'waiting')?.fate;
  return next?.stage === 'waiting' && next.attempt !== undefined ? `called too soon: try ${next.attempt}` : 'next';
};

/** A bar of `width` cells, filled as far as the queue has got, in plain characters: `[#####.......]`. */
export const progressBar = (queue: Queue, width: number): string => {
  const { announced, failed, unknown, before } = tallyOf(queue);
  const room = Math.max(1, width - 2);
  const filled = Math.floor(((announced + failed + unknown + before) / Math.max(1, queue.items.length)) * room);
  return `[${'#'.repeat(filled)}${'.'.repeat(room - filled)}]`;
};
