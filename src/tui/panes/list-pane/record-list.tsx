/**
 * The pane of a list of records that the service gives as a whole: asking for it, what its keys do beside those of every list, and
 * what a later run resumes.
 */

import { olderCall } from '../../../api/calls.ts';
import { createQuestion } from '../../../api/question.ts';
import type { ListReply } from '../../../api/records/replies.ts';
import { keyName } from '../../../base/named-keys.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import { bind, type Layer } from '../../keys/binding.ts';
import { listForgotten, neverAsked, notedIn, pageArrived } from '../../state/fetched-list.ts';
import { rowsReplaced } from '../../state/list.ts';
import { openedRenewed } from '../../state/over-list.ts';
import { isUnasked, lastArrived, progressOf, retryOf } from '../../state/remote.ts';
import { listResumed, listSaved, listWords, type Resume, resumedBy, savedList } from '../../state/resume.ts';
import type { ListRow } from '../../state/row-words.ts';
import { LIST_WORDS, waitSegments } from '../../ui/list-words.ts';
import {
  noSecret,
  nothing,
  nothingComesBack,
  type Pane,
  type PaneNeeds,
  type RunningPane,
  staysHere,
  tellsNothing,
  unguarded,
} from '../pane.ts';
import { createListActions } from './actions.ts';
import { kindOf, type ListDescription, type ListPaneState } from './description.ts';
import { listPreview } from './preview.ts';
import {
  createLastLook,
  descriptionOf,
  type RecordDescription,
  type RecordKind,
  type RecordList,
  rowReader,
  rowsJoined,
} from './record-kind.ts';
import { listFooter, listPage } from './view.tsx';

type RecordActions = Pick<RunningPane, 'layers' | 'open' | 'leave' | 'serviceChanged' | 'resize' | 'resumed' | 'hears'>;

/** What is said of a list that the user has stopped. */
const STOPPED = {
  tried: 'Tried to list them all.',
  whatCameBack: 'You stopped it: the list is not whole.',
  whatToDo: `${keyName('refresh')} asks for all of it.`,
};

/** How long after an answer a list is asked for again with which something is on its way, ms. */
const ASKED_AGAIN_MS = 5000;

