/** The maintenance pane: a wizard that announces windows, and the history of those that were announced. */

import { WITHDRAWAL_WRITE } from '../../../maintenance/withdrawal-write.ts';
import { savedUser } from '../../../storage/journal/profile-journal.ts';
import { resumedBy } from '../../state/resume.ts';
import type { ScreenWord } from '../../ui/list-words.ts';
import { noSecret, nothingComesBack, type Pane, type Place, staysHere } from '../pane.ts';
import { WritePage } from '../write-page/view.tsx';
import { createMaintenanceActions } from './actions.ts';
import { machineWords } from './own/lists.ts';
import { createOwnPages, listFaceOf, windowsStatus } from './own/pages.ts';
import { maintenanceResumed, maintenanceSaved, maintenanceWords, savedMaintenance } from './resume.ts';
import { initialMaintenance, type MaintenanceState } from './state.ts';
import { MaintenanceView, maintenanceFootnote } from './view.tsx';
import { createWithdrawing, WITHDRAWING_TITLE_LINES } from './withdrawing.ts';

const WORDS: readonly ScreenWord[] = [
  { word: 'outcome unknown', meaning: 'the call was sent and no answer came: renters may have been notified' },
  { word: '+1', meaning: 'behind the next window of a machine: so many further ones are announced for it' },
  { word: 'announced before', meaning: 'this window, or one that overlaps it, was announced from this machine' },
];

/** What stands in front of the page that is open. */
const inFrontOf = ({ withdrawing, timeZone }: MaintenanceState, { width, height, describeMachine }: Place) =>
  withdrawing === undefined ? undefined : (
    <WritePage
      writing={withdrawing}
      kind={WITHDRAWAL_WRITE}
      context={{ describe: describeMachine, timeZone }}
      width={width}
      height={height - WITHDRAWING_TITLE_LINES}
    />
  );

export const maintenance: Pane<MaintenanceState> = {
  initial: ({ timeZone }) => initialMaintenance(timeZone),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => {
    const journal = needs.journal();
    const withdrawing = createWithdrawing(needs, {
      askWindows: () => own.askWindows(),
      refusalWhileAnnouncing: () => refusalToLeave(),
    });
    const own = createOwnPages(needs, { withdrawKey: withdrawing.key, windowsCame: withdrawing.windowsCame });
    const { stopLayers, quitLayers, refusalToLeave, rowsCame, planFor, ...actions } = createMaintenanceActions({
      ...needs,
      refusal: () => needs.readOnlyReason ?? ('problem' in journal ? journal.problem : undefined),
      userId: () => needs.userId() ?? savedUser(journal),
      describe: needs.describeMachine,
      openPane: needs.comeForward,
      own,
      withdrawing,
    });
    return {
      ...actions,
      layers: () => {
        const inFront = withdrawing.layers();
        return inFront.length > 0 ? inFront : actions.layers();
      },
      // A queue goes on in the background; it is never tried again by itself.
      leave: own.leave,
      resize: own.resize,
      serviceChanged: () => {
        withdrawing.close();
        needs.slice.change(({ isWithdrawalLacking: _, ...state }) => state);
        actions.serviceChanged();
        own.serviceChanged();
      },
      readJournal: actions.open,
      resumed: withdrawing.resumed,
      hears: {
        hostRowsCame: rowsCame,
        machinesChosen: (machineIds, areHeld) => planFor(machineIds, areHeld ? 'held' : 'chosen'),
      },
      guards: {
        layersInFront: () => [...stopLayers(), ...withdrawing.stopLayers()],
        layersBehind: () => [...quitLayers(), ...withdrawing.quitLayers()],
        refusalToLeave: () => refusalToLeave() ?? withdrawing.refusalWhileSending(),
        holdBack: () => false,
      },
      revealedSecret: noSecret,
    };
  },
  face: {
    page: (state, place) => (
      <MaintenanceView
        state={state}
        width={place.width}
        height={place.height}
        describe={place.describeMachine}
        refusal={place.readOnlyReason ?? place.journalProblem}
        list={inFrontOf(state, place) ?? listFaceOf(state)?.page(place)}
      />
    ),
    footnote: (state, width) =>
      state.withdrawing === undefined
        ? (listFaceOf(state)?.footnote(width) ?? maintenanceFootnote(state))
        : maintenanceFootnote(state),
    status: (state, timeZone) =>
      state.withdrawing === undefined ? (listFaceOf(state)?.status(timeZone) ?? []) : windowsStatus(state, timeZone),
    words: WORDS,
  },
  calls: ['maintenance', 'machines', 'windows', 'withdraw'],
  machines: {
    rows: ({ own }) => own.list.rows,
    hostRows: ({ own, userId }) => own.list.rows.map(({ record: { id } }) => ({ machine_id: id, host_id: userId })),
    areHeld: false,
    words: ({ own }) => machineWords(own.list.rows.map(({ record }) => record)),
  },
  resume: resumedBy({
    isWriting: true,
    schema: savedMaintenance,
    saved: maintenanceSaved,
    steps: ({ step, queue, withdrawing }) => [step, queue?.items, withdrawing?.ids, withdrawing?.stage.kind],
    words: maintenanceWords,
    resumed: maintenanceResumed,
  }),
};
