/** The keys with which a label or a bid is typed, and the review read and confirmed. */
import type { Instance } from '../../../../catalogue/values.ts';
import type { Change } from '../../../../instances/change.ts';
import type { ChangeKind } from '../../../../storage/journal/instance-changes.ts';
import { confirmationProblem } from '../../../../writes/confirmation.ts';
import { type Binding, bind, confirming, inFooter, type Layer } from '../../../keys/binding.ts';
import { confirmationLayer, readFirst, takeAnswer } from '../../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { lineOf } from '../../../state/line.ts';
import type { ChangingNeeds } from './needs.ts';
import type { Scrolling } from './scrolling.ts';
import {
  type Changing,
  changeOf,
  confirmationEdited,
  confirmationTyped,
  idsOf,
  reviewOpened,
  valueAsked,
  valueEdited,
} from './state.ts';

/** Most characters that the fields take: some more than a label may have, so that nothing is cut unsaid. */
const MAXIMA = { label: 2100, bid: 20, typed: 40 } as const;

type ReviewParts = {
  readonly scrolling: Scrolling;
  readonly refusal: (kind: ChangeKind, instances: readonly Instance[]) => string | undefined;
  /** Sends what was confirmed in view of the journal up to the line `seen`. */
  readonly send: (change: Change, seen: number) => void;
};

type Review = {
  /** Opens it, in view of what the journal knows at the moment; what is wrong with what was typed is said. */
  readonly open: () => void;
  /** The layer in force before anything is sent. */
  readonly layer: (changing: Changing) => Layer;
};

/** Builds them. */
export const createReview = (
  { slice, journal, refuse }: Pick<ChangingNeeds, 'slice' | 'journal' | 'refuse'>,
  { scrolling, refusal, send }: ReviewParts,
): Review => {
  const change = (transition: (changing: Changing) => Changing) =>
    slice.change((changing) => changing && transition(changing));
  const leave = () => slice.change(() => undefined);

  const open = () => {
    const changing = slice.get();
    const access = journal();
    if (changing === undefined || 'problem' in access) return;
    const wanted = changeOf(changing);
    const look = access.instanceChanges.look(idsOf(changing), changing.kind);
    if ('problem' in wanted) refuse(wanted.problem);
    else if ('problem' in look) refuse(look.problem);
    else change((now) => reviewOpened(now, look));
  };

  /** Why what stands in the review must not be sent; undefined when it may be. */
  const refusalToConfirm = (): string | undefined => {
    const changing = slice.get();
    if (changing === undefined) return undefined;
    const instances = changing.targets.map(({ instance }) => instance);
    return readFirst(scrolling.unread()) ?? refusal(changing.kind, instances);
  };

  const confirm = () => {
    const changing = slice.get();
    if (changing?.stage.kind !== 'review') return;
    const { look, typed } = changing.stage;
    const wanted = changeOf(changing);
    if ('problem' in wanted) return;
    const confirming = { ids: idsOf(changing), noun: 'instance' } as const;
    takeAnswer({
      hindrance: refusalToConfirm(),
      mistake: typed && confirmationProblem(confirming, typed.text),
      close: () => change((now) => confirmationTyped(now, undefined)),
      refuse,
      send: () => send(wanted, look.seen),
    });
  };

  const ofValue: readonly Binding[] = [
    bind('instances.change-send', ['enter'], 'send it', 'Change', confirm, {
      ...confirming,
      refusal: refusalToConfirm,
    }),
    bind('instances.change-back', ['escape'], 'back', 'Change', () => change(valueAsked), inFooter),
    ...scrolling.keys,
  ];
  const ofOthers: readonly Binding[] = [
    bind(
      'instances.change-confirm',
      ['enter'],
      'confirm',
      'Change',
      () => change((changing) => confirmationTyped(changing, lineOf(''))),
      { ...confirming, refusal: refusalToConfirm },
    ),
    bind('instances.change-leave', ['escape', 'q'], 'leave', 'Change', leave, inFooter),
    ...scrolling.keys,
  ];

  const typingValue = ({ kind }: Changing): Layer =>
    fieldLayer({
      owner: 'instances',
      line: () => slice.get()?.value,
      change: (edit) => change((changing) => valueEdited(changing, edit)),
      maximum: kind === 'bid' ? MAXIMA.bid : MAXIMA.label,
      accept: acceptKey('instances.change-review', 'review', open),
      cancel: cancelKey('instances.change-cancel', leave),
    });

  const typingConfirmation = (): Layer =>
    fieldLayer({
      owner: 'instances',
      line: () => {
        const stage = slice.get()?.stage;
        return stage?.kind === 'review' ? stage.typed : undefined;
      },
      change: (edit) => change((changing) => confirmationEdited(changing, edit)),
      maximum: MAXIMA.typed,
      accept: { ...acceptKey('instances.change-send', 'send it', confirm), isConfirming: true },
      cancel: cancelKey('instances.change-untype', () => change((changing) => confirmationTyped(changing, undefined))),
    });

  return {
    open,
    layer: (changing) => {
      const { stage, kind } = changing;
      if (stage.kind !== 'review') return typingValue(changing);
      if (stage.typed !== undefined) return typingConfirmation();
      return confirmationLayer(kind === 'label' || kind === 'bid' ? ofValue : ofOthers, scrolling.unread);
    },
  };
};
