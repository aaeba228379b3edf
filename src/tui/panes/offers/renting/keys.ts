/** The keys of renting: the one that opens the page, and those of the review, of the sending and of what became of it. */
import { REDACTED } from '../../../../api/redact/redact.ts';
import { type Binding, bind, confirming, footerOfAllowed, inFooter, type Layer } from '../../../keys/binding.ts';
import { readFirst } from '../../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { scrollKeys } from '../../../keys/moving.ts';
import { chosenRows, pointedRows } from '../../../state/list.ts';
import type { Slice } from '../../../state/slice.ts';
import { OFFERS_LIST } from '../list.ts';
import { pageClosed, pageShown } from '../pages.ts';
import type { OffersState } from '../state.ts';
import { departedWords } from '../watch-changes.ts';
import { createRentActions, PRICE_UNKNOWN, type RentActions, type RentNeeds } from './actions.ts';
import { createRentDesk, type RentDesk } from './desk.ts';
import { rentFormLayer } from './form-keys.ts';
import { BELOW_REVIEW, pageLines } from './lines.ts';
import { formToOpen, offeredHere } from './opening.ts';
import {
  confirmationClosed,
  confirmationEdited,
  confirmationOpened,
  MOST_OFFERS,
  type RentPage,
  rentOpened,
  rentScrolled,
  totalOf,
} from './page.ts';

/** What the keys need from outside. */
type RentKeysNeeds = RentNeeds & {
  readonly slice: Slice<OffersState>;
  /** Cells and lines that the pane has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** IANA name of the zone in which times are shown. */
  readonly timeZone: string;
};

/** Renting to the pane. */
type RentKeys = {
  readonly open: Binding;
  /** In force while the page is open, innermost first. */
  readonly layers: (page: RentPage) => readonly Layer[];
  /** Another service or key is in use: its prices are not known. */
  readonly serviceChanged: () => void;
  /** Another pane was opened: what fails is not asked for again. */
  readonly leave: () => void;
  /** An earlier run has left the form: what is known for its fields is looked up. */
  readonly resumed: () => void;
  /** Why the service must not be left now; undefined when it may. */
  readonly refusalToLeave: () => string | undefined;
  /** The body in the clear while the user has it revealed. For the view alone: it must be kept nowhere. */
  readonly revealedSecret: () => string | undefined;
};

const GROUP = 'Renting';

/** No price is written longer. */
const PRICE_MAXIMUM = 40;

export const createRentKeys = (needs: RentKeysNeeds): RentKeys => {
  const { slice, renting } = needs;
  const desk = createRentDesk(slice);
  const actions = createRentActions(needs, desk);
  const close = () => {
    actions.forget();
    slice.change(pageClosed);
  };
  const reading = createReading(needs, desk, actions);

  const chosen = () => chosenRows(slice.get().list, OFFERS_LIST).flatMap(({ id }) => id ?? []);
  const open = () => {
    const rentForm = formToOpen(slice.get(), offeredHere(needs.journal(), renting));
    slice.change((now) => pageShown({ ...now, rentForm }, rentOpened(chosen())));
  };
  const refusalToOpen = (): string | undefined => {
    const { length } = chosen();
    if (needs.readOnlyReason !== undefined) return needs.readOnlyReason;
    const pointed = pointedRows(slice.get().list, OFFERS_LIST);
    if (length === 0 && pointed.length > 0) return departedWords(slice.get(), pointed);
    if (length === 0) return 'There is no offer under the cursor.';
    return length > MOST_OFFERS ? `At most ${MOST_OFFERS} offers are rented at once; ${length} are marked.` : undefined;
  };

  const confirmation = fieldLayer({
    owner: 'offers',
    line: () => desk.review()?.confirmation,
    change: (edit) => desk.changeReview((review) => confirmationEdited(review, edit)),
    maximum: PRICE_MAXIMUM,
    accept: { ...acceptKey('offers.rent-send', 'rent', actions.confirm), isConfirming: true },
    cancel: cancelKey('offers.rent-cancel', () => desk.changeReview((review) => confirmationClosed(review))),
  });

  const sending: readonly Binding[] = [
    bind('offers.rent-stop', ['escape'], 'stop', GROUP, actions.stop, {
      ...inFooter,
      help: 'send nothing more, and look no further',
      refusal: () => {
        const { stage } = desk.page() ?? {};
        const isOut = stage?.kind === 'sending' && (stage.stage === 'sending' || stage.stage === 'covering');
        return isOut ? 'Waiting for the answer: the call was sent once and is not sent again.' : undefined;
      },
    }),
  ];
  const ended: readonly Binding[] = [
    bind('offers.rent-close', ['escape', 'q', 'enter'], 'back to the offers', GROUP, close, inFooter),
    bind('offers.rent-again', ['e'], 'back to the form', GROUP, actions.backToForm, inFooter),
    ...reading.moving,
  ];

  return {
    open: bind('offers.rent', ['r'], 'rent', 'Mark', open, {
      help: 'rent it, or all that are marked',
      words: ['create', 'instance', 'buy', 'bid', 'launch', 'start'],
      refusal: refusalToOpen,
    }),
    layers: ({ stage }) => {
      switch (stage.kind) {
        case 'form':
          return [rentFormLayer(desk, { renting, review: actions.review, close })];
        case 'review':
          return stage.isTyping ? [confirmation] : [{ bindings: footerOfAllowed(reading.review) }];
        case 'sending':
          return [{ bindings: sending }];
        case 'ended':
          return [{ bindings: ended }];
      }
    },
    serviceChanged: () => {
      if (desk.review() !== undefined) actions.backToForm();
    },
    leave: actions.giveUp,
    resumed: () => desk.changeForm((form) => ({ ...form, offered: offeredHere(needs.journal(), renting) })),
    refusalToLeave: () =>
      desk.page()?.stage.kind === 'sending' ? 'An offer is being rented: wait for the answer.' : undefined,
    revealedSecret: actions.revealed,
  };
};

