/**
 * The account by the clock: each contract's life, what is spent on it, and the balance that this runs down. A pure function of what
 * was written last and of the moment, which `settle` reads and writes.
 */
import * as z from 'zod';
import { inTransaction } from '../../storage/files/database-file.ts';
import { type Notice, recordNotices } from '../account/deliveries.ts';
import { type Database, insertRow } from '../database.ts';
import { type Charge, chargeOf, type Meter, meteredAt, recordCharge, sumOf } from '../money/meter.ts';
import { recordPayment } from '../money/payments.ts';
import { type RentedVolume, readVolumes, volumeVersions, writeVolume } from '../money/volumes.ts';
import { type Contract, changedAt, meterOf, raisedAt, ratesOf, readContracts, writeContract } from './contract.ts';
import { changesOf, commanded, type Life, type World } from './life.ts';

/** What a user has and owes. */
export type Account = {
  /** $ paid in, less what was spent on what is no more. */
  readonly credit: number;
  /** True when the user was told that the balance is low, and it has not risen since. */
  readonly isLow: boolean;
  /** True when a card pays once nothing is left; otherwise all instances are stopped. */
  readonly hasCard: boolean;
  /** True when they were, and there is nothing yet. */
  readonly isOut: boolean;
  /** Up to here everything is known. */
  readonly settledAtS: number;
  readonly contracts: readonly Contract[];
  readonly volumes: readonly RentedVolume[];
};

/** An account at a later moment, and what happened until then, oldest first. */
type Advanced = {
  readonly account: Account;
  readonly lives: readonly { readonly contractId: number; readonly life: Life }[];
  readonly notices: readonly Notice[];
  /** What was spent on what has changed since, up to its changes. */
  readonly charges: readonly Charge[];
  readonly cardPayments: readonly { readonly dollars: number; readonly atS: number }[];
};

/** Below this the user is told, $. */
export const LOW_BALANCE = 5;
/** What the account's card pays in when nothing is left, $. */
const TOP_UP = 50;

const metersOf = ({ contracts, volumes }: Pick<Account, 'contracts' | 'volumes'>): readonly Meter[] => [
  ...contracts.map(meterOf),
  ...volumes,
];

/** $ that are left at `atS`, which is no earlier than the last change. */
export const balanceAt = (account: Account, atS: number): number =>
  account.credit - metersOf(account).reduce((sum, meter) => sum + meteredAt(meter, atS), 0);

/** What all of it costs at the moment up to which it is known, $/hour, by what it is paid for. */
export const burnOf = (account: Account) => ({
  gpu: sum(account.contracts.map((contract) => ratesOf(contract).gpu)),
  disk: sum(account.contracts.map((contract) => ratesOf(contract).disk)),
  volumes: sum(account.volumes.map(({ rates }) => rates.disk)),
});

const sum = (figures: readonly number[]): number => figures.reduce((all, figure) => all + figure, 0);

/** The account at `toS`; as it is when that is past already. */
export const advanced = (account: Account, toS: number, world: World): Advanced => {
  const { emptyAtS, ...whole } = stepTo(account, toS, world);
  if (emptyAtS === undefined) return whole;
  const until = stepTo(account, emptyAtS, world);
  const stop = stoppedAt(until.account, emptyAtS);
  const rest = advanced(stop.account, toS, world);
  const parts = [until, stop, rest];
  return {
    account: rest.account,
    lives: parts.flatMap(({ lives }) => lives),
    notices: parts.flatMap(({ notices }) => notices),
    charges: parts.flatMap(({ charges }) => charges),
    cardPayments: parts.flatMap(({ cardPayments }) => cardPayments),
  };
};

/** The account at `toS`, and when nothing was left for the first time, where that stops its instances: from then on all is otherwise. */
const stepTo = (account: Account, toS: number, world: World): Advanced & { readonly emptyAtS?: number } => {
  const fromS = account.settledAtS;
  if (toS < fromS) return { account, lives: [], notices: [], charges: [], cardPayments: [] };
  const contracts = account.contracts.map((contract) => versionsUntil(contract, fromS, toS, world));
  const volumes = account.volumes.map((volume) => volumeVersions(volume, fromS, toS, world));
  const lives = contracts
    .flatMap((all) => all.slice(1).filter(({ contract: { life } }, place) => life !== all[place]?.contract.life))
    .map(({ contract: { id, life } }) => ({ contractId: id, life }))
    .sort((one, other) => one.life.beganAtS - other.life.beganAtS);
  const meters = [...contracts.map((all) => all.map(({ contract }) => meterOf(contract))), ...volumes];
  const { charges, ...balance } = runDown(account, meters, toS);
  const notices = [...contracts.flatMap((all) => all.flatMap(({ notice }) => notice ?? [])), ...balance.notices];
  const present = {
    ...{ credit: balance.credit, isLow: balance.isLow, isOut: balance.isOut, settledAtS: toS },
    contracts: contracts.flatMap((all) => all.at(-1)?.contract ?? []),
    volumes: volumes.flatMap((all) => all.at(-1) ?? []),
  };
  return {
    account: { ...account, ...present },
    lives,
    notices: notices.sort((one, other) => one.atS - other.atS),
    charges,
    cardPayments: balance.cardPayments,
    ...(balance.emptyAtS !== undefined && { emptyAtS: balance.emptyAtS }),
  };
};

