/** The keys of the job that offers are compared for: the one that opens the form, and those of the form. */

import { bind, inFooter } from '../../../keys/binding.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from '../../../keys/field.ts';
import { presentOf } from '../../../state/list-places.ts';
import type { PageSite, RunningPage } from '../../page/page.ts';
import type { OffersTools } from '../needs.ts';
import type { WorkloadPage } from '../pages.ts';
import { pageClosed } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { acceptedWords } from './fit-words.ts';
import { fieldMoved, formCancelled, formEdited, formOpened, formRefused, readForm } from './form.ts';
import { workloadChanged } from './priced-rows.ts';
import { rememberedWorkload, rememberWorkload } from './remembered.ts';

/** Most characters of a field: no figure is written longer. */
const FIGURE_MAXIMUM = 40;

/** The row that opens the form, and the layer in force while it is open. A job that was kept is in force from now on. */
export const createWorkload = (
  site: PageSite<OffersState, WorkloadPage>,
  { slice, height, journal, notify, searching }: OffersTools,
): RunningPage<WorkloadPage> => {
  const kept = rememberedWorkload(journal());
  if (slice.get().workload === undefined && kept !== undefined)
    slice.change((state) => workloadChanged(state, kept, height()));

  const { page: form, change } = site;
  const open = () => site.show(formOpened(slice.get().workload, slice.get().cancelledJob));

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
    openers: [
      bind('offers.workload', ['$'], 'job', 'Find', open, {
        help: 'what a job of yours costs: hours, disk, traffic, SLA',
        words: ['workload', 'cost', 'price', 'money', 'total', 'hours', 'traffic', 'budget'],
      }),
    ],
    layers: () => [
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
    ],
  };
};
