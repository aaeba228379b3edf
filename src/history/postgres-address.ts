/** What a connection to a PostgreSQL is made with: its address, completed from the environment, and the password, as libpq would. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPort, isTlsMode, type PostgresAddress } from '../storage/files/history-name.ts';
import { homeFolder } from '../storage/files/home-folder.ts';

/** Variables, as in `process.env`. */
type Environment = Readonly<Record<string, string | undefined>>;

/** A complete address. A host that begins with a slash is the folder of a Unix socket. */
export type Target = Required<Omit<PostgresAddress, 'rootCertificate' | 'passfile'>> & {
  readonly rootCertificate: string | undefined;
  readonly passfile: string | undefined;
};

/** `address` with what PGHOST, PGPORT, PGUSER, PGDATABASE, PGSSLMODE, PGSSLROOTCERT and PGPASSFILE say of the rest. */
export const targetOf = (address: PostgresAddress, environment: Environment, account: string): Target => {
  const from = (name: string): string | undefined => environment[name] || undefined;
  const [port, tls] = [from('PGPORT'), from('PGSSLMODE')];
  const user = address.user ?? from('PGUSER') ?? account;
  return {
    host: address.host ?? from('PGHOST') ?? 'localhost',
    port: address.port ?? (port !== undefined && isPort(port) ? Number(port) : 5432),
    user,
    database: address.database ?? from('PGDATABASE') ?? user,
    tls: address.tls ?? (tls !== undefined && isTlsMode(tls) ? tls : 'prefer'),
    rootCertificate: address.rootCertificate ?? from('PGSSLROOTCERT'),
    passfile: address.passfile ?? from('PGPASSFILE'),
  };
};

/** How the target is called in a message. */
export const targetName = ({ host, port, user, database }: Target): string =>
  `postgresql://${encodeURIComponent(user)}@${host.startsWith('/') ? encodeURIComponent(host) : host.includes(':') ? `[${host}]` : host}:${port}/${encodeURIComponent(database)}`;

/** The password, where there is one, or in words why the file that holds it is not read. */
export const passwordFor = (
  target: Target,
  environment: Environment,
): { readonly password: string | undefined } | { readonly problem: string } => {
  if (environment.PGPASSWORD) return { password: environment.PGPASSWORD };
  const file = target.passfile ?? join(homeFolder(), '.pgpass');
  let text: string;
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return { problem: `${file} holds passwords, but others may read it: chmod 600 it. It was not read.` };
    text = readFileSync(file, 'utf8');
  } catch {
    return { password: undefined };
  }
  return { password: passwordIn(text, target) };
};

/**
 * The password of the first line of a passfile (`host:port:database:user:password`) that fits. A star fits everything, a backslash takes
 * a colon or another backslash as it is, and a socket in a usual folder counts as localhost.
 */
export const passwordIn = (text: string, { host, port, database, user }: Target): string | undefined => {
  const wanted = [USUAL_SOCKETS.includes(host) ? 'localhost' : host, String(port), database, user];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('#')) continue;
    const fields = fieldsOf(line);
    const password = fields[wanted.length];
    if (password === undefined || password === '') continue;
    if (wanted.every((value, place) => fields[place] === '*' || fields[place] === value)) return password;
  }
  return undefined;
};

const USUAL_SOCKETS = ['/tmp', '/var/run/postgresql', '/run/postgresql'];

const fieldsOf = (line: string): readonly string[] => {
  const fields = [''];
  for (let place = 0; place < line.length; place++) {
    let character = line[place] ?? '';
    if (character === ':') {
      fields.push('');
      continue;
    }
    if (character === '\\' && place + 1 < line.length) character = line[++place] ?? '';
    fields[fields.length - 1] += character;
  }
  return fields;
};
