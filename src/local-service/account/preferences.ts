/** Notification preferences (docs/interface.md, Notification preferences): group, then type, then the two channels; and the types that there are. */
import * as z from 'zod';
import { KNOWN_NOTIFICATION_TYPES, type NotificationTopic } from '../../catalogue/notification-types.ts';
import { type Refusal, readBody } from '../answer.ts';
import type { Database } from '../database.ts';

/** One type on the wire. */
type WireNotificationType = {
  /** `<group>:<event>`. */
  readonly key: string;
  readonly slug: string;
  readonly context: string;
  readonly topic: NotificationTopic;
  readonly category: string;
  readonly display_name: string;
  readonly default_preferences: { readonly email: boolean; readonly webhooks: boolean };
  readonly mandatory_email: boolean;
};

/** Every type that the local service knows. One is its own: the client learns of it by asking. */
export const SERVICE_TYPES: typeof KNOWN_NOTIFICATION_TYPES = [
  ...KNOWN_NOTIFICATION_TYPES,
  {
    group: 'host',
    event: 'machine_rented',
    topic: 'machine',
    displayName: 'Machine rented',
    category: 'update',
    defaults: { email: false, webhooks: false },
    isEmailMandatory: false,
  },
];

/** The same as they go out, those for renters first. */
export const notificationTypes = (): readonly WireNotificationType[] =>
  SERVICE_TYPES.map(({ group, event, topic, category, displayName, defaults, isEmailMandatory }) => ({
    key: `${group}:${event}`,
    slug: event,
    context: group,
    topic,
    category,
    display_name: displayName,
    default_preferences: defaults,
    mandatory_email: isEmailMandatory,
  }));

/** Whether each of the two channels is on. */
type Channels = { readonly email: boolean; readonly webhooks: boolean };

/** Every group's types with their channels. */
type Preferences = Readonly<Record<string, Readonly<Record<string, Channels>>>>;

/**
 * The preferences in `body`, or a 400 that names the place. Groups and types may be any lower-case words; no channel may be added, and one that is
 * missing has its default.
 */
export const readPreferencesBody = (body: unknown): { ok: true; value: Preferences } | Refusal => {
  const read = readBody(preferencesBody, body);
  return read.ok ? { ok: true, value: read.value.notification_preferences } : read;
};

/** Replaces all preferences of the user and returns what is now stored. What the new ones leave out is gone. */
export const replacePreferences = (
  database: Database,
  { userId, preferences, nowS }: { readonly userId: number; readonly preferences: Preferences; readonly nowS: number },
): Preferences => {
  database
    .prepare(
      `INSERT INTO notification_preferences (user_id, preferences, updated_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET preferences = excluded.preferences, updated_at = excluded.updated_at`,
    )
    .run(userId, JSON.stringify(preferences), nowS);
  return storedPreferences(database, userId);
};

/** What holds for the user: what is stored, and the default of each known type that was never set. */
export const preferencesOf = (database: Database, userId: number): Preferences => {
  const stored = storedPreferences(database, userId);
  const groups = [...new Set([...Object.keys(DEFAULTS), ...Object.keys(stored)])];
  return Object.fromEntries(groups.map((group) => [group, { ...DEFAULTS[group], ...stored[group] }]));
};

/** Switches on the webhook channel of `types` (`<group>:<event>`) and returns those for which it was off. */
export const switchOnWebhooks = (
  database: Database,
  { userId, types, nowS }: { readonly userId: number; readonly types: readonly string[]; readonly nowS: number },
): readonly string[] => {
  const before = storedPreferences(database, userId);
  const switched = types.filter((type) => channelsOf(before, type)?.webhooks !== true);
  if (switched.length > 0) {
    replacePreferences(database, { userId, preferences: switched.reduce(withWebhooksOn, before), nowS });
  }
  return switched;
};

const storedPreferences = (database: Database, userId: number): Preferences => {
  const row = database.prepare('SELECT preferences FROM notification_preferences WHERE user_id = ?').get(userId);
  return row === undefined ? {} : preferences.parse(JSON.parse(z.string().parse(row.preferences)));
};

/** What holds for somebody who has set nothing. */
const DEFAULTS: Preferences = Object.fromEntries(
  [...Map.groupBy(SERVICE_TYPES, ({ group }) => group)].map(([group, types]) => [
    group,
    Object.fromEntries(types.map(({ event, defaults }) => [event, defaults])),
  ]),
);

const MANDATORY = SERVICE_TYPES.filter(({ isEmailMandatory }) => isEmailMandatory);

const split = (type: string): readonly [group: string, event: string] => {
  const [group = '', event = ''] = type.split(':');
  return [group, event];
};

const channelsOf = (all: Preferences, type: string): Channels | undefined => {
  const [group, event] = split(type);
  return all[group]?.[event];
};

const withWebhooksOn = (all: Preferences, type: string): Preferences => {
  const [group, event] = split(type);
  // A type that was never set stays what it was by e-mail.
  const email = (channelsOf(all, type) ?? channelsOf(DEFAULTS, type))?.email ?? false;
  return { ...all, [group]: { ...all[group], [event]: { email, webhooks: true } } };
};

const CHANNELS_PROBLEM = 'must be an object of the two channels email and webhooks';

const word = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a lower-case word');
const on = z.boolean('must be true or false');
const channels = z
  .strictObject({ email: on.optional(), webhooks: on.optional() }, { error: channelsProblem })
  .refine((named) => Object.keys(named).length > 0, CHANNELS_PROBLEM);
/** zod leaves this name out of a record without a word, and what is left out of preferences would be gone. */
const NEVER_A_NAME = '__proto__';
/** Most groups, types and channels together: some hundred times as many as there are types. */
const MOST_NAMES = 10_000;
const preferences = z
  .unknown()
  .superRefine((value, context) => {
    const names = namesIn(value);
    if (names.includes(NEVER_A_NAME)) context.addIssue(`must not name ${NEVER_A_NAME}`);
    if (names.length > MOST_NAMES) context.addIssue(`must hold at most ${MOST_NAMES} names`);
  })
  .pipe(
    z.record(word, z.record(word, channels, 'must be an object of notification types'), 'must be an object of groups'),
  )
  .transform((groups) =>
    mapped(groups, (types, group) =>
      mapped(types, ({ email, webhooks }, event): Channels => {
        const usual = DEFAULTS[group]?.[event];
        return { email: email ?? usual?.email ?? false, webhooks: webhooks ?? usual?.webhooks ?? false };
      }),
    ),
  );
const preferencesBody = z.object({
  notification_preferences: preferences.superRefine((all, context) => {
    for (const { group, event } of MANDATORY) {
      if (all[group]?.[event]?.email !== false) continue;
      context.addIssue({ code: 'custom', path: [group, event, 'email'], message: 'cannot be switched off' });
    }
  }),
});

function channelsProblem(issue: { readonly code?: string | undefined }): string {
  return issue.code === 'unrecognized_keys' ? 'has a channel other than email and webhooks' : CHANNELS_PROBLEM;
}

function mapped<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
}
