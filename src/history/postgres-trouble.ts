/** What PostgreSQL, and the way to it, say when something goes wrong: in words that say what to do. Pure. */
import { printable } from '../base/printable.ts';
import { HistoryTrouble } from './trouble.ts';

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
export const isWorthRepeating = (error: unknown): boolean =>
  // Serialization failure, deadlock; traits that were taken out by another program; the same service or question named by two at once.
  ['40001', '40P01', '23503', '23505'].includes(codeOf(error));

/**
 * `error`, met at the database that is called `name`, as a trouble. `isTlsAwaited`: TLS is demanded, and nothing was ever heard from there. A
 * server that offers none is heard as one that hangs up.
 */
export const troubleOf = (error: unknown, name: string, isTlsAwaited = false): HistoryTrouble => {
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
