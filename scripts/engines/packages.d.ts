/** What is used of the engines' packages, which npm ci does not install. */
declare module '@duckdb/node-api' {
  type Reader = { readonly getRowObjectsJson: () => readonly Readonly<Record<string, unknown>>[] };
  type Connection = {
    readonly run: (sql: string) => Promise<unknown>;
    readonly runAndReadAll: (sql: string) => Promise<Reader>;
    readonly closeSync: () => void;
  };
  export const DuckDBInstance: {
    readonly create: (
      file: string,
      options: Readonly<Record<string, string>>,
    ) => Promise<{ readonly connect: () => Promise<Connection>; readonly closeSync: () => void }>;
  };
}

declare module 'chdb' {
  export class Session {
    /** The rows as text in `format`. */
    query(sql: string, format?: string): string;
    cleanup(): void;
  }
}
