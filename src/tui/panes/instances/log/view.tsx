/** Draws the log of an instance: its title, what is looked for, and the lines that fit, long ones in several rows. */
import { Box, Text } from 'ink';
import { printable } from '../../../../base/text.ts';
import { wrappedLines } from '../../../../base/wrap.ts';
import { displayText } from '../../../../catalogue/format.ts';
import { LOG_TAIL } from '../../../../instances/log-growth.ts';
import { lastArrived } from '../../../state/remote.ts';
import { FilterLine } from '../../../ui/filter-line.tsx';
import { ageSegment } from '../../../ui/list-words.ts';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { dim, plain, type Segment } from '../../../ui/segments.ts';
import { logRoom, MARGIN } from './measures.ts';
import { allLines, isFollowed, type Log, topOf } from './state.ts';

type Place = { readonly width: number; readonly height: number; readonly timeZone: string };

/** The page in `width` by `height` cells. */
export const LogPage = ({ log, width, height, timeZone }: Place & { readonly log: Log }) => {
  const room = logRoom({ width, height });
  const rows = visibleRows(log, room);
  const label = displayText(log.label);
  return (
    <Box flexDirection="column" height={height}>
      <SegmentLine
        left={[{ text: ` Log of instance ${log.id}`, role: 'strong' }, ...(label === '' ? [] : [plain(`   ${label}`)])]}
        right={stateSegments(log, timeZone)}
        width={width}
      />
      {log.search === undefined ? (
        <SegmentLine left={noteSegments(log)} width={width} />
      ) : (
        <FilterLine
          line={log.search.line}
          isEditing={log.search.isTyped}
          example=""
          facts={matchSegments(log.search)}
          width={width}
          sign=" / "
        />
      )}
      {rows.map((segments, index) => (
        <SegmentLine key={index} left={segments} width={width} />
      ))}
      {rows.length === 0 ? <Text> {emptyWords(log)}</Text> : null}
    </Box>
  );
};

const stateSegments = (log: Log, timeZone: string): readonly Segment[] => [
  isFollowed(log) ? { text: 'following', role: 'good' } : { text: 'stands still, G follows', role: 'warning' },
  ageSegment(log.answer, timeZone),
];

/** What is wrong, or else how much of the log this is. */
const noteSegments = ({ answer, lines }: Log): readonly Segment[] => {
  if (answer.stage === 'failed') return [{ text: printable(`   ${answer.failure.whatCameBack}`), role: 'danger' }];
  const known = lastArrived(answer)?.value;
  if (known?.isCut)
    return [{ text: '   The log is longer than what is read of it: its end is missing.', role: 'warning' }];
  return lines.length >= LOG_TAIL ? [dim(`   the last ${lines.length.toLocaleString('en-US')} lines`)] : [];
};

const matchSegments = ({ line, matches, at }: NonNullable<Log['search']>): readonly Segment[] => {
  if (line.text.trim() === '') return [];
  if (matches.length === 0) return [{ text: 'no match ', role: 'warning' }];
  const place = at === undefined ? -1 : matches.indexOf(at);
  const count = matches.length.toLocaleString('en-US');
  return [
    plain(place < 0 ? `${count} ${matches.length === 1 ? 'match' : 'matches'} ` : `match ${place + 1} of ${count} `),
  ];
};

const emptyWords = ({ answer, id }: Log): string => {
  const known = lastArrived(answer)?.value;
  if (known?.isMissing) return '  This service gives no logs of instances.';
  return known === undefined ? '' : `  Instance ${id} has written nothing yet.`;
};

const visibleRows = (log: Log, room: { readonly width: number; readonly height: number }) => {
  const lines = allLines(log);
  const rows: (readonly Segment[])[] = [];
  for (let place = topOf(log, room); place < lines.length && rows.length < room.height; place++) {
    const isFound = log.search?.at === place;
    const wrapped = wrappedLines(lines[place] ?? '', room.width);
    rows.push(
      ...wrapped.map((text, row) => [
        isFound && row === 0 ? ({ text: '> ', role: 'accent' } as const) : plain(' '.repeat(MARGIN)),
        ...foundSegments(text, log.search?.line.text.trim() ?? ''),
      ]),
    );
  }
  return rows.slice(0, room.height);
};

/** A row with what is looked for in it marked; a text that is broken between two rows is not. */
const foundSegments = (text: string, sought: string): readonly Segment[] => {
  const lower = text.toLowerCase();
  const wanted = sought.toLowerCase();
  // Lower case may be longer, and then no place of it is one of the text.
  if (wanted === '' || lower.length !== text.length) return [plain(text)];
  const segments: Segment[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) segments.push(plain(text.slice(from, at)));
    from = at + wanted.length;
    segments.push({ text: text.slice(at, from), role: 'match' });
  }
  return from < text.length || segments.length === 0 ? [...segments, plain(text.slice(from))] : segments;
};
