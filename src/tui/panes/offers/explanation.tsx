/**
 * The two lines under the filter: what Tab found, else what is wrong with the line, else why the last search failed, else what is
 * sent besides.
 */
import { Text } from 'ink';
import { cellWidth, printable, printableStart } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { defaultClauses } from '../../../filter/defaults.ts';
import type { Condition } from '../../../filter/line.ts';
import { printClause, printWire } from '../../../filter/print.ts';
import { wireFilters } from '../../../filter/request.ts';
import { TARGET, targetText } from '../../../pricing/workload-text.ts';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { dim, plain, type Segment, segmentsWidth } from '../../ui/segments.ts';
import { candidatesHere, suggestingProblem } from './completion.ts';
import type { Candidates, FilterQuery } from './filter-query.ts';
import { offersNote } from './footnote.ts';
import { orderBeside } from './order-line.ts';
import { type OffersState, targetOfJob } from './state.ts';
import { viewTabs } from './views/tabs.ts';

/** The two lines. */
export const Explanation = ({
  state,
  terms,
  width,
  timeZone,
}: {
  readonly state: OffersState;
  /** Pricing and storage, where they do not stand beside the filter. */
  readonly terms: readonly Segment[];
  readonly width: number;
  readonly timeZone: string;
}) => {
  const candidates = candidatesHere(state.list);
  if (candidates !== undefined && candidates.texts.length > 1) {
    return (
      <>
        <SegmentLine left={candidateSegments(candidates, width - 3)} width={width} />
        <Text> </Text>
      </>
    );
  }
  const { query } = state.list;
  const trouble = troubleOf(state);
  if (trouble === undefined) {
    const sent = [...terms, ...sentSegments(state)];
    const besides = [...hintSegments(query), ...besidesSegments(query, state.list.filter.text)];
    const note = offersNote(state, timeZone);
    // Where the second line says that the rows are of an earlier run, all has to be in the first one.
    const areInOneLine = note.length > 0 || segmentsWidth([...sent, ...besides]) <= width;
    const first = areInOneLine ? [...sent, ...besides] : sent;
    const { right, second } = orderBeside(state, first, areInOneLine ? note : besides, width);
    return (
      <>
        <SegmentLine left={first} right={right} width={width} />
        <SegmentLine
          left={second}
          right={viewTabs(state, width - segmentsWidth(second) - 3, timeZone)}
          width={width - 1}
        />
      </>
    );
  }
  const [first = '', second = ' ', ...rest] = wrappedLines(trouble, width - 4);
  return (
    <>
      {[first, rest.length === 0 ? second : `${second} ${rest.join(' ')}`].map((text, row) => (
        <SegmentLine key={row} left={[{ text: `   ${text}`, role: 'danger' }]} width={width} />
      ))}
    </>
  );
};

const troubleOf = (state: OffersState): string | undefined => {
  const { prompt, answer, list } = state;
  if (prompt?.problem !== undefined) return prompt.problem;
  const [problem] = list.query.parsed.problems;
  if (problem !== undefined) {
    return list.editing !== undefined && suggestingProblem(state.list) !== undefined
      ? `${problem.message} Tab applies it.`
      : problem.message;
  }
  if (answer.stage !== 'failed' || list.rows.length === 0) return undefined;
  const { tried, whatCameBack, whatToDo } = answer.failure;
  return `${whatCameBack} ${whatToDo} ${tried}`;
};

/** Longest candidate that is shown whole, in characters. */
const CANDIDATE_MAXIMUM = 200;

/** The candidates that fit into `width` cells, among them the chosen one, and how many there are besides. */
const candidateSegments = ({ texts, chosen }: Candidates, width: number): readonly Segment[] => {
  const words = texts.map((text) => printableStart(text.trim(), CANDIDATE_MAXIMUM));
  const room = width - ' +99 more'.length;
  let first = 0;
  let used = 0;
  let end = 0;
  for (; end < words.length; end++) {
    const cells = cellWidth(words[end] ?? '') + 2;
    if (used + cells > room && end > (chosen ?? 0)) break;
    if (used + cells > room) [first, used] = [end, 0];
    used += cells;
  }
  const others = words.length - (end - first);
  return [
    plain('   '),
    ...words.slice(first, end).map((text, index): Segment => {
      return { text: `${text}  `, role: first + index === chosen ? 'strong' : 'dim' };
    }),
    ...(others === 0 ? [] : [dim(`+${others} more`)]),
  ];
};

const sentSegments = (state: OffersState): readonly Segment[] => {
  const target = targetOfJob(state);
  const besides = [
    ...defaultClauses(state.list.query.applied).map(printClause),
    ...(target === undefined ? [] : [`${TARGET}=${targetText(target)}`]),
  ];
  return [dim('   also sent: '), dim(besides.join('  ') || 'nothing')];
};

/** Why the clause being typed is held back, else what is to be known of the filter although it is good. */
const hintSegments = ({ typing, parsed: { hints } }: FilterQuery): readonly Segment[] => {
  const message = typing?.held === undefined ? hints[0]?.message : `Not applied: ${typing.held.message}`;
  return message === undefined ? [] : [{ text: `   ${printable(message)}`, role: 'warning' }];
};

/** What is not sent as it stands in the filter: applied here, or sent in another form. */
const besidesSegments = ({ applied }: FilterQuery, text: string): readonly Segment[] => {
  const { local } = wireFilters(applied);
  const isLocal = new Set<Condition>(local);
  const rescaled = applied.clauses.filter(
    (clause) =>
      clause.operator !== 'any' &&
      !isLocal.has(clause) &&
      (printWire(clause) !== printClause(clause) || hasUnit(text.slice(clause.from, clause.to))),
  );
  return [
    ...(local.length === 0 ? [] : [dim(`   applied here: ${printable(local.map(printClause).join('  '))}`)]),
    ...(rescaled.length === 0 ? [] : [dim(`   as ${printable(rescaled.map(printWire).join('  '))}`)]),
  ];
};

/** True for a number with a unit behind it: `inet_down>500Mbps` goes out as 62.5. */
const hasUnit = (clause: string): boolean => UNIT.test(clause);

const UNIT = /\d[a-z%][a-z%/]*$/i;
