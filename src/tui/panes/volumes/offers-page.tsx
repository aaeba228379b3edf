/** What can be rented as a volume: a list like any other, and renting of it, a new volume or a clone, which is reviewed first. */
import { CALLS } from '../../../api/calls.ts';
import { keyName } from '../../../base/named-keys.ts';
import type { Volume, VolumeOffer } from '../../../catalogue/values.ts';
import { VOLUME_OFFER_COLUMNS } from '../../../catalogue/volume-offer-fields.ts';
import type { VolumeRent } from '../../../storage/journal/profile-journal.ts';
import { VOLUME_OFFER_WRITE, type VolumeOfferWrite } from '../../../volumes/offer-write.ts';
import { bind, inFooter } from '../../keys/binding.ts';
import { type Slice, tellingAnswers } from '../../state/slice.ts';
import { PageTitle } from '../../ui/segment-line.tsx';
import type { RecordKind, RecordList } from '../list-pane/record-kind.ts';
import { recordList } from '../list-pane/record-list.tsx';
import type { Drawn, PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { createWrite } from '../write-page/create.ts';
import { rowsSeen, type Writing } from '../write-page/state.ts';
import { WritePage } from '../write-page/view.tsx';

/** The open page, and what is being rented. */
export type VolumeOffersPage = { readonly kind: 'offers'; readonly writing?: Writing<VolumeOfferWrite> | undefined };

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
};

/** The list alone. */
export const VOLUME_OFFERS = recordList(KIND);

/** Lines of the title. */
const TITLE = 2;

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
  let askAgain = (): void => {};
  const rows = () => offers.get().list.rows.map(({ record }) => record);
  const came = () =>
    site.change((page) => ({ ...page, writing: page.writing && rowsSeen(page.writing, rows(), VOLUME_OFFER_WRITE) }));
  const write = createWrite(VOLUME_OFFER_WRITE, {
    needs: tools,
    slice: {
      get: () => site.page()?.writing,
      change: (transition) => site.change((page) => ({ ...page, writing: transition(page.writing) })),
    },
    screen: tools.screen,
    askAgain: () => askAgain(),
    rows,
    refusal: () => undefined,
    onEnd: (end) => {
      if (end.kind === 'accepted') volumeMade(end.reply.volumeId);
      if (end.kind === 'unknown') volumeMade(undefined);
    },
    onAllAccepted: site.close,
  });
  const list = recordList({
    ...KIND,
    ownFirst: ['volumeOffers.rent'],
    ownKeys: (chosen, own) => {
      askAgain = own.askAgain;
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
  }).create({
    ...tools,
    screen: () => ({ ...tools.screen(), height: Math.max(1, tools.screen().height - TITLE) }),
    slice: tellingAnswers(offers, came),
  });
  const show = (): void => {
    site.show({ kind: 'offers' });
    // What is reviewed says until when the credit lasts.
    tools.money.look();
    list.open();
  };
  return {
    ...write,
    openers: [
      bind('volumes.tab', [']'], 'volume offers', 'Look', show, {
        ...inFooter,
        help: 'what can be rented as a volume',
        words: ['rent a volume', 'new volume', 'storage', 'disk'],
      }),
    ],
    layers: ({ writing }) =>
      writing === undefined
        ? [
            ...list.layers(),
            { bindings: [bind('volumeOffers.leave', [']', 'escape', 'q'], 'volumes', 'Look', site.close, inFooter)] },
          ]
        : write.layers(),
    open: () => site.page() && list.open(),
    leave: list.leave,
    serviceChanged: () => {
      site.close();
      list.serviceChanged();
    },
  };
};

/** The page in `width` by `height` cells. */
export const VolumeOffersView = ({ page: { writing }, state, ...place }: Drawn<State, VolumeOffersPage>) => {
  const { width, height, timeZone, money } = place;
  const context = { timeZone, describe: () => undefined, money };
  if (writing !== undefined) return <WritePage {...{ writing, context, width, height }} kind={VOLUME_OFFER_WRITE} />;
  return (
    <>
      <PageTitle title="Volume offers" width={width} />
      {VOLUME_OFFERS.face.page(state.offers, { ...place, height: height - TITLE })}
    </>
  );
};
