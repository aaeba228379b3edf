/** The keys of the review, and what they do: it is read, what is not known is decided, and the replacement confirmed. */
import { type Binding, bind, confirming, inFooter } from '../../../keys/binding.ts';
import { pageKeys } from '../keys.ts';
import { pageRows } from '../measures.ts';
import { refusalToSwitchOff } from '../told-types.ts';
import { channelDecided } from './edits.ts';
import { reviewLines } from './lines.ts';
import type { PreferencesNeeds } from './needs.ts';
import { type PreferencesState, undecidedOf } from './state.ts';
import { stageOpened, typingBegun } from './typing.ts';

/** What the review's keys need from outside. */
type ReviewNeeds = Pick<PreferencesNeeds, 'slice' | 'screen' | 'types' | 'refusal'>;

/** The rows of the review's key table. */
export const createReviewBindings = ({ slice, screen, types, refusal }: ReviewNeeds): readonly Binding[] => {
  const change = (transition: (state: PreferencesState) => PreferencesState) => slice.change(transition);
  const nextUndecided = () => undecidedOf(slice.get())[0];

  const refusalToDecide = (decision: 'on' | 'off') => {
    const next = nextUndecided();
    if (next === undefined) return 'Everything is decided: press Enter to continue.';
    return decision === 'off' ? refusalToSwitchOff(types(), next.type, next.channel) : undefined;
  };
  const decide = (decision: 'on' | 'off') => {
    const next = nextUndecided();
    if (next !== undefined) change((state) => channelDecided(state, next, decision));
  };
  /** The key that decides on the channel that is asked about. */
  const deciding = (id: string, key: string, decision: 'on' | 'off'): Binding =>
    bind(id, [key], decision, 'Preferences', () => decide(decision), {
      ...confirming,
      refusal: () => refusal() ?? refusalToDecide(decision),
    });

  const seen = () => {
    const { width, height } = screen();
    return { length: reviewLines(slice.get(), types(), width - 4).length, rows: pageRows(height) };
  };

  return [
    deciding('notifications.decide-on', 'y', 'on'),
    deciding('notifications.decide-off', 'n', 'off'),
    bind('notifications.confirm', ['enter', 'e'], 'confirm', 'Preferences', () => change(typeConfirmation), {
      ...confirming,
      refusal: () => refusal() ?? (nextUndecided() && 'Decide first: y switches it on, n off.'),
    }),
    bind('notifications.back', ['escape'], 'back to the grid', 'Preferences', () => change(backToGrid), inFooter),
    ...pageKeys(seen, (move) => change((state) => ({ ...state, top: move(state.top) }))),
  ];
};

const typeConfirmation = (state: PreferencesState) => typingBegun(state, 'confirmation');
const backToGrid = (state: PreferencesState) => stageOpened(state, 'grid');
