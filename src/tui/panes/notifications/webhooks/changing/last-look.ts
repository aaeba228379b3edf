/** The last look at a webhook before something is sent for it: the service is asked whether it still is what the user has seen. */
import { CALLS } from '../../../../../api/calls.ts';
import type { Client } from '../../../../../api/client.ts';
import { ApiError } from '../../../../../api/errors/error.ts';
import { explain } from '../../../../../api/errors/explain.ts';
import type { FailedWrite } from '../../failed-write.ts';
import { listedOf, type ServiceWebhook } from '../rows.ts';

/** What it came to. */
type Look =
  | { readonly kind: 'as-seen' | 'gone'; readonly listed: readonly ServiceWebhook[] }
  | {
      readonly kind: 'changed';
      readonly listed: readonly ServiceWebhook[];
      readonly now: ServiceWebhook;
      /** What has changed, in sentences. */
      readonly words: readonly string[];
    }
  | { readonly kind: 'failed'; readonly failed: FailedWrite };

/** Asks. Where a new secret is to be made, any change since counts, for it may have been that of the secret. */
export const lastLook = async (seen: ServiceWebhook, isOfSecret: boolean, client: Client): Promise<Look> => {
  try {
    const listed = listedOf(await client.list(CALLS.presentWebhooks));
    const now = listed.find(({ id }) => id === seen.id);
    if (now === undefined) return { kind: 'gone', listed };
    const words = [
      ...differences(seen, now),
      ...(isOfSecret && now.updatedAtS !== seen.updatedAtS ? ['It was changed since: perhaps its secret was.'] : []),
    ];
    return words.length === 0 ? { kind: 'as-seen', listed } : { kind: 'changed', listed, now, words };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const words = {
      tried: 'Tried to read the webhooks once more before sending. Nothing was sent.',
      whatCameBack: explain(error).whatCameBack,
      whatToDo: 'Try again: it is sent only once the service has said what there is.',
    };
    return { kind: 'failed', failed: { words, isOutcomeUnknown: false } };
  }
};

/** What of a webhook has become another thing, in sentences. */
const differences = (seen: ServiceWebhook, now: ServiceWebhook): readonly string[] => [
  ...(seen.name === now.name ? [] : [`Its name was "${seen.name}" and is "${now.name}" now.`]),
  ...(seen.url === now.url ? [] : [`Its address was ${seen.url} and is ${now.url} now.`]),
  ...(seen.types.join(' ') === now.types.join(' ')
    ? []
    : [`Its types were ${seen.types.join(', ')} and are ${now.types.join(', ')} now.`]),
];
