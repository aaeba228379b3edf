/** What can be rented as a volume: a list like any other, and renting of it, a new volume or a clone, which is reviewed first. */
import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import type { Volume, VolumeOffer } from '../../../catalogue/values.ts';
import { VOLUME_OFFER_COLUMNS } from '../../../catalogue/volume-offer-fields.ts';
import type { VolumeRent } from '../../../storage/journal/profile-journal.ts';
import { VOLUME_OFFER_WRITE, type VolumeOfferWrite } from '../../../volumes/offer-write.ts';
import { bind, inFooter } from '../../keys/binding.ts';
import type { Slice } from '../../state/slice.ts';
import type { RecordKind, RecordList } from '../list-pane/record-kind.ts';
import type { PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { type ListWritePage, listWritePage } from '../write-page/list-page.tsx';
import { rowsSeen } from '../write-page/state.ts';

/** The open page, and what is being rented. */
export type VolumeOffersPage = ListWritePage<'offers', VolumeOfferWrite>;

type State = { readonly offers: RecordList<VolumeOffer> };

const KIND: RecordKind<VolumeOffer> = {
  call: CALLS.volumeOffers,
  noun: 'volume offer',
  columns: () => VOLUME_OFFER_COLUMNS,
  unsorted: 'the cheapest first',
  emptyWords: [
    'No disk is offered as a volume now.',
    'Hosts offer what is left of their disks, to be rented by the GB and month. It stands here, the cheapest first.',
    `${keyName('volumeOffers.refresh')} asks again.`,
  ],
  comparedAs: ({ machine_id: id }) => `machine ${id ?? '?'}`,
  title: ({ id, machine_id: machine }) => `Volume offer ${id ?? '?'}   machine ${machine ?? '?'}`,
  machines: { hostRow: (offer) => offer, areHeld: false },
  ownFirst: ['volumeOffers.rent'],
};

/** The list with what rents of it. */
export const VOLUME_OFFERS = listWritePage('Volume offers', KIND, VOLUME_OFFER_WRITE);

/** What the page is given. */
export type OffersTools = Needs & {
  readonly offers: Slice<RecordList<VolumeOffer>>;
  /** The volumes of the caller's, as far as they are listed, those first that are chosen. */
  readonly volumes: () => readonly Volume[];
  /** One was rented, or may have been: the list of volumes is asked for again, and goes to it where its id is known. */
  readonly volumeMade: (id: number | undefined) => void;
};

export const createOffers = (
  site: PageSite<State, VolumeOffersPage>,
  tools: OffersTools,
): RunningPage<VolumeOffersPage> => {
  const { volumes, volumeMade, offers } = tools;
  const rows = () => offers.get().list.rows.map(({ record }) => record);
  return VOLUME_OFFERS.create(site, 'offers', tools, {
    slice: offers,
    came: () =>
      site.change((page) => ({ ...page, writing: page.writing && rowsSeen(page.writing, rows(), VOLUME_OFFER_WRITE) })),
    ofWrite: {
      rows,
      onEnd: (end) => {
        if (end.kind === 'accepted') volumeMade(end.reply.volumeId);
        if (end.kind === 'unknown') volumeMade(undefined);
      },
      onAllAccepted: site.close,
    },
    keys: (chosen, write) => {
      const targets = () =>
        chosen().flatMap((offer) =>
          typeof offer.id === 'number' ? [{ id: offer.id, offer, volumes: volumes() }] : [],
        );
      const rent = (name: VolumeRent, id: string, key: string, label: string, help: string) =>
        bind(`volumeOffers.${id}`, [key], label, 'Rent', () => write.begin(name, targets()), {
          help,
          words: ['disk', 'storage', 'copy', 'new volume'],
          refusal: () => {
            const all = targets();
            if (all.length > 1) return 'Volumes are rented one by one: unmark the others.';
            if (all.length === 0) return 'There is no volume offer to rent.';
            return name === 'clone-volume' && volumes().length === 0
              ? 'You have no volume to clone, as far as is known here.'
              : write.refusal(name, all);
          },
        });
      return [
        rent('rent-volume', 'rent', 'r', 'rent', 'rent a volume of it'),
        rent('clone-volume', 'clone', 'A', 'clone here', 'rent a volume of it with what is on one of yours'),
      ];
    },
    opener: (show) =>
      bind('volumes.tab', [']'], 'volume offers', 'Look', show, {
        ...inFooter,
        help: 'what can be rented as a volume',
        words: ['rent a volume', 'new volume', 'storage', 'disk'],
      }),
    leave: { id: 'volumeOffers.leave', keys: [']'], label: 'volumes' },
  }).page;
};
