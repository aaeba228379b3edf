/** The pane of a list of records that the service gives as a whole. */
import { olderCall } from '../../../api/calls.ts';
import type { ServiceRecord } from '../../../catalogue/columns.ts';
import { neverAsked } from '../../state/fetched-list.ts';
import { lastArrived, retryOf } from '../../state/remote.ts';
import { LIST_WORDS, waitSegments } from '../../ui/list-words.ts';

import { noSecret, nothing, nothingComesBack, type Pane, staysHere, tellsNothing, unguarded } from '../pane.ts';
import { createRecordActions } from './record-actions.ts';
import { descriptionOf, type RecordKind, type RecordList } from './record-kind.ts';
import { listResume } from './resume.ts';
import { listFooter, listPage } from './view.tsx';

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
      hears: {},
      guards: unguarded,
      revealedSecret: noSecret,
    }),
    face: {
      page: (state, place) => listPage(description, state, place),
      footnote: ({ list, answer }) => listFooter(description, list, lastArrived(answer)?.value),
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
            words: tellsNothing.words,
          },
    resume: listResume(description),
  };
};
