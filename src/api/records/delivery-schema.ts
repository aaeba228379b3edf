/** The shape of what was delivered to a webhook (docs/interface.md, Webhooks). */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import type { Delivery } from './replies.ts';

const text = () => z.string().optional().catch(undefined);
const moment = () => z.number().min(0).max(253_402_300_799).optional().catch(undefined);

const attempt = () =>
  z.object({
    number: z.int().optional().catch(undefined),
    at: moment(),
    status: z.int().optional().catch(undefined),
    trouble: text(),
  });

const delivery = () =>
  z
    .object({
      event_id: text(),
      notif_type: text(),
      message: text(),
      created_at: moment(),
      state: text(),
      note: text(),
      next_attempt_at: moment(),
      attempts: z
        .array(attempt().optional().catch(undefined))
        .transform((attempts) => attempts.filter((one) => one !== undefined))
        .catch([]),
    })
    .transform(
      ({ event_id: eventId, notif_type: type, created_at: createdAtS, next_attempt_at: nextAttemptAtS, ...rest }) => ({
        eventId,
        type,
        createdAtS,
        nextAttemptAtS,
        ...rest,
      }),
    );

/** `{deliveries: [...]}`; what is no delivery is left out. */
export const deliveriesReply = once(
  (): z.ZodType<readonly Delivery[]> =>
    z
      .object({ deliveries: z.array(delivery().optional().catch(undefined)) })
      .transform(({ deliveries }) => deliveries.filter((one) => one !== undefined)),
);
