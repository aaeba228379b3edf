/** Nothing is sent twice by itself (docs/promises.md, 1): the same for every call that changes something, and for two programs on one journal. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { ATTACH_WRITE } from '../src/account/attach-write.ts';
import { SSH_KEY_WRITE } from '../src/account/ssh-key-write.ts';
import type { Client } from '../src/api/client.ts';
import { systemClock } from '../src/base/clock.ts';
import type { HostMachine } from '../src/catalogue/values.ts';
import { COPY_WRITE, endingOf } from '../src/files/copy-write.ts';
import { readCopy } from '../src/files/place.ts';
import { CLEAN_UP_WRITE } from '../src/hosting/clean-up-write.ts';
import { planOf } from '../src/hosting/list-plan.ts';
import { LIST_WRITE } from '../src/hosting/list-write.ts';
import { MIN_BID_WRITE } from '../src/hosting/min-bid-write.ts';
import { UNLIST_WRITE } from '../src/hosting/unlist-write.ts';
import { sendChange } from '../src/instances/change.ts';
import { IMAGE_WRITE } from '../src/instances/image-write.ts';
import { INCREASE_WRITE } from '../src/instances/increase-write.ts';
import { INSTANCES_TOGETHER } from '../src/instances/together.ts';
import { UNLIMITED } from '../src/limits/allowance.ts';
import { announce } from '../src/maintenance/announcement.ts';
import { WITHDRAWAL_WRITE } from '../src/maintenance/withdrawal-write.ts';
import { sendWebhook, WEBHOOK_WRITE } from '../src/notifications/webhook-write.ts';
import { rentOne } from '../src/rentals/rent-one.ts';
import type { ChangesLook } from '../src/storage/journal/changes.ts';
import type { ProfileJournal } from '../src/storage/journal/profile-journal.ts';
import { TEMPLATE_WRITE } from '../src/templates/template-write.ts';
import { sendPreferences } from '../src/tui/panes/notifications/preferences/replacing.ts';
import { DELETE_VOLUME_WRITE } from '../src/volumes/delete-write.ts';
import { VOLUME_OFFER_WRITE } from '../src/volumes/offer-write.ts';
import { clientFor, WEBHOOK, WINDOW } from './support/api-client.ts';
import { EARLIER_WRITES } from './support/earlier-state.ts';
import { listedMachine } from './support/host-service.ts';
import { startJournal } from './support/journal.ts';
import { folderInMemory } from './support/local-service.ts';
import { created, OFFER, PLAN } from './support/renting.ts';
import {
  hangUp,
  json,
  raw,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from './support/scripted-server.ts';

type Program = { readonly client: Client; readonly journal: ProfileJournal };

/** How a write ended, and what the journal knows of it then. */
type Write = {
  readonly yes: ScriptedReply;
  /** The machine as it is listed once it was carried out. */
  readonly shown?: HostMachine;
  readonly send: (program: Program) => Promise<string>;
  readonly known: (program: Program) => string | undefined;
};

const clock = systemClock;
const USER_ID = 7;
const MACHINE = { id: 5, machine: listedMachine(5) };

const knownOf = (look: ChangesLook<string> | { readonly problem: string }): string =>
  'problem' in look ? look.problem : (look.open[0]?.outcome.kind ?? (look.seen > 0 ? 'accepted' : 'refused'));
const PREFERENCES = { client: { low_credit: { email: true, webhooks: false } } };

const ANNOUNCEMENT: Write = {
  yes: json(200, { success: true, you_sent: '2 notifications sent' }),
  send: async ({ client, journal: { announcements } }) =>
    (await announce(WINDOW, { client, announcements, clock, random: () => 0, known: [], mayWait: () => false })).kind,
  known: ({ journal }) => {
    const lines = journal.announcements.list(9);
    return 'problem' in lines ? lines.problem : lines[0]?.outcome.kind;
  },
};