/** The account whose instances are all stopped at `atS`, because nothing is left. */
const stoppedAt = (account: Account, atS: number): Advanced => {
  const stops = account.contracts.map((contract) => {
    const life = commanded(contract.life, 'stopped', atS) ?? { ...contract.life, intended: 'stopped' as const };
    return { contract, life, isNew: life.phase !== contract.life.phase };
  });
  const message = 'Nothing is left: all instances are stopped, and their disks go on costing';
  return {
    account: {
      ...{ ...account, isOut: true },
      contracts: stops.map(({ contract, life }) => changedAt(contract, atS, { life })),
    },
    lives: stops.flatMap(({ contract, life, isNew }) => (isNew ? [{ contractId: contract.id, life }] : [])),
    notices: [{ event: 'low_credit', message, atS }],
    charges: account.contracts.map((contract) => chargeOf(meterOf(contract), atS)),
    cardPayments: [],
  };
};

/** A contract as it was from some moment on. */
type Version = { readonly contract: Contract; readonly notice?: Notice };

/** The contract as it was, and after each change until `toS`. */
const versionsUntil = (contract: Contract, fromS: number, toS: number, world: World): readonly Version[] => {
  const { raise, endsAtS } = contract;
  if (raise === undefined || endsAtS > toS) return livesUntil(contract, fromS, toS, world);
  const before = livesUntil(contract, fromS, Math.max(fromS, endsAtS), world);
  const after = raisedAt(before.at(-1)?.contract ?? contract, raise);
  return [...before, ...livesUntil(after, Math.max(fromS, endsAtS), toS, world)];
};

const livesUntil = (contract: Contract, fromS: number, toS: number, world: World): readonly Version[] => {
  const versions: Version[] = [{ contract }];
  let present = contract;
  for (const { life, event } of changesOf(contract.tenancy, contract.life, fromS, toS, world)) {
    present = changedAt(present, life.beganAtS, { life });
    const name = contract.label ?? String(contract.id);
    const message = `${name}: ${life.message ?? life.phase}`;
    const notice = event && { event, contractId: contract.id, message, atS: life.beganAtS };
    versions.push({ contract: present, ...(notice && { notice }) });
  }
  return versions;
};

/** What the versions cost until `toS`: whole seconds at which the balance is low, at which the card pays, or at which nothing is left. */
const runDown = (account: Account, versions: readonly (readonly Meter[])[], toS: number) => {
  const turns = versions
    .flatMap((all) => all.slice(1).map((after, place) => ({ before: all[place], after })))
    .sort((one, other) => one.after.chargedUntilS - other.after.chargedUntilS);
  const notices: Notice[] = [];
  const cardPayments: { dollars: number; atS: number }[] = [];
  const charges: Charge[] = [];
  let { credit, isLow, isOut } = account;
  let emptyAtS: number | undefined;
  // What is spent at a moment t is `fixed + perSecond * t`.
  let fixed = 0;
  let perSecond = 0;
  const count = (meter: Meter, sign: 1 | -1) => {
    const rate = sumOf(meter.rates) / 3600;
    fixed += sign * (meter.charged - rate * meter.chargedUntilS);
    perSecond += sign * rate;
  };
  for (const [meter] of versions) if (meter !== undefined) count(meter, 1);
  const pass = (untilS: number) => {
    while (perSecond > 0 && emptyAtS === undefined && !(isOut && !account.hasCard)) {
      const limit = isLow ? 0 : LOW_BALANCE;
      const atS = Math.max(account.settledAtS, Math.ceil((credit - fixed - limit) / perSecond));
      if (atS > untilS) return;
      if (!isLow) notices.push({ event: 'low_credit', message: `The balance is below ${LOW_BALANCE} $`, atS });
      else if (account.hasCard) {
        credit += TOP_UP;
        isOut = false;
        cardPayments.push({ dollars: TOP_UP, atS });
        notices.push({ event: 'payment_receipt', message: `The card on file paid ${TOP_UP} $`, atS });
      } else emptyAtS = atS;
      isLow = !(isLow && account.hasCard);
    }
  };
  for (const { before, after } of turns) {
    pass(after.chargedUntilS);
    if (before === undefined) continue;
    charges.push(chargeOf(before, after.chargedUntilS));
    count(before, -1);
    count(after, 1);
  }
  pass(toS);
  return { credit, isLow, isOut, notices, charges, cardPayments, emptyAtS };
};

