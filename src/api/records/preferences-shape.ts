/** The shape of a preferences object (docs/interface.md, Notification preferences). Its names are the service's: also `__proto__` is one among others. */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import type { ToldPreferences } from '../requests.ts';

/** An object of values of `shape` under any names. zod's own record leaves out `__proto__`. */
export const named = <Value>(shape: z.ZodType<Value>): z.ZodType<Readonly<Record<string, Value>>> =>
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

/** A channel is on, off, or there with a value that nobody here understands. */
const channel = () => z.boolean().nullable().catch(null);

/** Ten times the types that there are, and twice their longest name: what goes beyond is no list of notification types. */
const MOST_TYPES = 400;
/** Several times the channels that anybody has. */
const MOST_CHANNELS = 32;
const LONGEST_NAME = 256;

/** Reads one; what has not these three levels is refused as a whole, because what is left out would be dropped. */
export const preferencesShape = once(
  (): z.ZodType<ToldPreferences> =>
    named(named(named(channel()))).refine((preferences) => {
      const groups = Object.values(preferences);
      const types = groups.flatMap((group) => Object.keys(group));
      const channels = new Set(groups.flatMap((group) => Object.values(group).flatMap((type) => Object.keys(type))));
      const names = [...Object.keys(preferences), ...types, ...channels];
      return (
        types.length <= MOST_TYPES &&
        groups.length <= MOST_TYPES &&
        channels.size <= MOST_CHANNELS &&
        names.every(({ length }) => length <= LONGEST_NAME)
      );
    }),
);
