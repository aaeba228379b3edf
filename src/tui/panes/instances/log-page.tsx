/**
 * The page of an instance's log: its keys, how it is drawn, and the question for it: at most one in 5 s, and only while its end is
 * followed and looked at.
 */

import { Box, Text } from 'ink';
import { CALLS } from '../../../api/calls.ts';
import { createQuestion } from '../../../api/question.ts';
import { grouped } from '../../../base/figures.ts';
import { keyName } from '../../../base/named-keys.ts';
import { printable } from '../../../base/text.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { displayText } from '../../../catalogue/format.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { LOG_TAIL } from '../../../instances/log-growth.ts';
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { listAsked, listFailed, listPutOff } from '../../state/fetched-list.ts';
import { lastArrived } from '../../state/remote.ts';
import { FilterLine, matchFacts } from '../../ui/filter-line.tsx';
import { ageSegment } from '../../ui/list-words.ts';
import { SegmentLine, SegmentLines } from '../../ui/segment-line.tsx';
import { dim, foundSegments, piece, plain, type Segment, type Size } from '../../ui/segments.ts';
import type { Drawn, PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import {
  allLines,
  isFollowed,
  type Log,
  type LogRoom,
  logArrived,
  logAwaited,
  logFollowed,
  logScrolled,
  neighbour,
  openedLog,
  searchAccepted,
  searchCancelled,
  searchEdited,
  searchEnded,
  searchOpened,
  searchStepped,
  topOf,
} from './log.ts';

/** The title, and the line of what is looked for or wrong. */
const HEAD_LINES = 2;

/** Cells before each line: where the line that was found is marked. */
const MARGIN = 2;

/** Cells and lines of the log on a page. */
const logRoom = ({ width, height }: Size): LogRoom => ({
  width: Math.max(1, width - MARGIN - 1),
  height: Math.max(1, height - HEAD_LINES),
});

/** The page in `width` by `height` cells. */
export const LogPage = ({ page: log, width, height, timeZone }: Drawn<unknown, Log>) => {
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
          facts={matchFacts(log.search.matches, log.search.at, log.search.line.text)}
          width={width}
          sign=" / "
        />
      )}
      <SegmentLines lines={rows} width={width} />
      {rows.length === 0 ? <Text> {emptyWords(log)}</Text> : null}
    </Box>
  );
};

const stateSegments = (log: Log, timeZone: string): readonly Segment[] => [
  isFollowed(log)
    ? { text: 'following', role: 'good' }
    : { text: `stands still, ${keyName('instances.log-follow')} follows`, role: 'warning' },
  ageSegment(log.answer, timeZone),
];

/** What is wrong, or else how much of the log this is. */
const noteSegments = ({ answer, lines }: Log): readonly Segment[] => {
  if (answer.stage === 'failed') return [{ text: printable(`   ${answer.failure.whatCameBack}`), role: 'danger' }];
  const known = lastArrived(answer)?.value;
  if (known?.isCut)
    return [{ text: '   The log is longer than what is read of it: its end is missing.', role: 'warning' }];
  return lines.length >= LOG_TAIL ? [dim(`   the last ${grouped(lines.length)} lines`)] : [];
};

const emptyWords = ({ answer, id }: Log): string => {
  const known = lastArrived(answer)?.value;
  if (known?.isMissing) return '  This service gives no logs of instances.';
  return known === undefined ? '' : `  Instance ${id} has written nothing yet.`;
};

const visibleRows = (log: Log, room: Size) => {
  const lines = allLines(log);
  const rows: (readonly Segment[])[] = [];
  for (let place = topOf(log, room); place < lines.length && rows.length < room.height; place++) {
    const isFound = log.search?.at === place;
    const wrapped = wrappedLines(lines[place] ?? '', room.width);
    rows.push(
      ...wrapped.map((text, row) => [
        isFound && row === 0 ? piece('> ', 'accent') : plain(' '.repeat(MARGIN)),
        ...foundSegments(text, log.search?.line.text.trim() ?? ''),
      ]),
    );
  }
  return rows.slice(0, room.height);
};

/** Characters of a text that is looked for. */
const SEARCH_MAXIMUM = 200;

