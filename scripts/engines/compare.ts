/** Holds what an engine answers against what is expected. */
import { answerOf, type Engine, type Row } from './engine.ts';
import type { Expected } from './expected.ts';
import { QUESTIONS, type Question } from './statements.ts';

type Shape = {
  /** What rows are told apart by. */
  readonly by: readonly string[];
  readonly figures: readonly string[];
  /** Rows that are not expected are of what nobody looked at. */
  readonly isSample?: true;
};

const MODEL_AND_DAY = ['question', 'day', 'gpu_name'];

const SHAPES: Readonly<Record<Question, Shape>> = {
  percentiles: { by: MODEL_AND_DAY, figures: ['n', 'min', 'p10', 'p25', 'median', 'p75', 'p90', 'max'] },
  'rented share': { by: ['question', 'gpu_name'], figures: ['known_hours', 'rented'] },
  'price changes': { by: ['question', 'machine_id'], figures: ['changes'], isSample: true },
  'offers at noon': { by: MODEL_AND_DAY, figures: ['offers'] },
  'hours and price': { by: MODEL_AND_DAY, figures: ['gpu_hours', 'price'] },
};

/** Figures are alike up to what adding them in another order makes of them, and the millisecond that ends the last interval. */
const MOST_APART = 1e-8;

/** How an answer compares: rows that are the same, and in words what is not. */
type Compared = { readonly question: Question; readonly same: number; readonly wrong: readonly string[] };

/** Compares all answers of `engine`. */
export const compareAnswers = async (engine: Engine, expected: Expected): Promise<readonly Compared[]> => {
  const compared: Compared[] = [];
  for (const question of QUESTIONS)
    compared.push({
      question,
      ...differences({ question, expected: expected[question] ?? [], ...engine }, await answerOf(engine, question)),
    });
  return compared;
};

type Wanted = Pick<Engine, 'mostApart'> & { readonly question: Question; readonly expected: readonly Row[] };

/** Rows of other days than those that are expected do not count; what has no row has nothing. */
const differences = (
  { question, expected, mostApart = MOST_APART }: Wanted,
  answered: readonly Row[],
): Pick<Compared, 'same' | 'wrong'> => {
  const { by, figures, isSample = false } = SHAPES[question];
  const keyOf = (row: Row): string => by.map((name) => String(row[name])).join(' ');
  const known = new Map(answered.map((row) => [keyOf(row), row]));
  const days = new Set(expected.map(({ day }) => day));
  const wrong: string[] = [];
  let same = 0;
  for (const row of expected) {
    const answer = known.get(keyOf(row));
    const apart = figures.filter((name) => !isAlike(Number(row[name]), Number(answer?.[name] ?? 0), mostApart));
    if (apart.length === 0) same++;
    else wrong.push(`${keyOf(row)}: ${apart.map((name) => `${name} ${answer?.[name]}, not ${row[name]}`).join('; ')}`);
  }
  const keys = new Set(expected.map(keyOf));
  for (const row of isSample ? [] : answered)
    if (!keys.has(keyOf(row)) && days.has(row.day)) wrong.push(`${keyOf(row)} is not expected`);
  if (expected.length === 0) wrong.push('nothing is expected');
  return { same, wrong };
};

const isAlike = (one: number, other: number, mostApart: number): boolean =>
  Math.abs(one - other) <= mostApart * Math.max(1, Math.abs(one));
