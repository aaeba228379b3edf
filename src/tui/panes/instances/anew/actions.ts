/** The key that destroys an instance and rents another like it after asking, and the keys of its page. */
import type { Instance } from '../../../../catalogue/values.ts';
import { anewRefusal } from '../../../../instances/anew.ts';
import { priceProblem } from '../../../../rentals/price-words.ts';
import { type Binding, bind, confirming, inFooter, type Layer } from '../../../keys/binding.ts';
import { confirmationLayer, readFirst, takeAnswer } from '../../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../../keys/field.ts';
import { scrollKeys } from '../../../keys/moving.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { FOOT_LINES } from '../../write-page/lines.ts';
import { anewLines } from './lines.ts';
import { type AnewNeeds, createRenting } from './renting.ts';
import { type Anew, anewEdited, anewScrolled, anewTyped, isBusy } from './state.ts';

/** The key, and the layers of its page. */
type AnewActions = {
  readonly keys: (chosen: () => readonly Instance[]) => readonly Binding[];
  readonly layers: () => readonly Layer[];
  /** Why the program, the service and the pane's other changes have to wait; undefined when they do not. */
  readonly refusalWhileBusy: () => string | undefined;
};

/** Longer than a price. */
const LONGEST_PRICE = 40;

/** Builds them. */
export const createAnew = (needs: AnewNeeds): AnewActions => {
  const { slice, journal, run, refuse, screen, readOnlyReason } = needs;
  const change = (transition: (anew: Anew) => Anew) => slice.change((anew) => anew && transition(anew));
  const { search, send } = createRenting(needs);

  const refusal = (chosen: readonly Instance[]): string | undefined => {
    const access = journal();
    const general = readOnlyReason ?? ('problem' in access ? access.problem : undefined) ?? needs.refusalWhileSending();
    if (general !== undefined) return general;
    const [one, ...others] = chosen;
    if (one === undefined) return 'There is no instance to rent anew.';
    if (others.length > 0) return 'One instance at a time is destroyed and rented anew: open it, or clear the marks.';
    if (typeof one.id !== 'number') return 'The service named no id of it, so it cannot be changed.';
    return anewRefusal(one);
  };

  const confirm = () => {
    const stage = slice.get()?.stage;
    if (stage?.kind !== 'review') return;
    const close = () => change((anew) => anewTyped(anew, false));
    takeAnswer({
      hindrance: readFirst(unread()),
      mistake: priceProblem(stage.offered.perHour, stage.typed?.text ?? ''),
      close,
      refuse,
      send: () => {
        close();
        run(() => send(stage.offered));
      },
    });
  };

  const rows = () => Math.max(1, screen().height - FOOT_LINES - RECORD_TITLE_LINES);
  const unread = (): number => {
    const anew = slice.get();
    if (anew?.stage.kind !== 'review') return 0;
    return Math.max(0, anewLines(anew, screen().width - RECORD_MARGIN).length - anew.stage.top - rows());
  };
  const scroll = (lines: number) => change((anew) => anewScrolled(anew, Math.min(lines, unread())));

  const leaving = bind(
    'instances.anew-leave',
    ['escape', 'q'],
    'leave',
    'Change',
    () => slice.change(() => undefined),
    inFooter,
  );
  const reviewing: readonly Binding[] = [
    bind('instances.anew-confirm', ['enter'], 'confirm', 'Change', () => change((anew) => anewTyped(anew, true)), {
      ...confirming,
      refusal: () => readFirst(unread()),
    }),
    leaving,
    ...scrollKeys('instances.anew-', 'Move', (pages, lines) => scroll(pages * Math.max(1, rows() - 1) + lines), {
      isInFooter: false,
    }),
  ];
  const typing = (): Layer =>
    fieldLayer({
      owner: 'instances',
      line: () => {
        const stage = slice.get()?.stage;
        return stage?.kind === 'review' ? stage.typed : undefined;
      },
      change: (edit) => change((anew) => anewEdited(anew, edit)),
      maximum: LONGEST_PRICE,
      accept: { ...acceptKey('instances.anew-send', 'rent and destroy', confirm), isConfirming: true },
      cancel: cancelKey('instances.anew-untype', () => change((anew) => anewTyped(anew, false))),
    });

  return {
    keys: (chosen) => [
      bind(
        'instances.anew',
        ['A'],
        'rent anew',
        'Change',
        () => {
          const [one] = chosen();
          if (one !== undefined && typeof one.id === 'number') search({ ...one, id: one.id });
        },
        { help: 'rent another like it, and destroy it', isDestructive: true, refusal: () => refusal(chosen()) },
      ),
    ],
    layers: () => {
      const stage = slice.get()?.stage;
      if (stage === undefined) return [];
      if (stage.kind !== 'review') return [{ bindings: isBusy(slice.get()) ? [] : [leaving] }];
      return [stage.typed === undefined ? confirmationLayer(reviewing, unread) : typing()];
    },
    refusalWhileBusy: () =>
      isBusy(slice.get())
        ? 'An instance is being rented anew: wait for the answers, which are awaited once.'
        : undefined,
  };
};
