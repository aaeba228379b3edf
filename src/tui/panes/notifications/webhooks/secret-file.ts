/** The file that a webhook's secret is saved to. Pure. */

/** The name suggested for the secret of webhook `id`; the folder is the one that the program was started in. */
export const suggestedFile = (id: number | undefined): string =>
  id === undefined ? 'webhook-secret.txt' : `webhook-${id}-secret.txt`;
