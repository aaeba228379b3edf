/** Notification preferences as a flat list of types with their channels. Pure. */
import type { NotificationPreferences, ToldPreferences } from '../../../../api/requests.ts';
import { capital, printable } from '../../../../base/text.ts';

/** What is known of one channel of one type. Only `on` and `off` are ever sent. */
export type ChannelState = 'on' | 'off' | 'unknown';

/** The channels of one notification type by name. A channel that is not among them is one that the service does not name here. */
export type Setting = {
  readonly group: string;
  readonly event: string;
  readonly channels: Readonly<Record<string, ChannelState>>;
};

/** The channels that every type has (docs/interface.md, Events, rule 3); a service may have more. */
const USUAL_CHANNELS: readonly string[] = ['email', 'webhooks'];

export type TypeChannel = { readonly type: string; readonly channel: string };

/** The type of a setting, `<group>:<event>`. */
export const typeOf = ({ group, event }: Pick<Setting, 'group' | 'event'>): string => `${group}:${event}`;

/** Group and event of a type: what stands before its first colon, and what stands behind it. */
const partsOf = (type: string): { readonly group: string; readonly event: string } => {
  const colon = type.indexOf(':');
  return { group: type.slice(0, Math.max(0, colon)), event: type.slice(colon + 1) };
};

/** What is known of `channel`; undefined where there is no setting or it does not name the channel. */
export const channelOf = (setting: Setting | undefined, channel: string): ChannelState | undefined =>
  setting !== undefined && Object.hasOwn(setting.channels, channel) ? setting.channels[channel] : undefined;

/** Every channel that stands in some of `settings`: the usual ones, then the others as they come. */
export const channelsIn = (settings: readonly Setting[]): readonly string[] => [
  ...new Set([...USUAL_CHANNELS, ...settings.flatMap(({ channels }) => Object.keys(channels))]),
];

/** The settings in `preferences`, in their order. A group without a type is none. */
export const settingsOf = (preferences: ToldPreferences): readonly Setting[] =>
  Object.entries(preferences).flatMap(([group, events]) =>
    Object.entries(events).map(([event, channels]) => ({
      group,
      event,
      channels: Object.fromEntries(Object.entries(channels).map(([name, value]) => [name, stateOf(value)])),
    })),
  );

const stateOf = (value: boolean | null): ChannelState => (value === null ? 'unknown' : value ? 'on' : 'off');

/** `settings` as they are sent, groups in the order in which they first appear. A channel that is not known is left out. */
export const preferencesOf = (settings: readonly Setting[]): NotificationPreferences =>
  Object.fromEntries(
    [...new Set(settings.map(({ group }) => group))].map((group) => [
      group,
      Object.fromEntries(
        settings
          .filter((setting) => setting.group === group)
          .map(({ event, channels }) => [event, knownChannels(channels)]),
      ),
    ]),
  );

const knownChannels = (channels: Setting['channels']): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(channels).flatMap(([name, state]) => (state === 'unknown' ? [] : [[name, state === 'on']])),
  );

/** Every channel of `settings` that is not known, so that somebody has to decide on it. */
export const undecidedIn = (settings: readonly Setting[]): readonly TypeChannel[] =>
  settings.flatMap((setting) =>
    Object.entries(setting.channels).flatMap(([channel, state]) =>
      state === 'unknown' ? [{ type: typeOf(setting), channel }] : [],
    ),
  );

/** The setting of `type`, or undefined. */
export const settingOf = (settings: readonly Setting[], type: string): Setting | undefined =>
  settings.find((setting) => typeOf(setting) === type);

/** A setting of a type that had none: what `defaults` say, and nothing is known of the usual channels that they do not name. */
export const newSetting = (type: string, defaults: Readonly<Record<string, boolean>> = {}): Setting => ({
  ...partsOf(type),
  channels: Object.fromEntries([
    ...USUAL_CHANNELS.map((channel): [string, ChannelState] => [channel, 'unknown']),
    ...Object.entries(defaults).map(([channel, value]): [string, ChannelState] => [channel, stateOf(value)]),
  ]),
});

/** `setting` with one of its channels in another state. */
export const withChannel = (setting: Setting, channel: string, state: ChannelState): Setting => ({
  ...setting,
  channels: { ...setting.channels, [channel]: state },
});

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

