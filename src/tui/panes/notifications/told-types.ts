/** What the service says of notification types, where it says anything (docs/interface.md, Notifications). Pure. */
import type { NotificationType } from '../../../api/records/replies.ts';
import { printable } from '../../../base/text.ts';

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
