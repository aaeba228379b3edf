/**
 * One connection to a PostgreSQL, made anew when it was lost, and what goes wrong with it in words that say what to do. The only user of the
 * client package.
 */
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { checkServerIdentity, type PeerCertificate, rootCertificates } from 'node:tls';
import postgres from 'postgres';
import type { Clock } from '../base/clock.ts';
import { printable } from '../base/printable.ts';
import type { PostgresAddress } from '../storage/files/history-name.ts';
import { passwordFor, type Target, targetName, targetOf } from './postgres-address.ts';
import { HistoryTrouble } from './store.ts';
import type { Query } from './table-engine.ts';

/** Errors of the way there: nobody answers, or no longer. */
const AWAY = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

const HANGING_UP = [
  'ECONNRESET',
  'CONNECTION_CLOSED',
  'EPIPE',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
];

/** What TLS says of a certificate: node:tls has no list of them. */
const CERTIFICATE = /^(?:ERR_TLS_CERT|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

/** The rollback of what met something else that was written meanwhile: the same again may well go. */
const isWorthRepeating = (error: unknown): boolean =>
  // Serialization failure, deadlock; traits that were taken out by another program; the same service or question named by two at once.
  ['40001', '40P01', '23503', '23505'].includes(codeOf(error));

/**
 * `error`, met at the database that is called `name`, as a trouble. `isTlsAwaited`: TLS is demanded, and nothing was ever heard from there. A
 * server that offers none is heard as one that hangs up.
 */
const troubleOf = (error: unknown, name: string, isTlsAwaited = false): HistoryTrouble => {
  if (error instanceof HistoryTrouble) return error;
  const trouble = (kind: HistoryTrouble['kind'], words: string) =>
    new HistoryTrouble(kind, `The history ${printable(name)} ${words}`, { cause: error });
  const code = codeOf(error);
  if (isTlsAwaited && HANGING_UP.includes(code))
    return trouble(
      'refused',
      'hangs up: it offers no TLS, or is none. Set TLS up there, or write sslmode=disable if nobody can listen on the way.',
    );
  if (AWAY.has(code))
    return trouble('away', `does not answer (${code}): is the server running, and are host and port right?`);
  if (CERTIFICATE.test(code))
    return trouble(
      'refused',
      `has a certificate that is not trusted (${code}): name the authority that it is from with sslrootcert=FILE in the address, and the host as the certificate names it.`,
    );
  switch (code) {
    case '28P01':
    case '28000':
      return trouble(
        'refused',
        'refuses this user or the password: set PGPASSWORD or write a line into ~/.pgpass, and see that pg_hba.conf lets the user in.',
      );
    case '3D000':
      return trouble(
        'refused',
        'is not there: the server has no such database. Create it with createdb, or name another.',
      );
    case '42501':
    case '3F000':
      return trouble(
        'refused',
        `gives this user too few rights (${messageOf(error)}): let the owner of the database GRANT them, or begin it as a user who may create a schema.`,
      );
    case '25006':
      return trouble('refused', 'can only be read: it is a standby, so name the primary server.');
    case '53100':
      return trouble('away', 'has no space left on its disk: free some there.');
    default:
      // Too few resources, a server that starts or ends, a lock or a statement that took too long.
      return /^(?:53|57|55P03|08)/.test(code)
        ? trouble('away', `cannot be used now (${messageOf(error)}).`)
        : trouble('failed', `failed: ${messageOf(error)}.`);
  }
};

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return '';
  // Of a name with several addresses each attempt has its own error.
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
};

const messageOf = (error: unknown): string => printable(error instanceof Error ? error.message : String(error));

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
