/** A notification type as it is written, `<group>:<event>` (docs/interface.md, Events): what is wrong with one, and which are offered. */

import type { NotificationType } from '../../../api/records/replies.ts';
import { printable } from '../../../base/text.ts';
import { NOTIFICATION_TYPES } from '../../../catalogue/notification-types.ts';

/** Longest type that is taken, in characters. */
export const TYPE_MAXIMUM = 128;

const WORD = '[a-z][a-z0-9_-]*';
const TYPE = new RegExp(`^${WORD}:${WORD}$`, 'i');

/** Why `text` is no notification type, or undefined when it is one. An unknown group or event is no problem. */
export const typeProblem = (text: string): string | undefined => {
  if (TYPE.test(text)) return text.length > TYPE_MAXIMUM ? `At most ${TYPE_MAXIMUM} characters.` : undefined;
  const colons = text.split(':').length - 1;
  if (colons !== 1) return 'A type is a group, one colon and an event: client:low_credit.';
  if (/^:|:$/.test(text)) return text.startsWith(':') ? 'The group is missing.' : 'The event is missing.';
  return 'Group and event begin with a letter; letters, digits, _ and - may follow.';
};

/** The types that can be picked: the published ones, then `further` ones that are not among them. */
export const offeredTypes = (further: readonly string[]): readonly string[] => [
  ...new Set([...NOTIFICATION_TYPES, ...further]),
];

/** What it says of `type`; undefined where it says nothing. */
export const toldOf = (told: readonly NotificationType[], type: string): NotificationType | undefined =>
  told.find((other) => other.type === type);

/** Why `channel` of `type` cannot be switched off; undefined when it can. */
export const refusalToSwitchOff = (
  told: readonly NotificationType[],
  type: string,
  channel: string,
): string | undefined =>
  channel === 'email' && toldOf(told, type)?.isEmailMandatory === true
    ? `The service does not allow switching off email for ${printable(type)}.`
    : undefined;
