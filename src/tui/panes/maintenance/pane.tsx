/** The maintenance pane: a wizard that announces windows, and the history of those that were announced. */
import { machineWords } from '../../../catalogue/machine-words.ts';
import { WITHDRAWAL_WRITE } from '../../../maintenance/withdrawal-write.ts';
import { resumedBy } from '../../state/resume.ts';
import { meanings } from '../../ui/list-words.ts';
import { nothingComesBack, type Pane, staysHere, tellsNothing } from '../pane.ts';
import { WritePage } from '../write-page/view.tsx';
import { createMaintenance } from './actions.ts';
import { ownMachines } from './own-lists.ts';
import { type ListFace, listFaceOf, TITLES, windowsStatus } from './own-pages.ts';
import { maintenanceResumed, maintenanceSaved, maintenanceWords, savedMaintenance } from './resume.ts';
import { initialMaintenance, type MaintenanceState } from './state.ts';
import { MaintenanceView, maintenanceFootnote } from './view.tsx';

const WORDS = meanings({
  'outcome unknown': 'the call was sent and no answer came: renters may have been notified',
  '2+1': 'under Runs in the review: two instances run there, one more is stopped',
  '12 of 29':
    'under Together in the week: so many of your GPUs are away at the same time at most, where windows overlap',
  'announced before': 'this window, or one that overlaps it, was announced from this machine',
});

/** The list that is open, or what stands in front of any page; undefined where that is the plan or the history. */
const overIn = (state: MaintenanceState): ListFace | undefined => {
  const { withdrawing, timeZone } = state;
  if (withdrawing === undefined) return listFaceOf(state);
  return {
    page: ({ width, height, describeMachine: describe }) => (
      <WritePage
        writing={withdrawing}
        kind={WITHDRAWAL_WRITE}
        context={{ describe, timeZone }}
        width={width}
        height={height - TITLES}
      />
    ),
    footnote: () => maintenanceFootnote(state),
    status: (zone) => windowsStatus(state, zone),
  };
};

export const maintenance: Pane<MaintenanceState> = {
  initial: ({ timeZone }) => initialMaintenance(timeZone),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: createMaintenance,
  face: {
    page: (state, place) => (
      <MaintenanceView
        state={state}
        width={place.width}
        height={place.height}
        describe={place.describeMachine}
        refusal={place.readOnlyReason ?? place.journalProblem}
        list={overIn(state)?.page(place)}
      />
    ),
    preview: (state) => overIn(state)?.preview?.(),
    footnote: (state, width) => overIn(state)?.footnote(width) ?? maintenanceFootnote(state),
    status: (state, timeZone) => overIn(state)?.status(timeZone) ?? [],
    words: WORDS,
  },
  calls: ['maintenance', 'windows', 'withdraw'],
  machines: {
    ...tellsNothing,
    rows: ownMachines,
    areWhole: true,
    words: (state) => machineWords(ownMachines(state)),
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