/** Each change to an instance, by its name. */
const CHANGES = Object.fromEntries(
  (
    [
      { kind: 'start' },
      { kind: 'stop' },
      { kind: 'reboot' },
      { kind: 'recycle' },
      { kind: 'destroy' },
      { kind: 'label', label: 'train' },
      { kind: 'bid', price: 0.2 },
    ] as const
  ).map((change): [string, Write] => [
    `a change to an instance: ${change.kind}`,
    {
      yes: json(200, { success: true }),
      send: async ({ client, journal: { instanceChanges: changes } }) =>
        (await sendChange(5, change, { client, changes, clock, allowance: UNLIMITED, seen: 0 })).kind,
      known: ({ journal }) => knownOf(journal.instanceChanges.look([5], change.kind)),
    },
  ]),
);

const TOGETHER = [5, 6].map((id) => ({ id, instance: { id } }));

/** One call for two instances: of both is true what is true of the first. */
const SEVERAL: Write = {
  yes: json(200, { success: true, results: TOGETHER.map(({ id }) => ({ id, success: true })) }),
  send: async (program) => {
    const ends = await INSTANCES_TOGETHER.send(TOGETHER, { kind: 'stop' }, { ...program, clock, seen: 0 });
    if (ends === undefined) return 'refused';
    const kinds = new Set(ends.map(({ kind }) => kind));
    // Behind one that another program has sent the rest is overtaken too, or not sent.
    if (!kinds.has('overtaken')) expect(kinds.size).toBe(1);
    return ends[0]?.kind ?? '';
  },
  known: ({ journal }) => knownOf(journal.instanceChanges.look([6], 'stop')),
};

const WITHDRAWAL: Write = {
  yes: json(200, { success: true, machine_id: 5 }),
  send: async (program) =>
    (
      await WITHDRAWAL_WRITE.send(
        { id: 5, machineId: 5, windows: [] },
        { kind: 'withdraw' },
        { ...program, clock, allowance: UNLIMITED, seen: 0 },
      )
    ).kind,
  known: ({ journal }) => knownOf(journal.withdrawals.look([5], 'withdraw')),
};

/** Each write to a machine, which is read back where a list can show what was sent. */
const MACHINE_CHANGES: Readonly<Record<string, Write>> = {
  'a listing': {
    yes: json(200, { success: true, extended: 0 }),
    shown: listedMachine(5),
    send: async (program) => {
      const planned = planOf(
        { ...listedMachine(5), id: 5 },
        { volumeGb: 0 },
        { market: undefined, nowEpochMs: clock.now() },
      );
      if (!('sent' in planned)) throw new Error('nothing is known of the machine');
      const request = { kind: 'list', verb: 'list', listings: [planned], atEpochMs: clock.now() } as const;
      return (await LIST_WRITE.send(MACHINE, request, { ...program, clock, allowance: UNLIMITED, seen: 0 })).kind;
    },
    known: ({ journal }) => knownOf(journal.machineWrites.list.look([5], 'list')),
  },
  'an unlisting': {
    yes: json(200, { success: true, machine_id: 5 }),
    shown: listedMachine(5, { listed: false }),
    send: async (program) =>
      (await UNLIST_WRITE.send(MACHINE, { kind: 'unlist' }, { ...program, clock, allowance: UNLIMITED, seen: 0 })).kind,
    known: ({ journal }) => knownOf(journal.machineWrites.unlist.look([5], 'unlist')),
  },
  'a smallest bid': {
    yes: json(200, { success: true, you_sent: {} }),
    shown: listedMachine(5, { min_bid_price: 0.3 }),
    send: async (program) =>
      (
        await MIN_BID_WRITE.send(
          MACHINE,
          { kind: 'min-bid', price: 0.3 },
          { ...program, clock, allowance: UNLIMITED, seen: 0 },
        )
      ).kind,
    known: ({ journal }) => knownOf(journal.machineWrites['min-bid'].look([5], 'min-bid')),
  },
  'a clean-up': {
    yes: json(200, { success: true, num_deleted: 2 }),
    send: async (program) =>
      (await CLEAN_UP_WRITE.send(MACHINE, { kind: 'clean-up' }, { ...program, clock, allowance: UNLIMITED, seen: 0 }))
        .kind,
    known: ({ journal }) => knownOf(journal.machineWrites['clean-up'].look([5], 'clean-up')),
  },
};

