/** The keys of the job that offers are compared for: the one that opens the form, and those of the form. */
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { type Binding, bind, inFooter, type Layer } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { EDITING } from '../../../keys/readline.ts';
import { presentOf } from '../../../state/list-places.ts';
import type { Slice } from '../../../state/slice.ts';
import { pageClosed, pageShown } from '../pages.ts';
import type { Searching } from '../searching.ts';
import type { OffersState } from '../state.ts';
import { acceptedWords } from './fit-words.ts';
import { fieldMoved, formCancelled, formEdited, formOpened, formRefused, readForm, type WorkloadPage } from './form.ts';
import { workloadChanged } from './priced-rows.ts';
import { rememberedWorkload, rememberWorkload } from './remembered.ts';

/** Most characters of a field: no figure is written longer. */
const FIGURE_MAXIMUM = 40;

export type WorkloadKeysNeeds = {
  readonly slice: Slice<OffersState>;
  /** Rows of the table that are visible. */
  readonly height: () => number;
  readonly journal: () => JournalAccess;
  readonly notify: (text: string) => void;
  /** Asks the service where a job with another SLA target asks something else. */
  readonly searching: Pick<Searching, 'searchNow'>;
};

/** The row that opens the form, and the layer in force while it is open. A job that was kept is in force from now on. */
export const workloadKeys = ({
  slice,
  height,
  journal,
  notify,
  searching,
}: WorkloadKeysNeeds): { readonly open: Binding; readonly layer: () => Layer } => {
  const kept = rememberedWorkload(journal());
  if (slice.get().workload === undefined && kept !== undefined)
    slice.change((state) => workloadChanged(state, kept, height()));

  const change = (transition: (page: WorkloadPage) => WorkloadPage) =>
    slice.change((state) => (state.page?.kind === 'workload' ? pageShown(state, transition(state.page)) : state));

  const form = (): WorkloadPage | undefined => {
    const { page } = slice.get();
    return page?.kind === 'workload' ? page : undefined;
  };

  const open = () => slice.change((state) => pageShown(state, formOpened(state.workload, state.cancelledJob)));

  const accept = () => {
    const { storageGb, workload: before } = slice.get();
    const page = form();
    if (page === undefined) return;
    const reading = readForm(page, storageGb, before !== undefined);
    if ('problem' in reading) {
      change((now) => formRefused(now, reading.part));
      return;
    }
    const { workload } = reading;
    slice.change((state) => workloadChanged({ ...pageClosed(state), cancelledJob: {} }, workload, height()));
    rememberWorkload(journal(), workload);
    if (workload !== undefined) notify(acceptedWords(presentOf(slice.get().list, slice.get().list.shown), workload));
    else if (before !== undefined) notify('There is no job any more: its columns are gone.');
    searching.searchNow();
  };

  const cancel = () =>
    slice.change((state) =>
      state.page?.kind === 'workload'
        ? {
            ...pageClosed(state),
            cancelledJob: { ...state.cancelledJob, ...formCancelled(state.page, state.workload) },
          }
        : state,
    );

  return {
    open: bind('offers.workload', ['$'], 'job', 'Find', open, {
      help: 'what a job of yours costs: hours, disk, traffic, SLA',
      words: ['workload', 'cost', 'price', 'money', 'total', 'hours', 'traffic', 'budget'],
    }),
    layer: () =>
      fieldLayer({
        owner: 'offers',
        line: () => form()?.lines[form()?.at ?? 'hours'],
        change: (edit) => change((page) => formEdited(page, edit)),
        maximum: FIGURE_MAXIMUM,
        accept: acceptKey('offers.workload-accept', 'compare for it', accept),
        cancel: cancelKey('offers.workload-cancel', cancel),
        own: [
          bind(
            'offers.workload-next',
            ['tab', 'down'],
            'next field',
            EDITING,
            () => change((page) => fieldMoved(page, 1)),
            inFooter,
          ),
          bind('offers.workload-before', ['shift-tab', 'up'], 'previous field', EDITING, () =>
            change((page) => fieldMoved(page, -1)),
          ),
        ],
      }),
  };
};
