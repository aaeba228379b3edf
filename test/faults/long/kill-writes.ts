/** The writes of a kill round: several clients write without a pause until the service is killed under them. */
import { Agent } from 'node:http';
import { type Call, send } from './call.ts';
import { type ServiceProcess, startKeyCreation } from './service-process.ts';

/** What was sent in all rounds so far, and what of it the service acknowledged. */
export type SentWrites = {
  /** By the window's reason or the webhook's address, which no two of them share: true when acknowledged. */
  readonly windows: Map<string, boolean>;
  readonly webhooks: Map<string, boolean>;
  /** Preferences carry a number that counts up; one client sends them, one after the other. */
  readonly preferences: { sent: number; acknowledged: number };
  /** Values of keys that were printed. */
  readonly keys: string[];
};

/** Nothing sent yet. */
export const noWrites = (): SentWrites => ({
  windows: new Map(),
  webhooks: new Map(),
  preferences: { sent: 0, acknowledged: 0 },
  keys: [],
});

/** The group and type under which preferences carry their number. */
export const NUMBERED_GROUP = 'trial';

/** Clients of each of the two calls that may be made at the same time. */
const CLIENTS = 3;

/**
 * Writes to `service` until it is killed, which is when `killAfter` writes were acknowledged and others are under way; notes
 * all of them in `sent`. Resolves to what was refused, which nothing should be.
 */
export const writeUntilKilled = async (
  service: ServiceProcess,
  { machineId, sent, killAfter }: { machineId: number; sent: SentWrites; killAfter: number },
): Promise<readonly string[]> => {
  const refused: string[] = [];
  let acknowledged = 0;
  let killed: Promise<void> | undefined;
  /** One client: `next` makes its call and what notes the acknowledgement. */
  const client = async (next: () => { readonly call: Call; readonly onDone: () => void }): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const { call, onDone } = next();
      const headers = { authorization: `Bearer ${service.apiKey}` };
      const reply = await send(service.url, agent, { ...call, headers }).catch(() => undefined);
      if (reply === undefined) break;
      if (reply.status !== 200) refused.push(`${reply.status} ${reply.text.slice(0, 200)}`);
      else onDone();
      acknowledged += 1;
      if (acknowledged >= killAfter) killed ??= service.end('SIGKILL');
    }
    agent.destroy();
  };
  await Promise.all([
    ...Array.from({ length: CLIENTS }, () => client(() => nextWindow(sent, machineId))),
    ...Array.from({ length: CLIENTS }, () => client(() => nextWebhook(sent, machineId))),
    client(() => nextPreferences(sent, service.userId)),
  ]);
  await killed;
  return killed === undefined ? [...refused, 'the service ended before it was killed'] : refused;
};

/** Makes a key with a process of its own, which is killed `killAfterMs` later if it still runs then. */
export const createKeyUntilKilled = async (dataFile: string, sent: SentWrites, killAfterMs: number): Promise<void> => {
  const { value, kill } = startKeyCreation(dataFile, `key-${sent.keys.length}`);
  const timer = setTimeout(kill, killAfterMs);
  const printed = await value;
  clearTimeout(timer);
  if (/^[0-9a-f]{64}\n$/.test(printed)) sent.keys.push(printed.trim());
};

const nextWindow = ({ windows }: SentWrites, machineId: number) => {
  const reason = `window ${windows.size}`;
  windows.set(reason, false);
  const window = {
    sdate: '2030-01-01T00:00:00Z',
    duration: 2,
    maintenance_reason: reason,
    maintenance_category: 'disk',
  };
  return {
    call: { method: 'PUT', path: `/api/v0/machines/${machineId}/dnotify`, body: JSON.stringify(window) },
    onDone: () => windows.set(reason, true),
  };
};

/** Most webhooks of one user. */
const MOST_WEBHOOKS = 4;

/** One more webhook; a window once there may be no more of them. */
const nextWebhook = (sent: SentWrites, machineId: number) => {
  const { webhooks } = sent;
  if (webhooks.size >= MOST_WEBHOOKS) return nextWindow(sent, machineId);
  const address = `https://hooks.example.com/${webhooks.size}`;
  webhooks.set(address, false);
  const webhook = { name: 'trial', webhook_url: address, event_types: ['client:low_credit'] };
  return {
    call: { method: 'POST', path: '/api/v0/webhooks', body: JSON.stringify(webhook) },
    onDone: () => webhooks.set(address, true),
  };
};

const nextPreferences = ({ preferences }: SentWrites, userId: number) => {
  preferences.sent += 1;
  const number = preferences.sent;
  const body = { notification_preferences: { [NUMBERED_GROUP]: { [`n${number}`]: { email: true, webhooks: false } } } };
  return {
    call: { method: 'PUT', path: `/api/v0/users/${userId}/notification-prefs`, body: JSON.stringify(body) },
    onDone: () => {
      preferences.acknowledged = number;
    },
  };
};
