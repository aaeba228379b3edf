/** What was sent for webhooks and whose outcome is unknown: read from the journal, and settled by what the service lists. */
import type { Changes } from '../../../../../storage/journal/changes.ts';
import { WEBHOOK_CHANGE_KINDS, type WebhookChangeKind } from '../../../../../storage/journal/webhooks.ts';
import type { ServiceWebhook } from '../rows.ts';
import { listedIn, type WebhooksState } from '../state.ts';
import { isShownBy, type SentWebhookChange } from './webhook-change.ts';

/** Those of the webhooks that `state` knows of; none where the journal cannot be read. */
export const openChanges = (
  changes: Changes<WebhookChangeKind>,
  state: Pick<WebhooksState, 'known' | 'listed' | 'open'>,
): readonly SentWebhookChange[] => {
  const listed = listedIn(state);
  const ids = new Set([
    ...(typeof listed === 'object' ? listed.map(({ id }) => id) : []),
    ...state.known.flatMap(({ outcome }) => (outcome.kind === 'created' ? (outcome.webhookId ?? []) : [])),
    ...state.open.map(({ instanceId }) => instanceId),
  ]);
  return WEBHOOK_CHANGE_KINDS.flatMap((kind) => {
    const look = changes.look([...ids], kind);
    return 'problem' in look ? [] : look.open;
  });
};

/** Notes of those that `listed` shows to have been carried out that they were; they come back. */
export const settleShown = (
  changes: Changes<WebhookChangeKind>,
  state: WebhooksState,
  listed: readonly ServiceWebhook[],
): readonly SentWebhookChange[] => {
  const shown = openChanges(changes, state).filter((sent) => isShownBy(sent, listed));
  for (const { line } of shown) changes.settle(line, { kind: 'accepted' });
  return shown;
};

/** What there is to know and to do about one of them, once the list was read again. */
export const openWords = ({ kind }: SentWebhookChange): string => {
  switch (kind) {
    case 'change':
      return 'What the service lists stands below: e changes it again.';
    case 'delete':
      return 'The service still lists it: X deletes it again.';
    case 'rotate':
      return 'Which secret it has now is not known here: S makes another one.';
    case 'test':
      return 'What was sent stands under the deliveries: t sends another one.';
  }
};
