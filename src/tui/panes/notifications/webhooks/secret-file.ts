/** The file that a webhook's secret is saved to. Pure. */
import type { CreatedWebhook } from './state.ts';

/** The name suggested for the secret of a webhook; the folder is the one that the program was started in. A new secret stands beside the old. */
export const suggestedFile = (created: Pick<CreatedWebhook, 'webhook' | 'isRotated'> | undefined): string => {
  const id = created?.webhook.id;
  return ['webhook', id, created?.isRotated && 'new', 'secret.txt'].filter(Boolean).join('-');
};
