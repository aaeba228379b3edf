/** The review of the form: how it is opened, its keys, and where the form leads when it is left. */
import { type Binding, bind, confirming, inFooter } from '../../../keys/binding.ts';
import { pageKeys } from '../keys.ts';
import { pageRows } from '../measures.ts';
import type { SendingNeeds } from './changing/sending.ts';
import { changeReviewed } from './changing/state.ts';
import type { FormNeeds } from './form-actions.ts';
import { stageOpened } from './form-state.ts';
import { reviewLines } from './lines.ts';
import { pageScrolled, recordOpened, type WebhooksState } from './state.ts';

type ReviewNeeds = Pick<FormNeeds, 'slice' | 'screen' | 'refusal' | 'refuse'> &
  Pick<SendingNeeds, 'journal' | 'timeZone'> & {
    /** Reads the journal anew. */
    readonly read: () => void;
    /** Creates the webhook of the form. */
    readonly create: () => void;
    /** Sends what the form changes. */
    readonly sendEdit: () => void;
  };

type FormReview = {
  readonly bindings: () => readonly Binding[];
  /** Opens it, in view of what the journal knows at the moment. */
  readonly open: () => void;
  /** Leaves the form: a webhook that was to be changed is looked at again. */
  readonly leaveForm: () => void;
};

/** Builds it. */
export const createFormReview = (needs: ReviewNeeds): FormReview => {
  const { slice, screen, refusal, refuse, journal, timeZone, read, create, sendEdit } = needs;
  const change = (transition: (state: WebhooksState) => WebhooksState) => slice.change(transition);
  const seen = () => {
    const { width, height } = screen();
    return { length: reviewLines(slice.get(), timeZone, width - 4).length, rows: pageRows(height) };
  };
  return {
    bindings: () => [
      slice.get().editing === undefined
        ? bind('notifications.create', ['c'], 'create it', 'Webhook', create, { ...confirming, refusal })
        : bind('notifications.change-send', ['c'], 'change it', 'Webhook', sendEdit, { ...confirming, refusal }),
      bind('notifications.review-enter', ['enter'], 'which key sends', 'Webhook', () => {}, {
        refusal: () => `c ${slice.get().editing === undefined ? 'creates' : 'changes'} it: Enter sends nothing.`,
      }),
      bind(
        'notifications.back',
        ['escape'],
        'back to the form',
        'Webhook',
        () => change((state) => stageOpened(state, 'form')),
        inFooter,
      ),
      ...pageKeys(seen, (move) => change((state) => pageScrolled(state, move))),
    ],
    open: () => {
      read();
      const access = journal();
      const { editing } = slice.get();
      if (editing === undefined) {
        change((state) => stageOpened(state, 'review'));
        return;
      }
      const look = 'problem' in access ? access : access.webhookChanges.look([editing.id], 'change');
      if ('problem' in look) refuse(look.problem);
      else change((state) => changeReviewed(state, look));
    },
    leaveForm: () =>
      change((state) =>
        state.editing === undefined
          ? stageOpened(state, 'list')
          : recordOpened(stageOpened(state, 'list'), `id ${state.editing.id}`),
      ),
  };
};
