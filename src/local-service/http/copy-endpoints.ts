/** The endpoints of copies (docs/interface.md, Files), and what they make of the records of instances. */
import { inTransaction } from '../../storage/files/database-file.ts';
import { unlessLocked } from '../database.ts';
import { type Asked, beginCloudCopy, beginCopy, carryOn, endCopies, isAnyCopied, withFiles } from '../files/copies.ts';
import { type Backend, type Call, type Endpoint, nowS, paced, readWrite, refuse, replyTo } from './endpoint.ts';

const askedOf = (backend: Backend, context: Call): Asked => {
  const { database, trees, clock } = backend;
  const moment = { userId: context.var.caller.userId, nowS: nowS(backend), world: backend.world() };
  return { database, trees, moment, nowMs: clock.now() };
};

/** The records of instances with what copies and files make of them; while another program holds the lock nothing goes on. */
export const filesTold = (backend: Backend, context: Call): ReturnType<typeof withFiles> => {
  const asked = askedOf(backend, context);
  const { database } = backend;
  const work = () => carryOn(asked);
  unlessLocked(() => {
    if (isAnyCopied(database)) database.isTransaction ? work() : inTransaction(database, work);
  });
  return withFiles(asked);
};

const written =
  (endpoint: string, act: (asked: Asked, body: unknown) => ReturnType<typeof beginCopy>): Endpoint =>
  (backend) =>
  async (context) => {
    const body = await readWrite(context);
    if (!body.ok) return refuse(context, body);
    return paced(backend, context, { endpoint, thresholdS: 1, isWrite: true }, () =>
      replyTo(context, act(askedOf(backend, context), body.value)),
    );
  };

/** What is below `/api/v0/commands`. */
export const COPY_ROUTES: readonly (readonly [method: string, name: string, endpoint: Endpoint])[] = [
  ['PUT', 'copy_direct', written('copies', beginCopy)],
  ['DELETE', 'copy_direct', written('copies-end', (asked, body) => endCopies(asked, 'direct', body))],
  ['POST', 'rclone', written('cloud-copies', beginCloudCopy)],
  ['DELETE', 'rclone', written('cloud-copies-end', (asked, body) => endCopies(asked, 'cloud', body))],
];