const WEBHOOK_CHANGE: Write = {
  yes: json(200, { success: true }),
  send: async (program) => {
    const there = { id: 5, name: 'pager', url: 'https://pager.example/in', types: [] };
    return (await WEBHOOK_WRITE.send(there, { kind: 'delete' }, { ...program, clock, allowance: UNLIMITED, seen: 0 }))
      .kind;
  },
  known: ({ journal }) => knownOf(journal.webhookChanges.look([5], 'delete')),
};

/** Copies of files, and their end, by what they are called. */
const FILES = Object.fromEntries(
  (
    [
      ['a copy', readCopy('5:/a', '6:/b')],
      ['a cloud copy', readCopy('5:/a', 's3.7:/b')],
      ['the end of copies', endingOf(undefined, { target: '5', timeZone: 'UTC' })],
    ] as const
  ).map(([name, request]): [string, Write] => {
    if ('problem' in request || request.kind === 'local') throw new Error('that is no call');
    return [
      name,
      {
        yes: json(200, { success: true, msg: 'begun' }),
        send: async (program) =>
          (await COPY_WRITE.send({ id: 5, row: { id: 5 } }, request, { ...program, clock, seen: 0 })).kind,
        known: ({ journal }) => knownOf(journal.copies.look([5], request.kind)),
      },
    ];
  }),
);

const INCREASE: Write = {
  yes: json(200, { success: true, pending_price_increase_id: 77, contract_id: 5 }),
  send: async (program) =>
    (
      await INCREASE_WRITE.send(
        { id: 5, increase: { id: 77, contract_id: 5 } },
        { kind: 'accept-increase' },
        { ...program, clock, allowance: UNLIMITED, seen: 0 },
      )
    ).kind,
  known: ({ journal }) => {
    const look = journal.increaseAnswers.look([5], 'accept-increase');
    if ('problem' in look) return look.problem;
    return look.open[0]?.outcome.kind ?? (look.seen > 0 ? 'accepted' : 'refused');
  },
};

const VOLUME_OFFER = { id: 5, offer: { id: 5, machine_id: 7, disk_space: 400, storage_cost: 0.1 } };

const VOLUMES: Readonly<Record<string, Write>> = {
  'a rented volume': {
    yes: json(200, { success: true, volume_name: 'V.12' }),
    send: async (program) =>
      (
        await VOLUME_OFFER_WRITE.send(
          VOLUME_OFFER,
          { kind: 'rent-volume', gb: 9 },
          { ...program, clock, allowance: UNLIMITED, seen: 0 },
        )
      ).kind,
    known: ({ journal }) => knownOf(journal.volumeRents.look([5], 'rent-volume')),
  },
  'a clone of a volume': {
    yes: json(200, { success: true, volume_name: 'V.12' }),
    send: async (program) => {
      const wish = { kind: 'clone-volume', gb: 9, sourceId: 3 } as const;
      return (await VOLUME_OFFER_WRITE.send(VOLUME_OFFER, wish, { ...program, clock, allowance: UNLIMITED, seen: 0 }))
        .kind;
    },
    known: ({ journal }) => knownOf(journal.volumeRents.look([5], 'clone-volume')),
  },
  'a deletion of a volume': {
    yes: json(200, { success: true }),
    send: async (program) => {
      const target = { id: 5, volume: { id: 5 } };
      return (
        await DELETE_VOLUME_WRITE.send(
          target,
          { kind: 'delete-volume' },
          { ...program, clock, allowance: UNLIMITED, seen: 0 },
        )
      ).kind;
    },
    known: ({ journal }) => knownOf(journal.volumeDeletions.look([5], 'delete-volume')),
  },
};

const KEY_LINE = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBlX laptop';