/**
 * `settings` with the webhooks channel of `types` on, as the creation of a webhook leaves them. It says nothing of the other
 * channels of a type that had no setting here.
 */
export const withWebhooksOn = (settings: readonly Setting[], types: readonly string[]): readonly Setting[] =>
  types.reduce(
    (all, type) => withSetting(all, withChannel(settingOf(all, type) ?? newSetting(type), 'webhooks', 'on')),
    settings,
  );

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

/** The grid: the types offered, then those known and those of yours that are not among them. */
export const gridRows = (
  offered: readonly string[],
  known: readonly Setting[],
  yours: readonly Setting[],
): readonly GridRow[] => {
  const knownByType = new Map(known.map((setting) => [typeOf(setting), setting]));
  const yoursByType = new Map(yours.map((setting) => [typeOf(setting), setting]));
  return [...new Set([...offered, ...knownByType.keys(), ...yoursByType.keys()])].map((type) => {
    const your = yoursByType.get(type);
    const before = knownByType.get(type);
    return { type, ...partsOf(type), yours: your, known: before, difference: differenceOf(your, before) };
  });
};

/** The rows in which `yours` and `known` differ. */
export const differingRows = (known: readonly Setting[], yours: readonly Setting[]): readonly GridRow[] =>
  gridRows([], known, yours).filter(({ difference }) => difference !== 'same');

const differenceOf = (yours: Setting | undefined, known: Setting | undefined): Difference => {
  if (yours === undefined) return known === undefined ? 'same' : 'vanishing';
  if (known === undefined) return 'new';
  const channels = channelsIn([yours, known]);
  return channels.every((channel) => channelOf(yours, channel) === channelOf(known, channel)) ? 'same' : 'changed';
};

/** `yours`, which came from `before`, as it comes from `after`: what you changed is as you left it, the rest is as `after` says. */
export const rebased = (
  yours: readonly Setting[],
  before: readonly Setting[],
  after: readonly Setting[],
): readonly Setting[] =>
  gridRows([], after, gridRows([], before, yours).flatMap(asOneSetting)).flatMap(({ type }) => {
    const setting = rebasedSetting(settingOf(yours, type), settingOf(before, type), settingOf(after, type));
    return setting === undefined ? [] : [setting];
  });

const asOneSetting = ({ yours, known }: GridRow): readonly Setting[] => {
  const setting = yours ?? known;
  return setting === undefined ? [] : [setting];
};

const rebasedSetting = (
  yours: Setting | undefined,
  before: Setting | undefined,
  after: Setting | undefined,
): Setting | undefined => {
  if (differenceOf(yours, before) === 'same') return after;
  if (yours === undefined || after === undefined) return yours;
  return Object.entries(yours.channels).reduce(
    (setting, [channel, state]) =>
      state === 'unknown' || state === channelOf(before, channel) ? setting : withChannel(setting, channel, state),
    after,
  );
};

/** What a channel is called that is not called by its name. */
const CHANNEL_WORDS: ReadonlyMap<string, string> = new Map([
  ['sms', 'SMS'],
  ['whatsapp', 'WhatsApp'],
  ['in_app', 'in-app'],
]);

/** The name of a channel in a sentence: `email`. What the service calls a channel of its own may hold anything. */
export const channelWords = (channel: string): string => CHANNEL_WORDS.get(channel) ?? printable(channel);

/** The same as a heading: `Email`. */
export const channelHeading = (channel: string): string => {
  const words = channelWords(channel);
  return capital(words);
};

/** A setting in words: `email, webhooks`, `off`, `webhooks, email not known`, `not set`; `unknownWords` stand behind what is not known. */
export const settingWords = (setting: Setting | undefined, unknownWords = ' not known'): string => {
  if (setting === undefined) return 'not set';
  const channels = Object.entries(setting.channels);
  const words = channels.flatMap(([channel, state]) => (state === 'on' ? [channelWords(channel)] : []));
  const unknown = channels.flatMap(([channel, state]) => (state === 'unknown' ? [channelWords(channel)] : []));
  const known = words.length === 0 && unknown.length < channels.length ? ['off'] : words;
  return [...known, ...unknown.map((channel) => `${channel}${unknownWords}`)].join(', ') || 'no channel';
};
