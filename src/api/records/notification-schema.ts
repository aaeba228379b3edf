/** The shapes of what the two reads of notifications answer (docs/interface.md, Notifications). */
import { z } from 'zod';
import { once } from '../../base/once.ts';
import type { ToldPreferences } from '../requests.ts';
import { named, preferencesShape } from './preferences-shape.ts';
import type { NotificationType } from './replies.ts';

const notificationType = () =>
  z
    .object({
      key: z.string().regex(/^[^:]+:./),
      display_name: z.string().optional().catch(undefined),
      default_preferences: named(z.boolean()).optional().catch(undefined),
      mandatory_email: z.boolean().optional().catch(undefined),
    })
    .transform(({ key, display_name, default_preferences, mandatory_email }) => ({
      type: key,
      displayName: display_name,
      defaults: default_preferences,
      isEmailMandatory: mandatory_email,
    }));

/** `{notification_types: [...]}`; an entry that names no type is left out. */
export const notificationTypesReply = once(
  (): z.ZodType<readonly NotificationType[]> =>
    z
      .object({ notification_types: z.array(notificationType().optional().catch(undefined)) })
      .transform(({ notification_types: types }) => types.filter((type) => type !== undefined)),
);

/** `{notification_preferences: {...}}`. */
export const presentPreferencesReply = once(
  (): z.ZodType<ToldPreferences> =>
    z
      .object({ notification_preferences: preferencesShape() })
      .transform(({ notification_preferences: preferences }) => preferences),
);
