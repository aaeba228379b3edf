/** DuckDB in this process, which reads the files of the data set as they lie. It fetches no extension. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { Engine } from './engine.ts';
import { statementsOf } from './statements.ts';

const CLOSED = { autoinstall_known_extensions: 'false', autoload_known_extensions: 'false' };

/** Opens one over the data set in `folder`. */
export const openDuckDb = async (folder: string): Promise<Engine> => {
  const instance = await DuckDBInstance.create(':memory:', CLOSED);
  const connection = await instance.connect();
  for (const sql of statementsOf('DuckDB', 'tables', folder)) await connection.run(sql);
  return {
    name: 'DuckDB',
    dialect: 'DuckDB',
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    close: async () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
};