/** Builds them for the list that `kind` is of. */
const createRecordActions = <Kept extends ServiceRecord>(
  kind: RecordKind<Kept>,
  description: RecordDescription<Kept>,
  needs: PaneNeeds<RecordList<Kept>>,
): RecordActions => {
  const { call, noun, ownKeys = () => [], isUnderway } = kind;
  const { slice, timeZone, caches, later } = needs;
  const { name } = call;
  const actions = createListActions(description, needs);
  const lastLook = createLastLook(kind.watched);
  const read = rowReader(description, kind, timeZone);
  const readAndCompare = (...answer: Parameters<typeof read>) => {
    const { rows, facts } = read(...answer);
    return { rows: lastLook.compared(rows), facts };
  };
  const noted = notedIn(slice, readAndCompare, actions.arrangement, caches?.of(call));
  let isOpen = false;
  let stopWaiting = (): void => {};

  const isAwaited = (): boolean =>
    isUnderway !== undefined && slice.get().list.rows.some(({ record }) => isUnderway(record));

  const question = createQuestion({
    ...needs,
    read: name,
    ask: (client, ticket, options) =>
      client.list(call, { ...options, onPage: (soFar, total) => pageCame(ticket, soFar, total) }),
    ...noted,
    onAnswer: (ticket, answer, atEpochMs) => {
      noted.onAnswer(ticket, answer, atEpochMs);
      slice.change((state) => ({ ...state, list: openedRenewed(state.list) }));
      if (isOpen && isAwaited()) waitAndAsk();
    },
  });

  /** A page of the answer: its rows are shown, and nothing is concluded from what is not among them. */
  const pageCame = (ticket: number, soFar: ListReply<Kept>, total: number | undefined): void => {
    const { rows } = read(soFar, needs.clock.now());
    const progress = { count: rows.length, total };
    slice.change((state) => pageArrived(state, ticket, { rows, progress }, actions.arrangement()));
  };

  /** Nothing more is asked: what has come stays, with what was known. */
  const keepPart = (): void => {
    const { answer } = slice.get();
    question.drop();
    if (answer.stage === 'loading') noted.onFailure(answer.ticket, STOPPED);
  };

  /** Asks again after a while, in which nothing else may have brought an answer. */
  const waitAndAsk = (): void => {
    stopWaiting();
    stopWaiting = later(ASKED_AGAIN_MS, askQuietly);
  };

  const askQuietly = (): void => question.ask(true);

  const askAgain = (): void => {
    question.drop();
    askQuietly();
  };

  const joinAgain = (): void =>
    slice.change((state) => {
      const { rows } = state.list;
      if (rows.length === 0) return state;
      const answeredAtEpochMs = lastArrived(state.answer)?.atEpochMs ?? 0;
      const joined = rowsJoined(rows, description, kind, { timeZone, answeredAtEpochMs });
      return { ...state, list: openedRenewed(rowsReplaced(state.list, joined, actions.arrangement())) };
    });

  /** What is on the screen was seen. */
  const look = (): void =>
    slice.change((state) => {
      const rows = lastLook.left(state.list.rows);
      return rows === state.list.rows
        ? state
        : { ...state, list: rowsReplaced(state.list, rows, actions.arrangement()) };
    });

  const refusalOfAsking = () => {
    const { answer, waitS } = slice.get();
    const isPutOff = retryOf(answer) !== undefined && waitS !== undefined;
    return answer.stage === 'loading' && !isPutOff ? `The ${noun}s are already being fetched.` : undefined;
  };

  const refresh = bind(`${name}.refresh`, ['R'], 'refresh', 'Find', question.ask, {
    isInFooter: true,
    help: 'ask the service again',
    refusal: refusalOfAsking,
  });

  const trying: Layer = {
    bindings: [bind(`${name}.give-up`, ['escape'], 'stop trying', 'Find', question.giveUp)],
  };

  const arriving: Layer = {
    bindings: [bind(`${name}.keep-part`, ['escape'], 'stop asking', 'Find', keepPart, { help: 'keep what has come' })],
  };

  return {
    layers: actions.layersWith({
      find: [refresh],
      ...(kind.ownFirst && { ownFirst: kind.ownFirst }),
      ownQuiet: () => kind.ownQuiet ?? [],
      own: ownKeys(() => actions.chosen().map(({ record }) => record), { ...needs, askAgain, joinAgain }),
      over: () => {
        const { answer } = slice.get();
        if (retryOf(answer) !== undefined) return [trying];
        return answer.stage === 'loading' && progressOf(answer) !== undefined ? [arriving] : [];
      },
    }),
    open: () => {
      isOpen = true;
      question.comeBack();
      if (isUnasked(slice.get().answer) || isAwaited()) question.ask();
    },
    leave: () => {
      if (isOpen) look();
      isOpen = false;
      stopWaiting();
      question.leave();
    },
    serviceChanged: () => {
      stopWaiting();
      question.drop();
      lastLook.forgotten();
      slice.change(listForgotten);
    },
    resize: actions.resize,
    resumed: actions.resumed,
    hears: {
      rowSought: (key) =>
        slice.change((state) => {
          const { opened: _, ...list } = state.list;
          const sought = { ...list, sought: { key: String(key) } };
          // Before the first answer there is no row to go to: it waits for that.
          const isHere = list.rows.length > 0;
          return { ...state, list: isHere ? rowsReplaced(sought, list.rows, actions.arrangement()) : sought };
        }),
      ...(kind.machines?.areHeld && { heldWanted: askQuietly }),
    },
  };
};

/** Words, order and marks, and the row where the user was. */
const listResume = <Row extends ListRow, Item, State extends ListPaneState<Row>>(
  description: ListDescription<Row, Item>,
): Resume<State> => {
  const kind = kindOf(description);
  return resumedBy({
    isWriting: false,
    schema: savedList,
    saved: ({ list }: State) => listSaved(list, kind),
    steps: () => [],
    words: (saved) => listWords(saved, description.noun),
    resumed: (state: State, saved) => ({ ...state, list: listResumed(state.list, saved, kind) }),
  });
};

/** False where records may be missing of what is shown. */
const isWhole = ({ answer }: Pick<RecordList<never>, 'answer'>): boolean =>
  progressOf(answer) === undefined && lastArrived(answer)?.value.isTruncated !== true;

/** The pane of one kind of record. */
export const recordList = <Kept extends ServiceRecord>(kind: RecordKind<Kept>): Pane<RecordList<Kept>> => {
  const { call, machines } = kind;
  const description = descriptionOf(kind);
  return {
    initial: () => neverAsked(description.firstColumn),
    goesAlong: staysHere,
    comesBack: nothingComesBack,
    create: (needs) => ({
      ...createRecordActions(kind, description, needs),
      readJournal: nothing,
      guards: unguarded,
      revealedSecret: noSecret,
    }),
    face: {
      page: (state, place) => listPage(description, state, place, isWhole(state)),
      preview: (state) => listPreview(description, state),
      footnote: (state) => listFooter(description, state.list, lastArrived(state.answer)?.value, isWhole(state)),
      status: ({ waitS, answer }) => waitSegments(waitS, retryOf(answer)),
      words: LIST_WORDS,
    },
    calls: [call.name, olderCall(call.name)?.name ?? []].flat(),
    machines:
      machines === undefined
        ? tellsNothing
        : {
            rows: ({ list }) => list.rows,
            hostRows: ({ list }) => list.rows.map(({ record }) => machines.hostRow(record)),
            areHeld: machines.areHeld,
            areWhole: false,
            words: tellsNothing.words,
          },
    resume: listResume(description),
  };
};
