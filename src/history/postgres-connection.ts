/** One connection to a PostgreSQL, made anew when it was lost. The only user of the client package. */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { checkServerIdentity, type PeerCertificate, rootCertificates } from 'node:tls';
import postgres from 'postgres';
import type { Clock } from '../base/clock.ts';
import type { PostgresAddress } from '../storage/files/history-name.ts';
import { passwordFor, type Target, targetName, targetOf } from './postgres-address.ts';
import { isWorthRepeating, troubleOf } from './postgres-trouble.ts';
import { HistoryTrouble } from './trouble.ts';

/** A row, column by column: numbers, texts, booleans and nulls. */
export type Row = readonly unknown[];

/** Runs a statement. Lists go as JSON text, which the statement takes apart. */
export type Query = (text: string, values?: readonly (string | number | boolean | null)[]) => Promise<readonly Row[]>;

/** What fails, fails with a HistoryTrouble. */
export type Connection = {
  /** How the database is called in a message. */
  readonly name: string;
  readonly query: Query;
  /** Runs `work` as one change, all of it or nothing; twice where the first time met somebody else's. */
  readonly change: <Result>(work: (query: Query) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
};

export type Surroundings = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly after: Clock['after'];
};

const CONNECT_S = 10;

/** A change takes seconds at the most. Who has no answer by then will hardly get one: the way there was cut in silence. */
const CHANGE_MS = 60_000;

/** Nobody is connected to yet. */
export const createConnection = (address: PostgresAddress, { environment, after }: Surroundings): Connection => {
  const target = targetOf(address, environment, userInfo().username);
  const name = targetName(target);
  let open: postgres.Sql | undefined;
  let wasThere = false;
  const connected = (): postgres.Sql => {
    open ??= postgres({ ...optionsOf(target, environment), onnotice: () => {} });
    return open;
  };
  /** What is left of it may wait for a network that is gone: nobody waits for that. */
  const drop = (): void => {
    open?.end({ timeout: 0 }).catch(() => {});
    open = undefined;
  };
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      const result = await work();
      wasThere = true;
      return result;
    } catch (error) {
      const trouble = troubleOf(error, name, !wasThere && isTlsDemanded(target));
      if (trouble.kind !== 'failed') drop();
      throw trouble;
    }
  };
  const once = <Result>(work: (query: Query) => Promise<Result>): Promise<Result> => {
    const late = Promise.withResolvers<never>();
    const stop = after(CHANGE_MS, () => late.reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    const sql = connected();
    const change = sql.begin((inside) => work(queryOf(inside))) as Promise<Result>;
    return Promise.race([change, late.promise]).finally(stop);
  };
  return {
    name,
    query: (text, values) => guarded(() => queryOf(connected())(text, values)),
    change: (work) =>
      guarded(async () => {
        try {
          return await once(work);
        } catch (error) {
          if (!isWorthRepeating(error)) throw error;
          return once(work);
        }
      }),
    close: async () => {
      await open?.end({ timeout: CONNECT_S }).catch(() => {});
      open = undefined;
    },
  };
};

const queryOf =
  (sql: postgres.Sql | postgres.TransactionSql): Query =>
  (text, values = []) =>
    sql.unsafe(text, [...values]).values();

/** Throws a HistoryTrouble where a file that is named cannot be read. */
const optionsOf = (target: Target, environment: Surroundings['environment']) => {
  const { host, port, user, database } = target;
  const found = passwordFor(target, environment);
  if ('problem' in found) throw new HistoryTrouble('refused', found.problem);
  return {
    host,
    port,
    user,
    database,
    // The package looks for a password of its own where there is an empty one.
    ...(found.password !== undefined && { password: found.password }),
    ssl: tlsOf(target),
    max: 1,
    // As long as somebody records or looks; who is gone in silence is noticed.
    max_lifetime: null,
    keep_alive: 30,
    connect_timeout: CONNECT_S,
    fetch_types: false,
    connection: { application_name: 'gpudeck' },
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  };
};

const isTlsDemanded = ({ host, tls }: Target): boolean =>
  !host.startsWith('/') && tls !== 'disable' && tls !== 'prefer';

const tlsOf = ({ host, tls, rootCertificate }: Target): 'prefer' | 'require' | false | object => {
  if (tls === 'disable' || host.startsWith('/')) return false;
  if (tls === 'prefer' || (tls === 'require' && rootCertificate === undefined)) return tls;
  const authority =
    rootCertificate === undefined || rootCertificate === 'system' ? rootCertificates : readAuthority(rootCertificate);
  return {
    ca: authority,
    rejectUnauthorized: true,
    // As in libpq: one that is named is asked for with `require` too, and only `verify-full` asks for the name. The package hands
    // none on for the number of a machine, and Node would then take localhost for it.
    checkServerIdentity: (_name: string, certificate: PeerCertificate) =>
      tls === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
  };
};

const readAuthority = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new HistoryTrouble(
      'refused',
      `The certificate ${file} (sslrootcert) cannot be read (${code}): name one that can.`,
    );
  }
};
