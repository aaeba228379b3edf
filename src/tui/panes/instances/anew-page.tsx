/**
 * The page that destroys an instance and rents another like it: looks for an offer, rents it once that is confirmed, and then destroys
 * the instance: nothing is destroyed where nothing was rented for certain.
 */

import { callOf } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import { ApiError } from '../../../api/errors/error.ts';
import { explain } from '../../../api/errors/explain.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { statusOf, statusWords } from '../../../catalogue/instance-status.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { anewPlan, anewRefusal, anewSearch, cheapestAnew } from '../../../instances/anew.ts';
import { callOfChange, lossWords, sendChange } from '../../../instances/change.ts';
import { sentWords } from '../../../instances/fate.ts';
import { hourly, priceText } from '../../../money/money.ts';
import { madeLabel } from '../../../rentals/plan.ts';
import { costWords, priceProblem, rentalCost } from '../../../rentals/price.ts';
import { type RentalEnd, rentOne } from '../../../rentals/rent-one.ts';
import { type Binding, bind, confirming, inFooter, type Layer } from '../../keys/binding.ts';
import { confirmationLayer, footOf, readFirst, takeAnswer } from '../../keys/confirmation-page.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { scrollKeys } from '../../keys/moving.ts';
import type { Slice } from '../../state/slice.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { Field } from '../../ui/field.tsx';
import { RecordPage } from '../../ui/over-list.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES, type RecordLine } from '../../ui/record-lines.ts';
import { SegmentLine } from '../../ui/segment-line.tsx';
import { plain } from '../../ui/segments.ts';
import type { Role } from '../../ui/theme.tsx';
import type { Needs } from '../pane.ts';
import { FOOT_LINES } from '../write-page/lines.ts';
import { type Anew, anewAt, anewEdited, anewScrolled, anewTyped, isBusy, type Offered } from './anew.ts';

const BLANK: RecordLine = [plain(' ')];

const paragraph = (text: string, width: number, role: Role = 'plain'): readonly RecordLine[] =>
  wrappedLines(text, width).map((line) => [{ text: line, role }]);

/** The page in `width` cells. */
const anewLines = ({ instance, stage }: Anew, width: number): readonly RecordLine[] => {
  switch (stage.kind) {
    case 'searching':
      return paragraph('Looking for the cheapest offer with as many GPUs of this model on another machine.', width);
    case 'renting':
      return paragraph('The other one is being rented; the call is sent once. Nothing is destroyed before.', width);
    case 'destroying':
      return paragraph('The other one is rented. This one is being destroyed.', width);
    case 'ended':
      return stage.lines.flatMap((line) => paragraph(line, width));
    case 'review':
      return reviewLines(instance, stage.offered, width);
  }
};

const reviewLines = (
  instance: Anew['instance'],
  { offer, plan, before }: Offered,
  width: number,
): readonly RecordLine[] => {
  const destroy = callOfChange(instance.id, { kind: 'destroy' });
  const rent = callOf(CALLS.rent, plan);
  return [
    ...paragraph(`${instance.id}  ${statusWords(statusOf(instance))}  image ${plan.image}`, width),
    ...paragraph(lossWords('destroy', 1), width, 'danger'),
    ...(hasSecrets(instance)
      ? paragraph(
          'Its environment and on-start script are not taken over: gpudeck keeps neither of them.',
          width,
          'warning',
        )
      : []),
    ...before.flatMap((words) => paragraph(words, width, 'warning')),
    BLANK,
    ...paragraph(
      `In its place: ${offer.num_gpus}x ${offer.gpu_name} of machine ${offer.machine_id ?? '?'}, ${offer.geolocation ?? 'place unknown'}.`,
      width,
    ),
    ...paragraph(`${costWords(rentalCost(offer, plan))}.`, width),
    BLANK,
    ...paragraph('This is exactly what will be sent, the second once the first was accepted:', width),
    ...paragraph(`${rent.method} ${rent.path}`, width, 'strong'),
    ...bodyLines(JSON.stringify(rent.body), width).map((line) => [plain(line)]),
    ...paragraph(`${destroy.method} ${destroy.path} ${JSON.stringify(destroy.body)}`, width, 'strong'),
  ];
};

