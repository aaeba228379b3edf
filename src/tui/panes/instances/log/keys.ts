/** The keys of the page of a log: scrolling, following, searching. */
import { type Binding, bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import type { Slice } from '../../../state/slice.ts';
import type { PaneNeeds } from '../../pane.ts';
import { logRoom } from './measures.ts';
import {
  isFollowed,
  type Log,
  logScrolled,
  neighbour,
  searchAccepted,
  searchCancelled,
  searchEdited,
  searchEnded,
  searchOpened,
  searchStepped,
} from './state.ts';

/** Characters of a text that is looked for. */
const SEARCH_MAXIMUM = 200;

type PageNeeds = Pick<PaneNeeds<never>, 'screen'> & {
  readonly slice: Slice<Log | undefined>;
  readonly close: () => void;
  readonly follow: () => void;
};

/** Tells the layers in force while a log is open; none otherwise. */
export const logLayers = ({ slice, screen, close, follow }: PageNeeds): (() => readonly Layer[]) => {
  const room = () => logRoom(screen());
  const change = (transition: (log: Log) => Log): void => slice.change((log) => log && transition(log));

  const scroll = (pages: number, lines: number) => (): void => {
    const { height } = room();
    change((log) => logScrolled(log, pages * Math.max(1, height - 1) + lines, room()));
  };

  const refusalOfStep = (direction: 1 | -1) => (): string | undefined => {
    const log = slice.get();
    if (log?.search === undefined) return 'Nothing to go to yet: press / and type a text to search for.';
    if (log.search.matches.length === 0) return `No line has "${log.search.line.text}": / searches for another text.`;
    if (neighbour(log, direction, room()) !== undefined) return undefined;
    return direction === 1 ? 'No further line below has it.' : 'No further line above has it.';
  };

  const typing = (): Layer =>
    fieldLayer({
      owner: 'instances',
      line: () => slice.get()?.search?.line,
      change: (edit) => change((log) => searchEdited(log, edit)),
      maximum: SEARCH_MAXIMUM,
      accept: acceptKey('instances.log-search-keep', 'search', () => change((log) => searchAccepted(log, room()))),
      cancel: cancelKey('instances.log-search-cancel', () => change(searchCancelled)),
    });

  const reading = (log: Log): readonly Binding[] => [
    ...(log.search === undefined
      ? []
      : [bind('instances.log-search-end', ['escape'], 'end the search', 'Log', () => change(searchEnded), inFooter)]),
    bind('instances.log-close', ['escape', 'q'], 'back', 'Log', close, inFooter),
    bind('instances.log-follow', ['G', 'end', 'F'], 'follow', 'Log', follow, {
      ...(isFollowed(log) ? {} : inFooter),
      help: 'go to the end and follow it',
      refusal: () => (isFollowed(log) && log.answer.stage === 'loading' ? 'The end is being followed.' : undefined),
    }),
    bind('instances.log-search', ['/'], 'search', 'Log', () => change(searchOpened), inFooter),
    bind('instances.log-next', ['n'], 'next match', 'Log', () => change((now) => searchStepped(now, 1, room())), {
      ...(log.search === undefined ? {} : inFooter),
      refusal: refusalOfStep(1),
    }),
    bind(
      'instances.log-before',
      ['N'],
      'previous match',
      'Log',
      () => change((now) => searchStepped(now, -1, room())),
      {
        refusal: refusalOfStep(-1),
      },
    ),
    bind('instances.log-up', ['up', 'k'], 'scroll back', 'Log', scroll(0, -1), inFooter),
    bind('instances.log-down', ['down', 'j'], 'scroll down', 'Log', scroll(0, 1)),
    bind('instances.log-page-up', ['pageup', 'ctrl-b', 'ctrl-u'], 'page up', 'Log', scroll(-1, 0)),
    bind('instances.log-page-down', ['pagedown', 'ctrl-f', 'ctrl-d', 'space'], 'page down', 'Log', scroll(1, 0)),
    bind('instances.log-first', ['g', 'home'], 'first', 'Log', scroll(0, Number.NEGATIVE_INFINITY)),
  ];

  return () => {
    const log = slice.get();
    if (log === undefined) return [];
    return log.search?.isTyped ? [typing()] : [{ bindings: reading(log) }];
  };
};
