/** The maintenance pane: a wizard that announces windows, and the history of those that were announced. */
import { savedUser } from '../../../storage/journal/known-user.ts';
import { resumedBy } from '../../state/resume.ts';
import type { ScreenWord } from '../../ui/screen-words.ts';
import { noSecret, nothing, nothingComesBack, type Pane, staysHere, tellsNothing } from '../pane.ts';
import { createMaintenanceActions } from './actions.ts';
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
    const { stopLayers, quitLayers, refusalToLeave, rowsCame, planFor, ...actions } = createMaintenanceActions({
      ...needs,
      refusal: () => needs.readOnlyReason ?? ('problem' in journal ? journal.problem : undefined),
      userId: () => needs.userId() ?? savedUser(journal),
      describe: needs.describeMachine,
      openPane: needs.comeForward,
    });
    return {
      ...actions,
      // A queue goes on in the background; it is never tried again by itself.
      leave: nothing,
      // Every height is taken from the screen when it is drawn.
      resize: nothing,
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
    page: (state, { width, height, describeMachine, readOnlyReason, journalProblem }) => (
      <MaintenanceView
        state={state}
        width={width}
        height={height}
        describe={describeMachine}
        refusal={readOnlyReason ?? journalProblem}
      />
    ),
    footnote: maintenanceFootnote,
    status: () => [],
    words: WORDS,
  },
  calls: ['maintenance'],
  machines: tellsNothing,
  resume: resumedBy({
    isWriting: true,
    schema: savedMaintenance,
    saved: maintenanceSaved,
    steps: ({ step, queue }) => [step, queue?.items],
    words: maintenanceWords,
    resumed: maintenanceResumed,
  }),
};
