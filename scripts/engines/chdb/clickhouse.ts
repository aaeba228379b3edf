/** ClickHouse in this process (chdb), which reads the files of the data set as they lie. */
import { Session } from 'chdb';
import { type Engine, rowsIn } from '../engine.ts';
import { statementsOf } from '../statements.ts';

/** Opens one over the data set in `folder`. */
export const openClickHouse = (folder: string): Engine => {
  const session = new Session();
  for (const sql of statementsOf('ClickHouse', 'tables', folder)) session.query(sql);
  return {
    name: 'ClickHouse (chdb)',
    dialect: 'ClickHouse',
    ask: async (sql) => rowsIn(session.query(sql, 'JSONEachRow')),
    close: async () => session.cleanup(),
  };
};
