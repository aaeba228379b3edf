/** The keys that answer which of the sessions that earlier runs have left is to be resumed. */
import { bind, inFooter, type Layer } from '../keys/binding.ts';

/** What the keys do. */
type QuestionNeeds = {
  readonly resume: () => void;
  readonly startAnew: () => void;
  /** Ends the program; the sessions stay for the next start. */
  readonly quit: () => void;
  /** Chooses another session, so many rows further down. */
  readonly move: (rows: number) => void;
};

/** The question's layer of keys; another one must shut off what lies behind. */
export const createResumeQuestion = ({ resume, startAnew, quit, move }: QuestionNeeds): Layer => ({
  bindings: [
    bind('session.resume', ['enter'], 'resume it', 'Session', resume, inFooter),
    bind('session.anew', ['escape'], 'start fresh', 'Session', startAnew, inFooter),
    bind('session.quit', ['q', 'ctrl-c'], 'quit, ask later', 'Session', quit, inFooter),
    bind('session.down', ['down', 'j'], 'older one', 'Session', () => move(1)),
    bind('session.up', ['up', 'k'], 'newer one', 'Session', () => move(-1)),
  ],
});
