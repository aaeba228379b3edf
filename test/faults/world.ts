/** What a cell of the matrix plays in: the real local service with its books, the proxy before it, and a trap. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createWebhook } from '../../src/local-service/account/webhooks.ts';
import { type Service, startService } from '../../src/local-service/serve.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { raw, type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';
import type { Said } from './secret-search.ts';
import { WINDOW_MACHINE } from './withdrawal.ts';

/** The tables of the service that a call can write into. */
export type Book =
  | 'maintenance_windows'
  | 'withdrawals'
  | 'webhooks'
  | 'webhook_deliveries'
  | 'notification_preferences'
  | 'contracts';

/** A world; close it with `await using`. */
export type World = AsyncDisposable & {
  readonly service: Service;
  readonly proxy: FaultProxy;
  /** A server that nobody may ever call: redirects point to it. */
  readonly trap: ScriptedServer;
  /** A machine of the caller's own. */
  readonly machineId: number;
  /** That one and others of the caller's own. */
  readonly machineIds: readonly number[];
  /** The only instance that the caller has, when a cell begins. */
  readonly instanceId: number;
  /** A folder of its own. */
  readonly folder: string;
  /** How often the service has written into `book` since the books were opened anew. */
  readonly written: (book: Book) => number;
  /** The service's key, and every secret that it has given out since a cell began. */
  readonly secrets: () => readonly string[];
  /** Has the end of the cell search what a program says: all of it, as `text` gives it then. */
  readonly hear: (what: string, text: () => string) => void;
  /** Everything that was said in this cell so far. */
  readonly heard: () => readonly Said[];
  /** Begins a cell: empties the books, forgets what was said, and lets the proxy pass everything on. */
  readonly begin: () => void;
};

/** 2026-11-21T12:00:00Z, where the program's clock begins too. */
const NOON_EPOCH_MS = Date.UTC(2026, 10, 21, 12);

/** The books that are empty before anything is written. */
const BOOKS: readonly Exclude<Book, 'contracts' | 'withdrawals' | 'webhook_deliveries'>[] = [
  'maintenance_windows',
  'webhooks',
  'notification_preferences',
];

