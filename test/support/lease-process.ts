/**
 * A program that looks after leases until it is killed, or for as long as it is told: what it tells goes out line by line. It can be told
 * to kill itself, as by SIGKILL, at one step of what it does.
 */
import { createServiceAccess } from '../../src/access/service-access.ts';
import { sleep, systemClock } from '../../src/base/clock.ts';
import { createLeaseRunner } from '../../src/leases/runner.ts';
import { openJournal } from '../../src/storage/journal/open-journal.ts';
import { createProfileJournal, type ProfileJournal } from '../../src/storage/journal/profile-journal.ts';

export const LEASE_KEY = 'sk-lease-0123456789';
export const LEASE_SERVICE = 'https://market.example';

/** The steps at which it can be killed, in their order. */
export const LEASE_STEPS = [
  'before it tells that it is postponed',
  'before that is noted',
  'before its claim',
  'within its claim',
  'between claim and call',
  'before the answer is noted',
  'between the notes of the answer',
] as const;

/** One of them. */
export type LeaseKill = (typeof LEASE_STEPS)[number];

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('it is dead');
};

/** `journal` for a program that dies at `step`. */
export const deadly = (journal: ProfileJournal, step: LeaseKill | undefined, die: () => never): ProfileJournal => {
  const { leases, instanceChanges } = journal;
  const at = (own: LeaseKill) => {
    if (own === step) die();
  };
  return {
    ...journal,
    leases: {
      ...leases,
      postponed: (...args) => {
        at('before that is noted');
        return leases.postponed(...args);
      },
      claim: (...args) => {
        const claimed = leases.claim(...args);
        at('within its claim');
        return claimed;
      },
      settle: (...args) => {
        at('before the answer is noted');
        return leases.settle(...args);
      },
    },
    instanceChanges: {
      ...instanceChanges,
      begin: (...args) => {
        at('before its claim');
        const begun = instanceChanges.begin(...args);
        at('between claim and call');
        return begun;
      },
      settle: (...args) => {
        at('between the notes of the answer');
        return instanceChanges.settle(...args);
      },
    },
  };
};

/** Looks after the leases in `file` for so long. */
const run = async (file: string, url: string, forMs: number, kill: LeaseKill | undefined): Promise<void> => {
  const opened = openJournal(file);
  if ('problem' in opened) throw new Error(opened.problem);
  const journal = createProfileJournal(opened.journal, 'test', `run ${process.pid}`, { service: LEASE_SERVICE });
  const access = createServiceAccess(url, LEASE_KEY, {
    environment: {},
    clock: systemClock,
    version: 'test',
    keySource: 'test',
    onExchange: (exchange) => runner.exchanged(exchange),
    limits: { firstByteMs: 500 },
  });
  const runner = createLeaseRunner({
    journal: deadly(journal, kill, die),
    access: () => access,
    clock: systemClock,
    readOnlyReason: undefined,
    timeZone: 'UTC',
    tell: ({ text }) => {
      if (text.includes('nobody was warned') && kill === 'before it tells that it is postponed') die();
      process.stdout.write(`${text}\n`);
    },
    clearing: () => '',
  });
  const endMs = Date.now() + forMs;
  while (Date.now() < endMs)
    await sleep(systemClock, Math.max(1, Math.min(await runner.look(), endMs - Date.now())), undefined);
  await access.close();
  opened.journal.close();
};

const [, program, file = '', url = '', forMs = '', kill] = process.argv;
if (program === import.meta.filename)
  await run(
    file,
    url,
    Number(forMs),
    LEASE_STEPS.find((step) => step === kill),
  );
