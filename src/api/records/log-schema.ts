/** The shape of the answer that names where a log lies. */
import { z } from 'zod';
import { once } from '../../base/once.ts';

/** `{success: true, result_url}` (docs/interface.md, Logs). Whoever has the address can read the log. */
export const logReply: () => z.ZodType<{ readonly address: string }> = once(() =>
  z.object({ result_url: z.string() }).transform(({ result_url: address }) => ({ address })),
);
