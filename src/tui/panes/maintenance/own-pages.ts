/**
 * What the service lists of a host: the page of windows is a list like any other, asked for when the pane is opened, as the machines
 * are. And withdrawing windows, which the list of windows is read for.
 */

import type { ReactNode } from 'react';
import { CALLS } from '../../../api/calls.ts';
import type { ListReply } from '../../../api/records/replies.ts';
import type { HostMachine } from '../../../catalogue/values.ts';
import { machineIdsOf } from '../../../maintenance/machine-hosts.ts';
import type { OwnListed } from '../../../maintenance/renters.ts';
import { WITHDRAWAL_WRITE } from '../../../maintenance/withdrawal-write.ts';
import type { Binding, Layer } from '../../keys/binding.ts';
import { idle, isUnasked } from '../../state/remote.ts';
import { partOf, tellingAnswers } from '../../state/slice.ts';
import type { Segment } from '../../ui/segments.ts';
import { listQuestion } from '../list-pane/list-question.ts';
import { withdrawKey as withdrawKeyOf } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import type { PaneNeeds, Place, PreviewLines } from '../pane.ts';
import { createWrite } from '../write-page/create.ts';
import { tellList } from '../write-page/site.ts';
import { WINDOWS } from './own-lists.ts';
import type { MaintenanceState } from './state.ts';
import { windowPreview } from './window-lines.ts';

/** The line in which the titles of the pages stand. */
export const TITLES = 1;

/** The list of windows as a pane of its own. */
const LIST = recordList(WINDOWS);

/** What of it a later run resumes. */
export const WINDOWS_RESUMED = LIST.resume;

/** What is drawn of the page of windows; undefined where another is open. */
export const listFaceOf = (state: MaintenanceState): ListFace | undefined => {
  const { page, announced } = state;
  if (page !== 'windows') return undefined;
  const { face } = LIST;
  return {
    page: (place) => face.page(announced, { ...place, height: place.height - TITLES }),
    preview: () => windowPreview(state) ?? face.preview(announced),
    footnote: (width) => face.footnote(announced, width),
    status: (timeZone) => face.status(announced, timeZone),
  };
};

export type ListFace = {
  readonly page: (place: Place) => ReactNode;
  readonly preview?: () => PreviewLines | undefined;
  readonly footnote: (width: number) => readonly Segment[];
  readonly status: (timeZone: string) => readonly Segment[];
};

/** What the list of windows is waiting for, whichever page is open. */
export const windowsStatus = ({ announced }: MaintenanceState, timeZone: string): readonly Segment[] =>
  LIST.face.status(announced, timeZone);

/** Builds them. `refusalWhileAnnouncing`: why nothing is withdrawn while windows are announced; undefined when it may be. `onMachinesCame` is told of another list of machines. */
export const createOwnPages = (
  needs: PaneNeeds<MaintenanceState>,
  refusalWhileAnnouncing: () => string | undefined,
  onMachinesCame: () => void,
) => {
  const { slice } = needs;
  const screen = () => ({ ...needs.screen(), height: needs.screen().height - TITLES });
  const windows = partOf(slice, 'announced');
  let askWindows = (): void => {};
  const withdrawing = createWrite(WITHDRAWAL_WRITE, {
    needs,
    slice: partOf(slice, 'withdrawing'),
    screen,
    askAgain: () => askWindows(),
    refusal: refusalWhileAnnouncing,
    onEnd: (end) => {
      if (end.kind === 'refused' && WITHDRAWAL_WRITE.isLacking?.(end.error))
        slice.change((state) => ({ ...state, isWithdrawalLacking: true }));
    },
  });

  /** The key that withdraws the windows of the machines that are chosen; `owner` is what its id starts with. */
  const withdrawKey = (owner: string, chosen: () => readonly number[]): Binding =>
    withdrawKeyOf(
      owner,
      chosen,
      (ids) => withdrawing.begin('withdraw', ids),
      () => withdrawing.refusal('withdraw', []),
    );

  /** The answer to the question for the windows is another than before. */
  const windowsCame = (): void => {
    const { announced, withdrawing: writing } = slice.get();
    if (writing !== undefined) tellList(withdrawing, WITHDRAWAL_WRITE, writing.ids, announced);
  };

  const list = recordList({
    ...WINDOWS,
    ownFirst: ['windows.withdraw'],
    ownKeys: (chosen, own) => {
      askWindows = own.askAgain;
      return [withdrawKey('windows', () => machineIdsOf(chosen()))];
    },
  }).create({ ...needs, screen, slice: tellingAnswers(windows, windowsCame) });
  const own = partOf(slice, 'own');
  const machines = listQuestion(CALLS.machines, own, needs, {
    of: (reply) => reply && listedIn(reply),
    onCame: onMachinesCame,
    onFound: onMachinesCame,
  });
  return {
    withdrawing,
    withdrawKey,
    layers: (): readonly Layer[] => list.layers(),
    /** Asks for windows and machines, as far as they were not asked for before: every page tells of windows, and a plan of who is on its machines. */
    open: (): void => {
      list.open();
      machines.comeBack();
      if (isUnasked(own.get().answer)) machines.ask();
    },
    /** Asks for the windows again, whatever is under way. */
    askWindows: (): void => askWindows(),
    askMachines: (): void => machines.ask(),
    leave: (): void => {
      list.leave();
      machines.leave();
    },
    serviceChanged: (): void => {
      list.serviceChanged();
      machines.drop();
      own.change((asked) => (isUnasked(asked.answer) ? asked : { answer: idle }));
    },
    resize: list.resize,
  };
};

/** Without the texts of its records. */
const listedIn = ({ texts: _, ...listed }: ListReply<HostMachine>): OwnListed => listed;
