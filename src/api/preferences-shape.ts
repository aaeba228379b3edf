/** The shape of a preferences object (API.md, Resources). Its names are the service's: also `__proto__` is one among others. */
import { z } from 'zod';
import type { NotificationPreferences } from './requests.ts';

const channels = z.object({ email: z.boolean(), webhooks: z.boolean() });

/** An object of values of `shape` under any names. zod's own record leaves out `__proto__`. */
const named = <Value>(shape: z.ZodType<Value>): z.ZodType<Readonly<Record<string, Value>>> =>
  z
    .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .transform((value, context) => {
      const members: [name: string, value: Value][] = [];
      for (const [name, member] of Object.entries(value)) {
        const read = shape.safeParse(member);
        if (read.success) members.push([name, read.data]);
        else context.addIssue({ code: 'custom', message: `${name} is not understood` });
      }
      return Object.fromEntries(members);
    });

/** Ten times the types that there are, and twice their longest name: what goes beyond is no list of notification types. */
const MOST_TYPES = 1000;
const LONGEST_NAME = 256;

/** Reads one; what is not of this shape is refused as a whole. */
export const preferencesShape: z.ZodType<NotificationPreferences> = named(named(channels)).refine((preferences) => {
  const types = Object.values(preferences).flatMap((group) => Object.keys(group));
  const names = [...Object.keys(preferences), ...types];
  return names.length <= MOST_TYPES && names.every(({ length }) => length <= LONGEST_NAME);
});
