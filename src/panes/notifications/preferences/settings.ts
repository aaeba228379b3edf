/** Notification preferences as a flat list, and how two such lists differ. Pure. */
import type { NotificationPreferences } from '../../../api/requests.ts';

/** The two channels (API.md, Events, rule 3). */
export const CHANNELS = ['email', 'webhooks'] as const;

/** One of them. */
export type Channel = (typeof CHANNELS)[number];

/** The channels of one notification type. */
export type Setting = { readonly group: string; readonly event: string } & Readonly<Record<Channel, boolean>>;

/** What a replacement would do to one type. */
export type Difference = 'new' | 'changed' | 'vanishing' | 'same';

/** One type as the grid shows it: your setting and the one that is known, as far as there are any. */
export type GridRow = {
  readonly type: string;
  readonly group: string;
  readonly event: string;
  readonly yours: Setting | undefined;
  readonly known: Setting | undefined;
  readonly difference: Difference;
};

/** The type of a setting, `<group>:<event>`. */
export const typeOf = ({ group, event }: Pick<Setting, 'group' | 'event'>): string => `${group}:${event}`;

/** The settings in `preferences`, in their order. A group without a type is none. */
export const settingsOf = (preferences: NotificationPreferences): readonly Setting[] =>
  Object.entries(preferences).flatMap(([group, events]) =>
    Object.entries(events).map(([event, { email, webhooks }]) => ({ group, event, email, webhooks })),
  );

/** `settings` as they are sent, groups in the order in which they first appear. */
export const preferencesOf = (settings: readonly Setting[]): NotificationPreferences =>
  Object.fromEntries(
    [...new Set(settings.map(({ group }) => group))].map((group) => [
      group,
      Object.fromEntries(
        settings
          .filter((setting) => setting.group === group)
          .map(({ event, email, webhooks }) => [event, { email, webhooks }]),
      ),
    ]),
  );

/** The setting of `type`, or undefined. */
export const settingOf = (settings: readonly Setting[], type: string): Setting | undefined =>
  settings.find((setting) => typeOf(setting) === type);

/** `settings` with one of them put in its place, or at the end. */
export const withSetting = (settings: readonly Setting[], setting: Setting): readonly Setting[] => {
  const type = typeOf(setting);
  return settingOf(settings, type) === undefined
    ? [...settings, setting]
    : settings.map((other) => (typeOf(other) === type ? setting : other));
};

/** `settings` without `type`. */
export const withoutSetting = (settings: readonly Setting[], type: string): readonly Setting[] =>
  settings.filter((setting) => typeOf(setting) !== type);

/** `settings` with the webhooks channel of `types` on, as the creation of a webhook leaves them. */
export const withWebhooksOn = (settings: readonly Setting[], types: readonly string[]): readonly Setting[] =>
  types.reduce((all, type) => {
    const { group, event } = partsOf(type);
    return withSetting(all, { group, event, email: settingOf(all, type)?.email ?? false, webhooks: true });
  }, settings);

/** Group and event of a type: what stands before its first colon, and what stands behind it. */
export const partsOf = (type: string): { readonly group: string; readonly event: string } => {
  const colon = type.indexOf(':');
  return { group: type.slice(0, Math.max(0, colon)), event: type.slice(colon + 1) };
};

/** The grid: the types offered, then those known and those of yours that are not among them. */
export const gridRows = (
  offered: readonly string[],
  known: readonly Setting[],
  yours: readonly Setting[],
): readonly GridRow[] =>
  [...new Set([...offered, ...known.map(typeOf), ...yours.map(typeOf)])].map((type) => {
    const your = settingOf(yours, type);
    const before = settingOf(known, type);
    return { type, ...partsOf(type), yours: your, known: before, difference: differenceOf(your, before) };
  });

const differenceOf = (yours: Setting | undefined, known: Setting | undefined): Difference => {
  if (yours === undefined) return known === undefined ? 'same' : 'vanishing';
  if (known === undefined) return 'new';
  return yours.email === known.email && yours.webhooks === known.webhooks ? 'same' : 'changed';
};