const hasSecrets = ({ extra_env: environment, onstart }: Anew['instance']): boolean =>
  Boolean(onstart) || (Array.isArray(environment) ? environment.length > 0 : Boolean(environment));

/** Why nothing was rented for certain, or for all that is known; nothing is destroyed then. */
const notRentedLines = (end: Exclude<RentalEnd, { kind: 'rented' }>, label: string): readonly string[] => {
  const kept = 'Nothing was destroyed.';
  switch (end.kind) {
    case 'gone':
      return ['The offer cannot be rented any more. Nothing was sent: go back and press A again.'];
    case 'dearer':
      return [
        `The offer ${end.perHour === undefined ? 'has no known price now' : `costs ${hourly(end.perHour)} now`}. Nothing was sent: go back and press A again.`,
      ];
    case 'unfit':
      return [...end.problems.map(({ message }) => message), 'Nothing was sent.'];
    case 'overtaken':
      return ['Another gpudeck rented this offer, or one with this label, in the meantime. Nothing was sent.'];
    case 'unknown': {
      const { whatCameBack } = explain(end.error);
      const found =
        end.candidates.length === 0
          ? 'It is not in the list yet, which does not mean that it was not rented'
          : `It may be ${end.candidates.join(' or ')}`;
      return [
        'Outcome unknown: another one may have been rented.',
        whatCameBack,
        `${found}; it would be labelled ${label}.`,
        kept,
      ];
    }
    case 'refused':
    case 'not-sent': {
      const { whatCameBack, whatToDo } = explain(end.error);
      return ['Nothing was rented.', whatCameBack, whatToDo, kept];
    }
  }
};

/** The page in `width` by `height` cells. */
export const AnewPage = ({
  anew,
  width,
  height,
}: {
  readonly anew: Anew;
  readonly width: number;
  readonly height: number;
}) => {
  const { instance, stage } = anew;
  const lines = anewLines(anew, width - RECORD_MARGIN);
  const top = stage.kind === 'review' ? stage.top : 0;
  const below = lines.length - top - (height - FOOT_LINES - RECORD_TITLE_LINES);
  return (
    <>
      <RecordPage
        title={`Destroy instance ${instance.id} and rent another like it${stage.kind === 'review' ? '?' : ''}`}
        lines={lines}
        top={top}
        width={width}
        height={height - FOOT_LINES}
      />
      <SegmentLine left={[plain(' ')]} width={width} />
      {stage.kind === 'review' && stage.typed !== undefined ? (
        <Field
          label={` Type the price per hour, ${priceText(stage.offered.perHour)}:`}
          line={stage.typed}
          isOpen
          width={width}
        />
      ) : (
        <SegmentLine
          left={[{ text: footOf(stage.kind === 'review' ? below : 0, footWords(anew)), role: 'strong' }]}
          width={width}
        />
      )}
    </>
  );
};

const footWords = ({ stage }: Anew): string => {
  switch (stage.kind) {
    case 'review':
      return ` Enter, then type the price per hour, ${priceText(stage.offered.perHour)}. Esc leaves it.`;
    case 'ended':
      return ' Nothing more is sent. Esc goes back to the list.';
    case 'searching':
      return ' Nothing was sent. Esc leaves it.';
    case 'renting':
    case 'destroying':
      return ' Each call is sent once.';
  }
};

/** What it needs from outside. */
type AnewNeeds = Needs & {
  readonly slice: Slice<Anew | undefined>;
  /** Asks for the list again, whatever is under way, and shows no sign of it. */
  readonly askAgain: () => void;
  /** What was chosen is destroyed: no page of it stays open, and no mark. */
  readonly onDestroyed: () => void;
  /** Why nothing else can begin now; undefined when it can. */
  readonly refusalWhileSending: () => string | undefined;
};