const SSH_KEYS: Readonly<Record<string, Write>> = {
  'a key added': {
    yes: json(200, { success: true, key: { id: 5 } }),
    send: async (program) => {
      const request = { kind: 'add-key', key: KEY_LINE } as const;
      return (await SSH_KEY_WRITE.send({ id: -5, key: undefined }, request, { ...program, clock, seen: 0 })).kind;
    },
    known: ({ journal }) => knownOf(journal.keyChanges.look([-5], 'add-key')),
  },
  'a key deleted': {
    yes: json(200, { success: true }),
    send: async (program) => {
      const target = { id: 5, key: { id: 5, key: KEY_LINE } };
      return (await SSH_KEY_WRITE.send(target, { kind: 'delete-key' }, { ...program, clock, seen: 0 })).kind;
    },
    known: ({ journal }) => knownOf(journal.keyChanges.look([5], 'delete-key')),
  },
  ...Object.fromEntries(
    (['attach-key', 'detach-key'] as const).map((kind): [string, Write] => [
      kind,
      {
        yes: json(200, { success: true }),
        send: async (program) => {
          const request = { kind, key: KEY_LINE, keyIds: { 5: 7 } };
          return (await ATTACH_WRITE.send({ id: 5, instance: { id: 5 } }, request, { ...program, clock, seen: 0 }))
            .kind;
        },
        known: ({ journal }) => knownOf(journal.attachChanges.look([5], kind)),
      },
    ]),
  ),
};

const TEMPLATES = Object.fromEntries(
  (
    [
      { kind: 'create-template', parts: { name: 'a', image: 'b' } },
      { kind: 'edit-template', parts: { tag: '2' } },
      { kind: 'delete-template' },
    ] as const
  ).map((wish): [string, Write] => [
    wish.kind,
    {
      yes: json(200, { success: true, template: { id: 5, hash_id: 'f00' } }),
      send: async (program) => {
        const target = { id: 5, template: { id: 5, hash_id: 'f00' } };
        return (await TEMPLATE_WRITE.send(target, wish, { ...program, clock, allowance: UNLIMITED, seen: 0 })).kind;
      },
      known: ({ journal }) => knownOf(journal.templateChanges.look([5], wish.kind)),
    },
  ]),
);

const IMAGE: Write = {
  yes: json(200, { success: true }),
  send: async (program) => {
    const request = { kind: 'change-image', what: { image: 'ubuntu:24.04' } } as const;
    return (
      await IMAGE_WRITE.send({ id: 5, instance: { id: 5 } }, request, {
        ...program,
        clock,
        allowance: UNLIMITED,
        seen: 0,
      })
    ).kind;
  },
  known: ({ journal }) => knownOf(journal.imageChanges.look([5], 'change-image')),
};

const WRITES: Readonly<Record<string, Write>> = {
  ...TEMPLATES,
  ...SSH_KEYS,
  'another image': IMAGE,
  'a change to several instances': SEVERAL,
  ...VOLUMES,
  'an answer to a price increase': INCREASE,
  ...FILES,
  'a withdrawal': WITHDRAWAL,
  'a change to a webhook': WEBHOOK_CHANGE,
  ...MACHINE_CHANGES,
  'an announcement': ANNOUNCEMENT,
  'a webhook': {
    yes: json(200, { success: true, webhook: { id: 3 } }),
    send: async ({ client, journal: { webhooks } }) =>
      (await sendWebhook(WEBHOOK, { webhooks, known: [] }, { client, clock })).kind,
    known: ({ journal }) => journal.webhooks.list(9)[0]?.outcome.kind.replace('created', 'accepted') ?? 'refused',
  },
  'a rented offer': {
    yes: created(77),
    send: async ({ client, journal: { rentals, purse } }) =>
      (await rentOne(PLAN, { client: forRenting(client), rentals, purse, clock, random: () => 0, known: [] })).kind
        .replace('rented', 'accepted')
        .replace('not-sent', 'held-back'),
    known: ({ journal }) => {
      const standing = journal.rentals.standing(PLAN);
      return 'problem' in standing ? standing.problem : (standing[0]?.outcome.kind ?? 'refused');
    },
  },
  preferences: {
    yes: json(200, { success: true, notification_preferences: PREFERENCES }),
    send: async ({ client, journal: { preferences } }) => {
      const request = { userId: USER_ID, preferences: PREFERENCES };
      const seen = { confirmedAtEpochMs: undefined, openSinceEpochMs: undefined };
      return (await sendPreferences(request, { preferences, seen }, { client, clock })).kind;
    },
    known: ({ journal }) => {
      const { confirmed, openSinceEpochMs } = journal.preferences.of(USER_ID);
      if (openSinceEpochMs !== undefined) return 'unknown';
      return confirmed === undefined ? 'refused' : 'accepted';
    },
  },
  ...CHANGES,
};