/** A new world with a small market that stands still. */
export const createWorld = async (): Promise<World> => {
  const folder = mkdtempSync(join(tmpdir(), 'gpudeck-faults-'));
  const dataFile = join(folder, 'service.db');
  let passedMs = (): number => 0;
  const clock = { now: () => NOON_EPOCH_MS + passedMs() };
  const service = await startService({
    port: 0,
    dataFile,
    offers: 400,
    seed: 11,
    still: true,
    thresholds: false,
    clock,
  });
  const database = new DatabaseSync(dataFile);
  // Triggers count every write, also one that leaves nothing behind but what was there.
  database.exec('CREATE TABLE writes (book TEXT NOT NULL)');
  for (const book of BOOKS) {
    for (const kind of book === 'maintenance_windows' ? ['INSERT'] : ['INSERT', 'UPDATE']) {
      database.exec(`CREATE TRIGGER ${book}_${kind} AFTER ${kind} ON ${book}
        BEGIN INSERT INTO writes VALUES ('${book}'); END`);
    }
  }
  database.exec(`
    CREATE TRIGGER withdrawals_UPDATE AFTER UPDATE ON maintenance_windows BEGIN INSERT INTO writes VALUES ('withdrawals'); END;
    DELETE FROM contracts WHERE id <> (SELECT min(id) FROM contracts WHERE phase = 'running');
    DELETE FROM instances WHERE renter_id = ${service.userId} AND id NOT IN (SELECT id FROM contracts);
    UPDATE contracts SET is_bid = 1;
    CREATE TRIGGER contracts_UPDATE AFTER UPDATE ON contracts
      WHEN NEW.label IS NOT OLD.label OR NEW.intended <> OLD.intended OR NEW.dph_base <> OLD.dph_base
        OR NEW.phase = 'rebooting' AND OLD.phase <> 'rebooting'
      BEGIN INSERT INTO writes VALUES ('contracts'); END;
    CREATE TRIGGER contracts_DELETE AFTER DELETE ON contracts BEGIN INSERT INTO writes VALUES ('contracts'); END`);
  const request = { name: 'pager', url: 'https://pager.example/in', eventTypes: ['client:outbid'] };
  createWebhook(database, { userId: service.userId, nowS: NOON_EPOCH_MS / 1000, seal: 'of nobody', request });
  database.exec(`
    CREATE TRIGGER webhooks_DELETE AFTER DELETE ON webhooks BEGIN INSERT INTO writes VALUES ('webhooks'); END;
    CREATE TRIGGER webhook_deliveries_INSERT AFTER INSERT ON webhook_deliveries
      BEGIN INSERT INTO writes VALUES ('webhook_deliveries'); END`);
  const asItWas = ['accounts', 'contracts', 'instances', 'webhooks'].map((table) => {
    const rows = database
      .prepare(`SELECT * FROM ${table} ${table === 'instances' ? 'WHERE id IN (SELECT id FROM contracts)' : ''}`)
      .all();
    return { table, rows };
  });
  /** The caller's instance is there again, and nothing was charged for it. */
  const restore = () => {
    for (const { table, rows } of asItWas) {
      for (const row of rows) {
        const places = Object.keys(row).map(() => '?');
        database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${places.join(', ')})`).run(...Object.values(row));
      }
    }
  };
  const machineIds = database
    .prepare('SELECT id FROM machines ORDER BY id LIMIT 3')
    .all()
    .map(({ id }) => Number(id));
  const [machineId = 0] = machineIds;
  const give = database.prepare('UPDATE machines SET host_id = ? WHERE id = ?');
  for (const id of machineIds) give.run(service.userId, id);
  if (!machineIds.includes(WINDOW_MACHINE) || machineId === WINDOW_MACHINE)
    throw new Error(`The machines are ${machineIds.join(', ')}: none of the others is ${WINDOW_MACHINE}.`);
  const announce = database.prepare(`
    INSERT INTO maintenance_windows
      (machine_id, user_id, starts_at, duration_hours, category, reason, notifications_sent, created_at)
    VALUES (${WINDOW_MACHINE}, ${service.userId}, ${NOON_EPOCH_MS / 1000 + 864_000}, 2, 'disk', '', 0, 0)`);
  const count = database.prepare('SELECT count(*) AS writes FROM writes WHERE book = ?');
  // What a change sets off is over when it is looked for.
  passedMs = () => 60_000 * Number(count.get('contracts')?.writes);
  const givenOut: string[] = [];
  const proxy = await startFaultProxy(service.url, ({ body }) => {
    const secret = /"webhook_secret":"([^"]+)"/.exec(body.toString())?.[1];
    if (secret !== undefined) givenOut.push(secret);
  });
  const heard: [what: string, text: () => string][] = [];
  const trap = await startScriptedServer(...Array.from({ length: 100 }, () => raw(200, 'text/plain', 'caught')));

  return {
    service,
    proxy,
    trap,
    machineId,
    machineIds,
    instanceId: Number(database.prepare('SELECT id FROM contracts').get()?.id),
    folder,
    written: (book) => Number(count.get(book)?.writes),
    secrets: () => [service.apiKey, ...givenOut],
    hear: (what, text) => void heard.push([what, text]),
    heard: () => heard.map(([what, text]) => [what, text()]),
    begin: () => {
      givenOut.length = 0;
      heard.length = 0;
      for (const book of BOOKS) database.exec(`DELETE FROM ${book}`);
      announce.run();
      restore();
      database.exec('DELETE FROM writes');
      proxy.decide(() => undefined);
      proxy.atConnection(undefined);
    },
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await trap[Symbol.asyncDispose]();
      database.close();
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
};