/** What the account is looked at with. */
export type Moment = { readonly userId: number; readonly nowS: number; readonly world: World };

/** When nothing happened, it is written down so often that nothing did. */
const QUIET_S = 60;

/** The account at a moment, and what was spent that is not written down yet; nothing is written. */
export const standingAt = (database: Database, moment: Moment): Pick<Advanced, 'account' | 'charges'> => {
  const { account, charges } = lookAt(database, moment);
  return { account, charges: [...charges, ...metersOf(account).map((meter) => chargeOf(meter, moment.nowS))] };
};

/** The account at a moment, without writing anything: lives follow from the clock, not from who wrote them down. */
export const accountAt = (database: Database, moment: Moment): Account => lookAt(database, moment).account;

/** Brings the account up to the moment; writes nothing when nothing has happened for a while. */
export const settle = (database: Database, moment: Moment): void => {
  if (isQuiet(database, moment)) return;
  inTransaction(database, () => settleNow(database, moment));
};

/** The same as part of a transaction, and to the second: what is changed now must not be judged by what was before. */
export const settleNow = (database: Database, moment: Moment): Account => {
  const before = readAccount(database, moment);
  const { userId } = moment;
  const { account, lives, notices, charges, cardPayments } = advanced(before, moment.nowS, moment.world);
  for (const charge of charges) recordCharge(database, userId, charge);
  for (const contract of account.contracts) if (!before.contracts.includes(contract)) writeContract(database, contract);
  for (const volume of account.volumes) if (!before.volumes.includes(volume)) writeVolume(database, volume);
  for (const { contractId, life } of lives) recordPhase(database, contractId, life);
  recordNotices(database, userId, notices);
  for (const { dollars, atS } of cardPayments) recordPayment(database, userId, { by: 'card', dollars, atS });
  writeAccount(database, userId, account);
  return account;
};

/** Writes down that an instance has entered a phase, for the volumes' list and for its log. */
export const recordPhase = (
  database: Database,
  contractId: number,
  { phase, beganAtS, message }: Pick<Life, 'phase' | 'beganAtS' | 'message'>,
): void => {
  insertRow(database, 'contract_phases', { contract_id: contractId, phase, began_at: beganAtS, message });
  database.prepare('UPDATE instances SET actual_status = ? WHERE id = ?').run(STATUS[phase] ?? 'loading', contractId);
};

/** `actual_status` of each phase (docs/interface.md, States). */
export const STATUS: Readonly<Record<Life['phase'], string | null>> = {
  provisioning: null,
  loading: 'loading',
  running: 'running',
  rebooting: 'rebooting',
  // It runs until it has stopped.
  stopping: 'running',
  stopped: 'stopped',
  exited: 'exited',
  unknown: 'unknown',
  offline: 'offline',
};

/** Takes $ off the account for what is no more, and remembers how far it is settled. */
export const writeAccount = (
  database: Database,
  userId: number,
  { credit, isLow, isOut, settledAtS }: Pick<Account, 'credit' | 'isLow' | 'isOut' | 'settledAtS'>,
): void => {
  database
    .prepare('UPDATE accounts SET credit = ?, is_low = ?, is_out = ?, settled_at = ? WHERE user_id = ?')
    .run(credit, Number(isLow), Number(isOut), settledAtS, userId);
};

const isQuiet = (database: Database, moment: Moment): boolean => {
  const { settledAtS } = readAccountRow(database, moment);
  if (moment.nowS <= settledAtS) return true;
  const { lives, notices, charges } = lookAt(database, moment);
  return [...lives, ...notices, ...charges].length === 0 && moment.nowS - settledAtS < QUIET_S;
};

const lookAt = (database: Database, moment: Moment): Advanced =>
  advanced(readAccount(database, moment), moment.nowS, moment.world);

const readAccount = (database: Database, moment: Moment): Account => ({
  ...readAccountRow(database, moment),
  contracts: readContracts(database, moment.userId),
  volumes: readVolumes(database, moment.userId, moment.world),
});

const readAccountRow = (database: Database, { userId }: Moment) => {
  const row = database
    .prepare(
      `SELECT credit, is_low AS isLow, coalesce(has_card, 1) AS hasCard, coalesce(is_out, 0) AS isOut, settled_at AS settledAtS
       FROM accounts WHERE user_id = ?`,
    )
    .get(userId);
  return accountRow.parse(row);
};

const flag = z.number().transform((stored) => stored === 1);

const accountRow = z.object({ credit: z.number(), isLow: flag, hasCard: flag, isOut: flag, settledAtS: z.number() });
