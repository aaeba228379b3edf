/** The maintenance pane: a wizard that announces windows, and the history of those that were announced. */
import { WITHDRAWAL_WRITE } from '../../../maintenance/withdrawal-write.ts';
import { resumedBy } from '../../state/resume.ts';
import { meanings } from '../../ui/list-words.ts';
import { nothingComesBack, type Pane, staysHere } from '../pane.ts';
import { WritePage } from '../write-page/view.tsx';
import { createMaintenance } from './actions.ts';
import { machineWords } from './own-lists.ts';
import { type ListFace, listFaceOf, TITLES, windowsStatus } from './own-pages.ts';
import { maintenanceResumed, maintenanceSaved, maintenanceWords, savedMaintenance } from './resume.ts';
import { initialMaintenance, type MaintenanceState } from './state.ts';
import { MaintenanceView, maintenanceFootnote } from './view.tsx';

const WORDS = meanings({
  'outcome unknown': 'the call was sent and no answer came: renters may have been notified',
  '2+1': 'under Runs in the review: two instances run there, one more is stopped',
  '+1': 'behind the next window of a machine: so many further ones are announced for it',
  'D R I ·': 'under In use, a letter a GPU: let on demand, reserved, interruptible, or free, which is a dot',
  '12 of 29':
    'under Together in the week: so many of your GPUs are away at the same time at most, where windows overlap',
  '! 6 d': 'under Until: the machine is listed for less than a week more',
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
