/** The keys that change a webhook, delete it, give it a new secret or send it a test: for the list, and for the page of a webhook. */
import { WEBHOOK_WRITE, type WebhookWrite } from '../../../../notifications/webhook-write.ts';
import type { WebhookChangeKind } from '../../../../storage/journal/webhooks.ts';
import { type Binding, bind, destructive } from '../../../keys/binding.ts';
import type { Slice } from '../../../state/slice.ts';
import { createWrite } from '../../write-page/create.ts';
import type { RunningWrite, WriteSite } from '../../write-page/site.ts';
import type { NotificationsNeeds } from '../tab.ts';
import { editOpened, refusalToChange, writingChanged } from './form-state.ts';
import { currentRow, type WebhooksState, writingIn } from './state.ts';

/** Builds what is reviewed, confirmed and sent for a webhook that is there. */
export const createActs = (
  { get, change }: Slice<WebhooksState>,
  needs: NotificationsNeeds,
  site: Pick<WriteSite<WebhookWrite>, 'askAgain' | 'onEnd' | 'reviewKeys'>,
): { readonly write: RunningWrite<WebhookWrite>; readonly keys: readonly Binding[] } => {
  const write = createWrite(WEBHOOK_WRITE, {
    needs,
    screen: needs.screen,
    slice: {
      get: () => writingIn(get()),
      change: (transition) => change((state) => writingChanged(state, transition(writingIn(state)))),
    },
    refusal: () => (writingIn(get()) === undefined ? refusalToChange(get()) : undefined),
    ...site,
  });
  const current = () => currentRow(get())?.service;
  const edit = () => {
    const webhook = current();
    if (webhook !== undefined) change((state) => editOpened(state, webhook));
  };
  const beginning = (kind: WebhookChangeKind) => () => {
    const webhook = current();
    if (webhook !== undefined) write.begin(kind, [webhook]);
  };
  const refusal = () => write.refusal('change', []);
  return {
    write,
    keys: [
      bind('notifications.change', ['e'], 'change', 'Webhook', edit, {
        isInFooter: true,
        help: 'change its name, address or types',
        words: ['edit', 'rename'],
        refusal,
      }),
      bind('notifications.test', ['t'], 'send a test', 'Webhook', beginning('test'), {
        isInFooter: true,
        words: ['try', 'ping'],
        refusal,
      }),
      bind('notifications.rotate', ['S'], 'new secret', 'Webhook', beginning('rotate'), {
        isInFooter: true,
        help: 'give it a new signing secret',
        words: ['rotate', 'key'],
        refusal,
      }),
      bind('notifications.delete', ['X'], 'delete', 'Webhook', beginning('delete'), {
        ...destructive,
        words: ['remove', 'destroy'],
        refusal,
      }),
    ],
  };
};
