/** The maintenance pane: a wizard that announces windows, and the history of those that were announced. */
import { savedUser } from '../../../storage/journal/known-user.ts';
import { resumedBy } from '../../state/resume.ts';
import type { ScreenWord } from '../../ui/screen-words.ts';
import { noSecret, nothing, nothingComesBack, type Pane, staysHere } from '../pane.ts';
import { createMaintenanceActions } from './actions.ts';
import { machineWords } from './own/lists.ts';
import { createOwnPages, listFaceOf } from './own/pages.ts';
import { maintenanceResumed, maintenanceSaved, maintenanceWords, savedMaintenance } from './resume.ts';
import { initialMaintenance, type MaintenanceState } from './state.ts';
import { MaintenanceView, maintenanceFootnote } from './view.tsx';

const WORDS: readonly ScreenWord[] = [
  { word: 'outcome unknown', meaning: 'the call was sent and no answer came: renters may have been notified' },
  { word: 'announced before', meaning: 'this window, or one that overlaps it, was announced from this machine' },
];

export const maintenance: Pane<MaintenanceState> = {
  initial: ({ timeZone }) => initialMaintenance(timeZone),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => {
    const journal = needs.journal();
    const own = createOwnPages(needs);
    const { stopLayers, quitLayers, refusalToLeave, rowsCame, planFor, ...actions } = createMaintenanceActions({
      ...needs,
      refusal: () => needs.readOnlyReason ?? ('problem' in journal ? journal.problem : undefined),
      userId: () => needs.userId() ?? savedUser(journal),
      describe: needs.describeMachine,
      openPane: needs.comeForward,
      own,
    });
    return {
      ...actions,
      // A queue goes on in the background; it is never tried again by itself.
      leave: own.leave,
      resize: own.resize,
      serviceChanged: () => {
        actions.serviceChanged();
        own.serviceChanged();
      },
      readJournal: actions.open,
      resumed: nothing,
      hears: {
        hostRowsCame: rowsCame,
        machinesChosen: (machineIds, areHeld) => planFor(machineIds, areHeld ? 'held' : 'chosen'),
      },
      guards: { layersInFront: stopLayers, layersBehind: quitLayers, refusalToLeave, holdBack: () => false },
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
        list={listFaceOf(state)?.page(place)}
      />
    ),
    footnote: (state, width) => listFaceOf(state)?.footnote(width) ?? maintenanceFootnote(state),
    status: (state, timeZone) => listFaceOf(state)?.status(timeZone) ?? [],
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
    steps: ({ step, queue }) => [step, queue?.items],
    words: maintenanceWords,
    resumed: maintenanceResumed,
  }),
};
