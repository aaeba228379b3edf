/** An engine that is asked the document's questions, and what it is asked for. */
import { type Dialect, statementsOf } from './statements.ts';

/** A row of an answer: figures as numbers, days and names as texts. */
export type Row = Readonly<Record<string, unknown>>;

/** An engine that knows the data set. */
export type Engine = {
  readonly name: string;
  readonly dialect: Dialect;
  /** By which share its figures may differ, where that is more than adding up in another order makes. */
  readonly mostApart?: number;
  readonly ask: (sql: string) => Promise<readonly Row[]>;
  readonly close: () => Promise<void>;
};

/** What `engine` answers to the question of the document. */
export const answerOf = async ({ dialect, ask }: Engine, question: string): Promise<readonly Row[]> => {
  const [sql = ''] = statementsOf(dialect, question, '');
  return await ask(sql);
};

/** The rows of an answer in the format JSONEachRow. */
export const rowsIn = (text: string): readonly Row[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