type Renting = {
  /** Looks for an offer, and opens the review. */
  readonly search: (instance: Instance & { readonly id: number }) => void;
  /** Sends what was confirmed. */
  readonly send: (offered: Offered) => Promise<void>;
};

/** Builds it. */
const createRenting = (needs: AnewNeeds): Renting => {
  const { slice, client, journal, clock, random, run, refuse, notify, timeZone } = needs;
  const change = (transition: (anew: Anew) => Anew) => slice.change((anew) => anew && transition(anew));
  const end = (...lines: readonly string[]) => change((anew) => anewAt(anew, { kind: 'ended', lines }));

  const search = (instance: Instance & { readonly id: number }) => {
    const service = client();
    if (service === undefined) return refuse('The service is not ready.');
    slice.change(() => ({ instance, stage: { kind: 'searching' } }));
    run(async () => {
      try {
        const plan = anewPlan(instance, madeLabel(random));
        const { records } = await service.searchOffers(anewSearch(instance, plan));
        const found = cheapestAnew(records, plan, instance);
        if (slice.get()?.instance !== instance) return;
        if (found === undefined) end('No offer has as many GPUs of this model and enough disk. Nothing was sent.');
        else review({ ...found, plan: { ...plan, offerId: found.offer.id } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { whatCameBack, whatToDo } = explain(error);
        end('No offer could be looked for, and nothing was sent.', whatCameBack, whatToDo);
      }
    });
  };

  const review = (found: Pick<Offered, 'offer' | 'plan' | 'perHour'>) => {
    const access = journal();
    const id = slice.get()?.instance.id;
    if ('problem' in access || id === undefined) return;
    const standing = access.rentals.standing(found.plan);
    const look = access.instanceChanges.look([id], 'destroy');
    if ('problem' in standing || 'problem' in look) {
      end('problem' in standing ? standing.problem : 'problem' in look ? look.problem : '');
      return;
    }
    const before = [
      ...look.open.map((sent) => `${sentWords(sent, timeZone)} Confirming sends it again.`),
      ...standing.map(
        ({ label }) => `One with the label ${label} was rented before, or may have been. Confirming rents another.`,
      ),
    ];
    const known = standing.map((rental) => rental.id);
    change((anew) => anewAt(anew, { kind: 'review', offered: { ...found, known, seen: look.seen, before }, top: 0 }));
  };

  const send = async ({ plan, perHour, known, seen }: Offered): Promise<void> => {
    const access = journal();
    const service = client();
    const id = slice.get()?.instance.id;
    if ('problem' in access || service === undefined || id === undefined) return;
    const parts = { client: service, clock };
    change((anew) => anewAt(anew, { kind: 'renting' }));
    const rented = await rentOne(plan, { ...parts, random, rentals: access.rentals, known, atMostPerHour: perHour });
    if (rented.kind !== 'rented') {
      end(...notRentedLines(rented, plan.label));
      needs.askAgain();
      return;
    }
    const other = rented.contract === undefined ? 'Another one is rented' : `${rented.contract} is rented`;
    change((anew) => anewAt(anew, { kind: 'destroying' }));
    const destroyed = await sendChange(id, { kind: 'destroy' }, { ...parts, changes: access.instanceChanges, seen });
    const unnoted = [rented.journalProblem, 'journalProblem' in destroyed ? destroyed.journalProblem : undefined];
    for (const problem of unnoted) if (problem !== undefined) refuse(problem);
    if (destroyed.kind === 'accepted') {
      needs.onDestroyed();
      slice.change(() => undefined);
      notify(`${other}, and ${id} is destroyed.`);
    } else {
      const said = 'error' in destroyed ? explain(destroyed.error).whatCameBack : 'Another gpudeck was first.';
      const what = destroyed.kind === 'unknown' ? 'outcome unknown' : 'not destroyed';
      end(`${other}.`, `${id}: ${what}. ${said}`, `Look at the list; X destroys ${id}.`);
    }
    needs.askAgain();
  };

  return { search, send };
};

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