/** The page at work; `chosen` are the instances whose log its key opens. */
export const createLog = (
  site: PageSite<unknown, Log>,
  needs: Needs & { readonly chosen: () => readonly Instance[] },
): RunningPage<Log> => {
  const { chosen, later, screen } = needs;
  const { change } = site;
  const room = () => logRoom(screen());

  const scroll = (pages: number, lines: number) => (): void => {
    const { height } = room();
    change((log) => logScrolled(log, pages * Math.max(1, height - 1) + lines, room()));
  };

  const step = (direction: 1 | -1) => () => change((log) => searchStepped(log, direction, room()));
  const refusalOfStep = (direction: 1 | -1) => (): string | undefined => {
    const log = site.page();
    if (log?.search === undefined)
      return `Nothing to go to yet: press ${keyName('instances.log-search')} and type a text to search for.`;
    if (log.search.matches.length === 0)
      return `No line has "${log.search.line.text}": ${keyName('instances.log-search')} searches for another text.`;
    if (neighbour(log, direction, room()) !== undefined) return undefined;
    return direction === 1 ? 'No further line below has it.' : 'No further line above has it.';
  };

  const typing = (): Layer =>
    fieldLayer({
      owner: 'instances',
      line: () => site.page()?.search?.line,
      change: (edit) => change((log) => searchEdited(log, edit)),
      maximum: SEARCH_MAXIMUM,
      accept: acceptKey('instances.log-search-keep', 'search', () => change((log) => searchAccepted(log, room()))),
      cancel: cancelKey('instances.log-search-cancel', () => change(searchCancelled)),
    });

  let isSeen = true;
  let stopWaiting = (): void => {};

  const question = createQuestion({
    ...needs,
    read: 'requestLogs',
    ask: (client, _ticket, options) => client.log({ instanceId: site.page()?.id ?? 0, tail: LOG_TAIL }, options),
    onAsked: (ticket, ...how) => change((log) => listAsked(log, ticket, ...how)),
    onWait: (ticket, waitS) => change((log) => logAwaited(log, ticket, waitS)),
    onRetry: (ticket, retry) => change((log) => listPutOff(log, ticket, retry)),
    onAnswer: (ticket, told, atEpochMs) => {
      change((log) => logArrived(log, ticket, told, atEpochMs));
      if (told !== undefined) askLater();
    },
    onFailure: (ticket, failure) => change((log) => listFailed(log, ticket, failure)),
  });

  const isWanted = (): boolean => {
    const log = site.page();
    return isSeen && log !== undefined && isFollowed(log);
  };

  const askQuietly = (): void => question.ask(true);

  const askLater = (): void => {
    stopWaiting();
    if (!isWanted()) return;
    stopWaiting = later(CALLS.requestLogs.minimumSeconds * 1000, () => {
      if (isWanted()) askQuietly();
    });
  };

  const stop = (): void => {
    stopWaiting();
    question.drop();
  };

  const show = (instance: Instance | undefined): void => {
    if (typeof instance?.id !== 'number') return;
    const { id, label } = instance;
    site.show(openedLog(id, label ?? ''));
    question.ask();
  };

  const close = (): void => {
    stop();
    site.close();
  };

  const follow = (): void => {
    change(logFollowed);
    askQuietly();
  };

  const reading = (log: Log): readonly Binding[] => [
    ...(log.search === undefined
      ? []
      : [
          bind(
            'instances.log-search-end',
            ['escape', 'ctrl-c'],
            'end the search',
            'Log',
            () => change(searchEnded),
            inFooter,
          ),
        ]),
    bind('instances.log-close', ['escape', 'q'], 'back', 'Log', close, inFooter),
    bind('instances.log-follow', ['G', 'end'], 'follow', 'Log', follow, {
      ...(isFollowed(log) ? {} : inFooter),
      help: 'go to the end and follow it',
      refusal: () => (isFollowed(log) && log.answer.stage === 'loading' ? 'The end is being followed.' : undefined),
    }),
    bind('instances.log-search', ['/'], 'search', 'Log', () => change(searchOpened), inFooter),
    bind('instances.log-next', ['n'], 'next match', 'Log', step(1), {
      ...(log.search === undefined ? {} : inFooter),
      refusal: refusalOfStep(1),
    }),
    bind('instances.log-before', ['N'], 'previous match', 'Log', step(-1), { refusal: refusalOfStep(-1) }),
    bind('instances.log-up', ['up', 'k'], 'scroll back', 'Log', scroll(0, -1), inFooter),
    bind('instances.log-down', ['down', 'j'], 'scroll down', 'Log', scroll(0, 1)),
    bind('instances.log-page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Log', scroll(-1, 0)),
    bind('instances.log-page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Log', scroll(1, 0)),
    bind('instances.log-first', ['g', 'home'], 'first', 'Log', scroll(0, Number.NEGATIVE_INFINITY)),
  ];

  return {
    openers: [
      bind('instances.log', ['i'], 'log', 'Use', () => show(chosen()[0]), {
        tip: 'shows its log',
        isInFooter: true,
        help: 'read the log, and follow it',
        words: ['what is it doing', 'why did it end', 'logs', 'output', 'stdout'],
        refusal: () => {
          const [instance, ...others] = chosen();
          if (typeof instance?.id !== 'number') return 'There is no instance here.';
          return others.length > 0 ? 'One log is read at a time: unmark the others.' : undefined;
        },
      }),
    ],
    layers: (log) => (log.search?.isTyped ? [typing()] : [{ bindings: reading(log) }]),
    open: () => {
      isSeen = true;
      question.comeBack();
      if (isWanted()) askQuietly();
    },
    leave: () => {
      isSeen = false;
      stopWaiting();
      question.leave();
    },
    serviceChanged: stop,
  };
};
