/** Settings in words. Pure. */
import { printable } from '../../../../base/text.ts';
import type { Setting } from './settings.ts';

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
  return words.charAt(0).toUpperCase() + words.slice(1);
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
