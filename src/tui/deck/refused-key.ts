/** A key that the service does not accept: what the key file holds by now is tried, else the user is asked for another one. */
import { keyQuestion } from '../../api/errors/explain.ts';
import type { Exchange } from '../../api/http/exchange.ts';
import type { FrameActions } from '../frame/actions.ts';
import type { FrameNeeds } from '../frame/needs.ts';

/** Looks at the calls that were made with the key in use. */
export const createRefusedKey = (
  { readKeyFileAgain }: Pick<FrameNeeds['services'], 'readKeyFileAgain'>,
  { askForKey }: Pick<FrameActions, 'askForKey'>,
): { readonly exchanged: (exchange: Exchange) => void; readonly keyChanged: () => void } => {
  /** One question for each key that was refused: who goes on without another is not asked again and again. */
  let wasAsked = false;
  return {
    keyChanged: () => {
      wasAsked = false;
    },
    exchanged: ({ outcome, status }) => {
      if (outcome !== 'key-rejected' && outcome !== 'credentials-missing') return;
      // A key file that was mended meanwhile is the answer, also after the question was put off.
      if (readKeyFileAgain?.() || wasAsked) return;
      wasAsked = true;
      askForKey(keyQuestion(status !== undefined));
    },
  };
};