/** The keys with which a review is read and its confirmation opened, and those that scroll any page of text. */
const createReading = (
  { screen, timeZone }: Pick<RentKeysNeeds, 'screen' | 'timeZone'>,
  desk: RentDesk,
  actions: RentActions,
): { readonly moving: readonly Binding[]; readonly review: readonly Binding[] } => {
  /** Lines of the page, and how many of them are visible. */
  const extent = () => {
    const { width, height } = screen();
    const page = desk.page();
    const place = { width, timeZone, job: desk.state().workload, revealed: actions.revealed() };
    const below = page?.stage.kind === 'review' ? BELOW_REVIEW : 0;
    return { length: page === undefined ? 0 : pageLines(page, place).length, room: Math.max(1, height - 1 - below) };
  };
  const scroll = (pages: number, lines: number) => {
    const { length, room } = extent();
    const step = lines + pages * Math.max(1, room - 1);
    desk.change((page) => rentScrolled(page, step, Math.max(0, length - room)));
  };
  const unread = () => {
    const { length, room } = extent();
    return length - (desk.review()?.top ?? 0) - room;
  };
  const refusalToConfirm = (): string | undefined => {
    if (totalOf(actions.judged()) === undefined) return PRICE_UNKNOWN;
    return readFirst(unread());
  };
  const refusalToReveal = (): string | undefined => {
    const { environment = {}, onStart } = desk.review()?.masked ?? {};
    const isMasked = onStart !== undefined || Object.values(environment).includes(REDACTED);
    return isMasked ? undefined : 'Nothing is masked here.';
  };
  const moving = scrollKeys('offers.rent-', GROUP, scroll);
  const reveal = () => desk.changeReview((review) => ({ ...review, isRevealed: !review.isRevealed }));
  return {
    moving,
    review: [
      bind('offers.rent-confirm', ['enter', 'e'], 'confirm', GROUP, () => desk.changeReview(confirmationOpened), {
        ...confirming,
        refusal: refusalToConfirm,
      }),
      bind('offers.rent-reveal', ['v'], 'show values', GROUP, reveal, {
        ...inFooter,
        help: 'show what is masked, or mask it again',
        refusal: refusalToReveal,
      }),
      bind('offers.rent-ask', ['R'], 'ask again', GROUP, actions.ask, {
        ...inFooter,
        help: 'ask what it costs now',
      }),
      ...moving,
      bind('offers.rent-back', ['escape'], 'back to the form', GROUP, actions.backToForm, inFooter),
    ],
  };
};
