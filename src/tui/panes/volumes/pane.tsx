/** The pane of volumes: the list of those that the caller rents, what can be rented, and maintenance for the machines on which they lie. */
import type { Volume, VolumeOffer } from '../../../catalogue/values.ts';
import { machineIdsOf } from '../../../maintenance/machine-hosts.ts';
import { DELETE_VOLUME_WRITE, type DeleteVolumeWrite, type VolumeTarget } from '../../../volumes/delete-write.ts';
import { bind } from '../../keys/binding.ts';
import { isUnasked } from '../../state/remote.ts';
import { resumedInPart } from '../../state/resume.ts';
import { partOf, type Slice } from '../../state/slice.ts';
import { maintainKey, type RecordList } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import { createPages, drawnOver, followedOver, type Page, pageOf } from '../page/page.ts';
import { nothingComesBack, type Pane, staysHere } from '../pane.ts';
import type { WritingPage } from '../write-page/state.ts';
import { writePage } from '../write-page/view.tsx';
import { createOffers, type OffersTools, VOLUME_OFFERS, type VolumeOffersPage } from './offers-page.tsx';
import { VOLUMES } from './volume-list.ts';

type VolumesPage = WritingPage<DeleteVolumeWrite> | VolumeOffersPage;

/** The list, that of what can be rented, and what lies over the first. */
type VolumesState = RecordList<Volume> & {
  readonly offers: RecordList<VolumeOffer>;
  readonly page?: VolumesPage | undefined;
};

type Tools = OffersTools & { readonly chosen: () => readonly Volume[]; readonly askAgain: () => void };

/** The list alone. */
const LIST = recordList(VOLUMES);

const listedIn = ({ list }: VolumesState): readonly Volume[] => list.rows.map(({ record }) => record);

const targetOf = (volume: Volume): VolumeTarget => ({ id: volume.id ?? Number.NaN, volume });

const deletion = writePage<DeleteVolumeWrite, VolumesState, Tools>(DELETE_VOLUME_WRITE, {
  rows: listedIn,
  site: ({ askAgain }) => ({
    askAgain,
    refusal: (targets) => {
      if (targets.length === 0) return 'There is no volume to delete.';
      return targets.some(({ id }) => Number.isNaN(id)) ? 'The service named no id of it.' : undefined;
    },
    onAllAccepted: () => {},
  }),
  openers: (write, { chosen }) => [
    bind('volumes.delete', ['X'], 'delete', 'Change', () => write.begin('delete-volume', chosen().map(targetOf)), {
      help: 'delete it, with everything on it',
      words: ['stop paying', 'remove', 'destroy', 'end'],
      isDestructive: true,
      refusal: () => write.refusal('delete-volume', chosen().map(targetOf)),
    }),
  ],
});

const offers = pageOf<VolumesState, VolumeOffersPage, Tools>({
  holds: (page: VolumesPage): page is VolumeOffersPage => page.kind === 'offers',
  create: createOffers,
  draw: ({ state, page, ...place }) => VOLUME_OFFERS.draw(state.offers, page.writing, place),
});

const PAGES: readonly Page<VolumesState, Tools>[] = [deletion, offers];

/** The list alone as a slice: what lies over it follows other rows. */
const listOf = ({ get, change }: Slice<VolumesState>): Slice<RecordList<Volume>> => ({
  get,
  change: (transition) =>
    change((state) => {
      const came = transition(state);
      if (came === state) return state;
      const next = { ...came, offers: state.offers, page: state.page };
      return came.list.rows === state.list.rows ? next : followedOver(PAGES, next);
    }),
});

/** True where the list of what can be rented is in front. */
const areOffersOpen = ({ page }: VolumesState): boolean => page?.kind === 'offers' && page.writing === undefined;

export const volumes: Pane<VolumesState> = {
  initial: (start) => ({ ...LIST.initial(start), offers: VOLUME_OFFERS.initial(start) }),
  goesAlong: staysHere,
  comesBack: nothingComesBack,
  create: (needs) => {
    const slice = listOf(needs.slice);
    let ofList = { chosen: (): readonly Volume[] => [], askAgain: (): void => {} };
    const pages = createPages(PAGES, needs.slice, {
      ...needs,
      offers: partOf(needs.slice, 'offers'),
      chosen: () => ofList.chosen(),
      askAgain: () => ofList.askAgain(),
      volumes: () => [...new Set([...ofList.chosen(), ...listedIn(needs.slice.get())])],
      volumeMade: (id) => {
        if (id !== undefined)
          slice.change((state) => ({ ...state, list: { ...state.list, sought: { key: String(id) } } }));
        if (!isUnasked(slice.get().answer)) ofList.askAgain();
      },
    });
    const list = recordList({
      ...VOLUMES,
      // Who rents a volume is seldom the host of its machine.
      ownQuiet: ['volumes.maintain'],
      ownKeys: (chosen, own) => {
        ofList = { chosen, askAgain: own.askAgain };
        return [...pages.openers.bindings, maintainKey('volumes', () => machineIdsOf(chosen()), own)];
      },
    }).create({ ...needs, slice });
    return {
      ...list,
      layers: () => (needs.slice.get().page === undefined ? list.layers() : pages.layers()),
      open: () => {
        list.open();
        pages.open();
      },
      leave: () => {
        list.leave();
        pages.leave();
      },
      serviceChanged: () => {
        pages.serviceChanged();
        list.serviceChanged();
      },
      guards: pages.guards,
    };
  },
  face: {
    page: (state, place) => drawnOver(PAGES, state, place) ?? LIST.face.page(state, place),
    preview: (state) => {
      if (state.page === undefined) return LIST.face.preview(state);
      return areOffersOpen(state) ? VOLUME_OFFERS.preview(state.offers) : undefined;
    },
    footnote: (state, width) => {
      if (state.page === undefined) return LIST.face.footnote(state, width);
      return areOffersOpen(state) ? VOLUME_OFFERS.footnote(state.offers, width) : [];
    },
    status: (state, timeZone) =>
      state.page?.kind === 'offers' ? VOLUME_OFFERS.status(state.offers, timeZone) : LIST.face.status(state, timeZone),
    words: LIST.face.words,
  },
  calls: [...LIST.calls, ...VOLUME_OFFERS.calls, 'rentVolume', 'cloneVolume', 'deleteVolume'],
  machines: LIST.machines,
  resume: resumedInPart(
    LIST.resume,
    (state: VolumesState) => state,
    (state, list) => ({ ...state, ...list }),
  ),
};
