/** Changing instances: what begins it, the keys of its pages, and what keeps the user from leaving it half done. */
import type { Instance } from '../../../../catalogue/values.ts';
import { refusalOf } from '../../../../instances/facts.ts';
import type { ChangeKind } from '../../../../storage/journal/instance-changes.ts';
import { type Binding, bind, destructive, inFooter, type Layer } from '../../../keys/binding.ts';
import { changeKeys } from './list-keys.ts';
import type { ChangingNeeds } from './needs.ts';
import { createReview } from './review.ts';
import { createScrolling } from './scrolling.ts';
import { createSending } from './sending.ts';
import { type Changing, changeBegun, changeReopened, isSending, sendingStopped, targetsSeen } from './state.ts';

/** The keys. */
type ChangingActions = {
  /** Those of the list and of an open instance; they work on what is chosen. */
  readonly keys: (chosen: () => readonly Instance[]) => readonly Binding[];
  /** The layers in force while an instance is being changed; none while none is. */
  readonly layers: () => readonly Layer[];
  /** What Ctrl-C means in every pane while calls are sent. */
  readonly stopLayers: () => readonly Layer[];
  /** Keeps the program from being quit by mistake meanwhile. */
  readonly quitLayers: () => readonly Layer[];
  /** Why no other change can begin now; undefined when one can. */
  readonly refusalWhileSending: () => string | undefined;
};

/** Builds them. */
export const createChanging = (needs: ChangingNeeds): ChangingActions => {
  const { slice, listed, journal, readOnlyReason } = needs;
  const change = (transition: (changing: Changing) => Changing) =>
    slice.change((changing) => changing && transition(changing));
  const sending = createSending(needs);
  const scrolling = createScrolling(needs);

  const refusalWhileSending = () =>
    isSending(slice.get()) ? 'Instances are still being changed: Ctrl-C stops that.' : undefined;

  const refusal = (kind: ChangeKind, chosen: readonly Instance[]): string | undefined => {
    const access = journal();
    const general = readOnlyReason ?? ('problem' in access ? access.problem : undefined) ?? refusalWhileSending();
    if (general !== undefined) return general;
    if (chosen.length === 0) return 'There is no instance to change.';
    if (chosen.some(({ id }) => typeof id !== 'number'))
      return 'The service named no id of it, so it cannot be changed.';
    const ids = new Set(listed().map(({ id }) => id));
    const gone = chosen.find(({ id }) => !ids.has(id));
    if (gone !== undefined) return `Instance ${gone.id} is no longer in the list.`;
    return chosen.map((instance) => refusalOf(instance, kind)).find((reason) => reason !== undefined);
  };

  const review = createReview(needs, { scrolling, refusal, send: sending.begin });

  const stop = () => {
    change(sendingStopped);
    sending.hold();
  };
  const again = () => {
    change(changeReopened);
    change((changing) => targetsSeen(changing, listed()));
    review.open();
  };
  const over: readonly Binding[] = [
    bind('instances.change-again', ['a'], 'review again', 'Change', again, {
      isInFooter: true,
      help: 'review those again that were not accepted',
    }),
    bind(
      'instances.change-leave',
      ['escape', 'q', 'enter'],
      'back',
      'Change',
      () => slice.change(() => undefined),
      inFooter,
    ),
    bind('instances.change-refresh', ['R'], 'read the list', 'Change', needs.askAgain, inFooter),
    ...scrolling.keys,
  ];
  const working: readonly Binding[] = [
    bind('instances.change-stop', ['x'], 'send no more', 'Change', stop, destructive),
    ...scrolling.keys,
  ];
  const stopping: readonly Binding[] = [
    bind('instances.change-stop-all', ['ctrl-c'], 'send no more', 'Change', stop, inFooter),
  ];
  const staying: readonly Binding[] = [
    bind('instances.change-stay', ['q'], 'quit', 'Program', () => {}, { refusal: refusalWhileSending }),
  ];

  return {
    keys: (chosen) =>
      changeKeys(chosen, {
        refusal,
        begin: (kind, instances) => {
          slice.change(() => changeBegun(kind, instances));
          if (kind !== 'label' && kind !== 'bid') review.open();
          needs.askAgain();
        },
      }),
    layers: () => {
      const changing = slice.get();
      if (changing === undefined) return [];
      if (changing.stage.kind !== 'sent') return [review.layer(changing)];
      return [{ bindings: changing.stage.isOver ? over : working }];
    },
    stopLayers: () => {
      const changing = slice.get();
      const isStopped = changing?.stage.kind === 'sent' && changing.stage.isStopped === true;
      return isSending(changing) && !isStopped ? [{ bindings: stopping }] : [];
    },
    quitLayers: () => (refusalWhileSending() === undefined ? [] : [{ bindings: staying }]),
    refusalWhileSending,
  };
};