/** A client that reads what is asked before an offer is rented, of which its machine is not known: then no lost answer is looked for. */
const forRenting = (client: Client): Client => ({
  ...client,
  searchOffers: async () => ({ records: [{ ...OFFER, machine_id: null }], malformedValues: 0, malformedRecords: 0 }),
  list: async () => ({ records: [], texts: [], malformedValues: 0, malformedRecords: 0 }),
});

/** Two programs on one journal and one service. */
const twoPrograms = ({ url, offer }: ScriptedServer, shown?: HostMachine) => {
  if (shown !== undefined) offer('machines/?owner=me', json(200, { machines: [shown] }));
  const file = join(folderInMemory(), 'journal.db');
  const program = () => ({ client: clientFor(url), journal: startJournal(file) });
  return { one: program(), other: program() };
};

describe.each(Object.entries(WRITES))('%s', (_, { yes, shown, send, known }) => {
  test('is noted before a byte goes out, and meanwhile no other program sends it', async () => {
    const meanwhile = Promise.withResolvers<string>();
    await using server = await startScriptedServer((response, request) => {
      send(other).then((end) => {
        meanwhile.resolve(end);
        yes(response, request);
      }, meanwhile.reject);
    });
    const { one, other } = twoPrograms(server, shown);
    expect(await send(one)).toBe('accepted');
    expect(await meanwhile.promise).toBe('overtaken');
    expect(server.requests).toHaveLength(1);
  });

  test('that the service accepted is noted so, and is not sent by another program that does not know of it', async () => {
    await using server = await startScriptedServer(yes, yes);
    const { one, other } = twoPrograms(server, shown);
    expect(await send(one)).toBe('accepted');
    expect([known(one), known(other)]).toEqual(['accepted', 'accepted']);
    expect(await send(other)).toBe('overtaken');
    expect(server.requests).toHaveLength(1);
  });

  test('whose answer was lost is an outcome unknown, and nobody sends it again by itself', async () => {
    await using server = await startScriptedServer(hangUp, yes, yes);
    const { one, other } = twoPrograms(server, shown);
    expect(await send(one)).toBe('unknown');
    expect([known(one), known(other)]).toEqual(['unknown', 'unknown']);
    expect(await send(other)).toBe('overtaken');
    expect(await send(one)).toBe('overtaken');
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    ['that the service refused', json(400, { success: false, error: 'invalid_args', msg: 'no good' })],
    ['that came too soon', json(429, { detail: 'API requests too frequent endpoint threshold=2.5' })],
  ])('%s is free to be sent again, once', async (_name, no) => {
    await using server = await startScriptedServer(no, yes, yes);
    const { one, other } = twoPrograms(server, shown);
    expect(await send(one)).toBe('refused');
    expect(known(one)).toBe('refused');
    expect(server.requests).toHaveLength(1);
    expect(await send(other)).toBe('accepted');
    expect(await send(one)).toBe('overtaken');
    expect(server.requests).toHaveLength(2);
  });

  test('is not sent where the journal cannot be written', async () => {
    await using server = await startScriptedServer(yes);
    const { one } = twoPrograms(server, shown);
    one.journal.close();
    expect(await send(one)).toMatch(/^(?:held-back|refused)$/);
    expect(server.requests).toEqual([]);
  });
});

describe('in a journal that an earlier version has left', () => {
  test.each(EARLIER_WRITES.map((earlier) => [`${earlier.write} (${earlier.end})`, earlier] as const))(
    '%s is known as it ended, and sent only where it was refused',
    async (_, { write: name, end, rows }) => {
      const write = WRITES[name.replace(/: \w+$/, '')];
      if (write === undefined) throw new Error(`no such write: ${name}`);
      await using server = await startScriptedServer(write.yes);
      const file = join(folderInMemory(), 'journal.db');
      startJournal(file).close();
      putRows(file, rows);
      const program = { client: clientFor(server.url), journal: startJournal(file) };
      expect(write.known(program)).toBe(end);
      expect(await write.send(program)).toBe(end === 'refused' ? 'accepted' : 'overtaken');
      expect(server.requests).toHaveLength(end === 'refused' ? 1 : 0);
    },
  );
});

