/** What comes back of calls about SSH keys (docs/interface.md, SSH keys). */
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { once } from '../../base/once.ts';
import type { InstanceReceipt } from './replies.ts';

const said = once(() => z.object({ msg: z.string().optional().catch(undefined) }));

/** A yes with or without a word. */
export const keyReply = once(
  (): z.ZodType<InstanceReceipt> =>
    said()
      .extend({ success: z.literal(true).optional() })
      .transform(({ msg }) => ({ message: msg })),
);

/** The same, or "there already", which is said by `success: false`. */
export const attachReply = once(
  (): z.ZodType<InstanceReceipt> =>
    z.union([
      keyReply(),
      said()
        .extend({ success: z.literal(false) })
        .refine(({ msg }) => msg === undefined || /already|exists/i.test(msg))
        .transform(({ msg }) => ({ message: msg ?? 'The service says that it is there already.' })),
    ]),
);

/** `{ssh_keys}`, a text holding JSON; some services send the list itself. */
export const instanceKeysReply = once(() =>
  z
    .object({ ssh_keys: z.unknown() })
    .transform(({ ssh_keys: told }) => (typeof told === 'string' ? parseJson(told) : told))
    .pipe(z.array(z.object({ id: z.number(), public_key: z.string() }))),
);
