/** How a history is named: `sqlite:FILE`, or `postgresql://...` for one that several share. Pure. */

/** A history, as it is named; plain data. */
export type HistoryName =
  /** `isUsual` is the file in the state folder, which is ours whatever stands in it; any other may be somebody else's. */
  | { readonly kind: 'sqlite'; readonly file: string; readonly isUsual?: true }
  | { readonly kind: 'postgres'; readonly address: PostgresAddress };

/** Where a database is; what is absent, the environment or PostgreSQL's own custom says. Never a password. */
export type PostgresAddress = {
  /** Name or number of a machine, or the folder of a Unix socket. */
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly database?: string;
  readonly tls?: TlsMode;
  /** The file with the authority that the server's certificate is to be from; `system` for those of this computer. */
  readonly rootCertificate?: string;
  readonly passfile?: string;
};

const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

/** As in libpq: the first two also do without TLS, only the last two know who is at the other end, and only the last its name. */
type TlsMode = (typeof TLS_MODES)[number];

export const isTlsMode = (text: string): text is TlsMode => TLS_MODES.includes(text as TlsMode);

const SQLITE = 'sqlite:';

const POSTGRES = /^postgres(?:ql)?:/i;

/** What `text` names, a file still as written; or in words why it names nothing. Those never repeat `text`: it may hold a password. */
export const readHistoryName = (text: string): { readonly name: HistoryName } | { readonly problem: string } => {
  if (POSTGRES.test(text)) {
    const reading = readAddress(text);
    return 'problem' in reading ? reading : { name: { kind: 'postgres', address: reading } };
  }
  const file = text.startsWith(SQLITE) ? text.slice(SQLITE.length) : '';
  if (file !== '') return { name: { kind: 'sqlite', file } };
  return {
    problem:
      'Expected sqlite: and a file, such as sqlite:market.db, or the address of a PostgreSQL, such as postgresql://db.example/market.',
  };
};

const PASSWORD_PROBLEM =
  'A password in the address is seen by everyone who can list the processes of this computer. Leave it out and set PGPASSWORD, or put it into ~/.pgpass (mode 0600); and change it if others use this computer.';

const readAddress = (text: string): PostgresAddress | { readonly problem: string } => {
  if (!URL.canParse(text))
    return {
      problem:
        'The address of the PostgreSQL cannot be read. It looks like postgresql://user@host:5432/database, with one host.',
    };
  const { username, password, hostname, port, pathname, searchParams, hash } = new URL(text);
  if (password !== '' || searchParams.has('password')) return { problem: PASSWORD_PROBLEM };
  const unknown = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined || hash !== '')
    return {
      problem: `The address of the PostgreSQL may be followed by ${PARAMETERS.join(', ')}, and by nothing else. Write # as %23, and ? as %3F.`,
    };
  const tls = searchParams.get('sslmode') ?? undefined;
  if (tls !== undefined && !isTlsMode(tls)) return { problem: `sslmode is one of ${TLS_MODES.join(', ')}.` };
  const named = (name: string, value: string): Readonly<Record<string, string>> => {
    const found = searchParams.get(name) ?? decoded(value);
    return found === '' ? {} : { [FIELD[name] ?? name]: found };
  };
  const portText = searchParams.get('port') ?? port;
  if (portText !== '' && !isPort(portText)) return { problem: 'The port of a PostgreSQL is a number from 1 to 65535.' };
  return {
    ...named('host', hostname.replace(/^\[|\]$/g, '')),
    ...named('user', username),
    ...named('dbname', pathname.replace(/^\//, '')),
    ...named('sslrootcert', ''),
    ...named('passfile', ''),
    ...(portText !== '' && { port: Number(portText) }),
    ...(tls !== undefined && { tls }),
  };
};

export const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/** What may stand behind the question mark, and what it is here. */
const FIELD: Readonly<Record<string, string>> = {
  host: 'host',
  port: 'port',
  user: 'user',
  dbname: 'database',
  sslmode: 'tls',
  sslrootcert: 'rootCertificate',
  passfile: 'passfile',
};

const PARAMETERS = Object.keys(FIELD);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