/** Puts rows into tables of the journal in `file`. */
const putRows = (file: string, tables: (typeof EARLIER_WRITES)[number]['rows']): void => {
  const database = new DatabaseSync(file);
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) {
      const columns = Object.keys(row);
      const places = columns.map(() => '?').join(', ');
      database.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(row));
    }
  }
  database.close();
};

describe('of several in one call', () => {
  test('one that another program has sent meanwhile is left out, and nothing stays claimed that was not sent', async () => {
    await using server = await startScriptedServer(
      json(200, { success: true }),
      json(200, { success: true, results: [{ id: 5, success: true }] }),
    );
    const { one, other } = twoPrograms(server);
    const changes = other.journal.instanceChanges;
    expect((await sendChange(6, { kind: 'stop' }, { client: other.client, changes, clock, seen: 0 })).kind).toBe(
      'accepted',
    );
    const ends = await INSTANCES_TOGETHER.send(TOGETHER, { kind: 'stop' }, { ...one, clock, seen: 0 });
    expect(ends?.map(({ kind }) => kind)).toEqual(['accepted', 'overtaken']);
    expect(server.requests.map(({ body }) => body)).toEqual(['{"state":"stopped"}', '{"state":"stopped","ids":[5]}']);
    expect(one.journal.instanceChanges.look([5, 6], 'stop')).toMatchObject({ open: [] });
  });

  test('each has an end of its own: what the answer says nothing of is an outcome unknown, and what it refuses is free', async () => {
    const three = [...TOGETHER, { id: 7, instance: { id: 7 } }];
    const results = [
      { id: 5, success: true },
      { id: 6, success: false, error: 'no_such_instance', msg: 'you have no instance 6' },
    ];
    await using server = await startScriptedServer(json(200, { success: true, results }));
    const { one, other } = twoPrograms(server);
    const ends = await INSTANCES_TOGETHER.send(three, { kind: 'stop' }, { ...one, clock, seen: 0 });
    expect(ends?.map(({ kind }) => kind)).toEqual(['accepted', 'refused', 'unknown']);
    expect(other.journal.instanceChanges.look([5, 6, 7], 'stop')).toMatchObject({
      open: [{ instanceId: 7, outcome: { kind: 'unknown' } }],
    });
  });

  test.each([
    ['a program that died after its claims', hangUp],
    [
      'a failure that says of one that it was done',
      json(400, { error: 'x', msg: 'y', results: [{ id: 5, success: true }] }),
    ],
    ['a page about no such call', raw(404, 'text/html', '<h1>Not Found</h1>')],
    ['an answer that is cut', raw(200, 'application/json', '{"success": true, "res')],
  ])('%s leaves each of them unknown', async (_, reply) => {
    await using server = await startScriptedServer(reply);
    const { one, other } = twoPrograms(server);
    await INSTANCES_TOGETHER.send(TOGETHER, { kind: 'destroy' }, { ...one, clock, seen: 0 });
    expect(other.journal.instanceChanges.look([5, 6], 'destroy')).toMatchObject({
      open: [
        { instanceId: 5, outcome: { kind: 'unknown' } },
        { instanceId: 6, outcome: { kind: 'unknown' } },
      ],
    });
    expect(server.requests).toHaveLength(1);
  });
});

test('an announcement that came too soon keeps its claim while it waits to be sent again', async () => {
  const tooSoon = json(429, { detail: 'API requests too frequent endpoint threshold=0.01' });
  const { yes, send } = ANNOUNCEMENT;
  await using server = await startScriptedServer(tooSoon, yes, yes);
  const { one, other } = twoPrograms(server);
  let meanwhile: Promise<string> | undefined;
  const end = await announce(WINDOW, {
    client: one.client,
    announcements: one.journal.announcements,
    clock,
    random: () => 0,
    known: [],
    onTurnedAway: () => {
      meanwhile = send(other);
    },
  });
  expect(end.kind).toBe('accepted');
  expect(await meanwhile).toBe('overtaken');
  expect(server.requests).toHaveLength(2);
});
