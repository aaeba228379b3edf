/** Who a request comes from (docs/interface.md, Authentication). The key is looked up at every request, so a reset or a deletion acts at once. */

import { createMiddleware } from 'hono/factory';
import { type Caller, findCaller, isAllowed, type PermissionFlag } from '../account/keys.ts';
import { type Refusal, refused } from '../answer.ts';
import type { Database } from '../database/database.ts';
import { whenUnlocked } from '../database/lock.ts';
import type { Refuse } from './refusals.ts';
import { narrowingRefusal } from './whole-answers.ts';

/** What an authenticated route finds in its context. */
export type Authenticated = { Variables: { caller: Caller } };

/** What a route asks of its caller. */
type Gate = {
  readonly database: Database;
  readonly refuse: Refuse;
  /** Status for a key that is missing or was never one: 404 on search, 401 elsewhere (docs/interface.md, Errors). */
  readonly unknownStatus: 401 | 404;
  /** What a scoped key must carry; absent on reads. */
  readonly permission?: PermissionFlag;
  /** True for a call that gives a part of its answer when asked to. */
  readonly isPaged?: true;
};

/**
 * Lets a request through when its key is accepted and carries the permission, and when its query asks for nothing that the call
 * would silently leave out; notes the caller in the context.
 */
export const authenticate = ({ database, refuse, unknownStatus, permission, isPaged }: Gate) =>
  createMiddleware<Authenticated>(async (context, next) => {
    const header = context.req.header('authorization');
    const { signal } = context.req.raw;
    const caller = await whenUnlocked(() => identify(database, header, unknownStatus), { signal });
    if ('ok' in caller) return refuse(context, caller);
    if (permission !== undefined && !isAllowed(caller, permission)) {
      return refuse(context, refused(403, 'permission_denied', `this API key lacks the permission ${permission}`));
    }
    const unknown = isPaged ? undefined : narrowingRefusal(context);
    if (unknown !== undefined) return refuse(context, unknown);
    context.set('caller', caller);
    return next();
  });

const identify = (
  database: Database,
  header: string | undefined,
  unknownStatus: Gate['unknownStatus'],
): Caller | Refusal => {
  const value = /^bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  if (value === undefined) return refused(unknownStatus, 'auth_error', 'this action requires an API key');
  const caller = findCaller(database, value);
  if (caller === 'unknown') return refused(unknownStatus, 'auth_error', 'invalid API key');
  if (caller === 'retired') return refused(401, 'auth_error', 'this API key was deleted or reset');
  return caller;
};
