/**
 * The page that destroys an instance and rents another like it: looks for an offer, rents it once that is confirmed, and then destroys
 * the instance: nothing is destroyed where nothing was rented for certain.
 */

import { callOf, callWords } from '../../../api/call.ts';
import { CALLS } from '../../../api/calls.ts';
import { ApiError } from '../../../api/errors/error.ts';
import { explain } from '../../../api/errors/explain.ts';
import type { RentRequest } from '../../../api/requests.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { statusOf, statusWords } from '../../../catalogue/instance-columns.ts';
import type { Instance, Offer } from '../../../catalogue/values.ts';
import { anewPlan, anewRefusal, anewSearch, cheapestAnew } from '../../../instances/anew.ts';
import { callOfChange, lossWords, sendChange } from '../../../instances/change.ts';
import { sentWords } from '../../../instances/fate.ts';
import { hourly, priceText } from '../../../money/money.ts';
import { madeLabel } from '../../../rentals/plan.ts';
import { costWords, priceProblem, rentalCost } from '../../../rentals/price.ts';
import { type RentalEnd, rentOne } from '../../../rentals/rent-one.ts';
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { confirmationLayer, readFirst } from '../../keys/confirmation-page.ts';
import { scrollKeys } from '../../keys/moving.ts';
import type { Line } from '../../state/line.ts';
import { bodyLines } from '../../ui/body-lines.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES, type RecordLine } from '../../ui/record-lines.ts';
import { plain } from '../../ui/segments.ts';
import type { Role } from '../../ui/theme.tsx';
import type { Drawn, PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { confirmingKeys } from '../write-page/confirming.ts';
import { FOOT_LINES } from '../write-page/lines.ts';
import { ConfirmingPage } from '../write-page/view.tsx';

/** What was agreed to when it is confirmed; its price is $/hour. */
type Offered = {
  readonly offer: Offer;
  readonly plan: RentRequest;
  readonly perHour: number;
  /** Lines of the journal that the user knows of: of earlier rentals, and of destructions up to one. */
  readonly known: readonly number[];
  readonly seen: number;
  /** What was sent before and whose outcome is unknown, in words. */
  readonly before: readonly string[];
};

/** How far it is. */
type Stage =
  | { readonly kind: 'searching' | 'renting' | 'destroying' }
  /** `typed` is what confirms; present while it is typed. */
  | { readonly kind: 'review'; readonly offered: Offered; readonly top: number; readonly typed?: Line }
  /** Nothing more is sent; `lines` say why, or what became of it. */
  | { readonly kind: 'ended'; readonly lines: readonly string[] };

/** One instance that is destroyed and rented anew. */
export type Anew = {
  readonly kind: 'anew';
  readonly instance: Instance & { readonly id: number };
  readonly stage: Stage;
};

/** It is at another stage. */
const anewAt = (anew: Anew, stage: Stage): Anew => ({ ...anew, stage });

/** What confirms is typed, or no more. */
const anewTyped = (anew: Anew, typed: Line | undefined): Anew => {
  if (anew.stage.kind !== 'review') return anew;
  const { typed: _, ...stage } = anew.stage;
  return { ...anew, stage: { ...stage, ...(typed && { typed }) } };
};

/** The review was scrolled by `lines`. */
const anewScrolled = (anew: Anew, lines: number): Anew =>
  anew.stage.kind === 'review' ? { ...anew, stage: { ...anew.stage, top: Math.max(0, anew.stage.top + lines) } } : anew;

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
    ...paragraph(callWords(destroy), width, 'strong'),
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
export const AnewPage = ({ page, width, height }: Drawn<unknown, Anew>) => {
  const { instance, stage } = page;
  const review = stage.kind === 'review' ? stage : undefined;
  return (
    <ConfirmingPage
      title={`Destroy instance ${instance.id} and rent another like it${review ? '?' : ''}`}
      lines={anewLines(page, width - RECORD_MARGIN)}
      top={review?.top ?? 0}
      isRead={review !== undefined}
      field={
        review?.typed && {
          label: ` Type the price per hour, ${priceText(review.offered.perHour)}:`,
          line: review.typed,
        }
      }
      foot={footWords(stage)}
      width={width}
      height={height}
    />
  );
};

const footWords = (stage: Stage): string => {
  switch (stage.kind) {
    case 'review':
      return `Enter, then type the price per hour, ${priceText(stage.offered.perHour)}. Esc leaves it.`;
    case 'ended':
      return 'Nothing more is sent. Esc goes back to the list.';
    case 'searching':
      return 'Nothing was sent. Esc leaves it.';
    case 'renting':
    case 'destroying':
      return 'Each call is sent once.';
  }
};

/** The page at work; its key rents one in place of what is chosen. */
export const createAnew = (
  site: PageSite<unknown, Anew>,
  needs: Needs & {
    readonly chosen: () => readonly Instance[];
    /** Asks for the list again, whatever is under way, and shows no sign of it. */
    readonly askAgain: () => void;
    /** What was chosen is destroyed: no page of it stays open, and no mark. */
    readonly onDestroyed: () => void;
  },
): RunningPage<Anew> => {
  const { client, journal, clock, random, run, refuse, notify, timeZone, screen, readOnlyReason } = needs;
  const { change } = site;
  const end = (...lines: readonly string[]) => change((anew) => anewAt(anew, { kind: 'ended', lines }));

  const search = (instance: Instance & { readonly id: number }) => {
    const service = client();
    if (service === undefined) return refuse('The service is not ready.');
    site.show({ kind: 'anew', instance, stage: { kind: 'searching' } });
    run(async () => {
      try {
        const plan = anewPlan(instance, madeLabel(random));
        const { records } = await service.searchOffers(anewSearch(instance, plan));
        const found = cheapestAnew(records, plan, instance);
        if (site.page()?.instance !== instance) return;
        if (found === undefined) end('No offer has as many GPUs of this model and enough disk. Nothing was sent.');
        else openReview({ ...found, plan: { ...plan, offerId: found.offer.id } });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const { whatCameBack, whatToDo } = explain(error);
        end('No offer could be looked for, and nothing was sent.', whatCameBack, whatToDo);
      }
    });
  };

  const openReview = (found: Pick<Offered, 'offer' | 'plan' | 'perHour'>) => {
    const access = journal();
    const id = site.page()?.instance.id;
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
    const id = site.page()?.instance.id;
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
      site.close();
      notify(`${other}, and ${id} is destroyed.`);
    } else {
      const said = 'error' in destroyed ? explain(destroyed.error).whatCameBack : 'Another gpudeck was first.';
      const what = destroyed.kind === 'unknown' ? 'outcome unknown' : 'not destroyed';
      end(`${other}.`, `${id}: ${what}. ${said}`, `Look at the list; X destroys ${id}.`);
    }
    needs.askAgain();
  };

  const refusal = (): string | undefined => {
    const access = journal();
    const general = readOnlyReason ?? ('problem' in access ? access.problem : undefined);
    if (general !== undefined) return general;
    const [one, ...others] = needs.chosen();
    if (one === undefined) return 'There is no instance to rent anew.';
    if (others.length > 0) return 'One instance at a time is destroyed and rented anew: open it, or clear the marks.';
    if (typeof one.id !== 'number') return 'The service named no id of it, so it cannot be changed.';
    return anewRefusal(one);
  };

  const rows = () => Math.max(1, screen().height - FOOT_LINES - RECORD_TITLE_LINES);
  const unread = (): number => {
    const anew = site.page();
    if (anew?.stage.kind !== 'review') return 0;
    return Math.max(0, anewLines(anew, screen().width - RECORD_MARGIN).length - anew.stage.top - rows());
  };
  const scroll = (lines: number) => change((anew) => anewScrolled(anew, Math.min(lines, unread())));

  const leaving = bind('instances.anew-leave', ['escape', 'q'], 'leave', 'Change', site.close, inFooter);
  const type = (line: Line | undefined) => change((anew) => anewTyped(anew, line));
  const review = () => {
    const stage = site.page()?.stage;
    return stage?.kind === 'review' ? stage : undefined;
  };
  const confirmed = confirmingKeys(
    { owner: 'instances', name: 'instances.anew', group: 'Change', send: 'rent and destroy', untype: 'untype' },
    {
      line: () => review()?.typed,
      type,
      hindrance: () => readFirst(unread()),
      mistake: (text) => priceProblem(review()?.offered.perHour ?? Number.NaN, text),
      refuse,
      send: () => {
        const offered = review()?.offered;
        type(undefined);
        if (offered !== undefined) run(() => send(offered));
      },
    },
  );
  const reviewing: readonly Binding[] = [
    confirmed.begin,
    leaving,
    ...scrollKeys('instances.anew-', 'Move', (pages, lines) => scroll(pages * Math.max(1, rows() - 1) + lines), {
      isInFooter: false,
    }),
  ];

  /** Why the program and the service have to wait; undefined when they do not. */
  const refusalToLeave = (): string | undefined => {
    const stage = site.page()?.stage.kind;
    return stage === 'renting' || stage === 'destroying'
      ? 'An instance is being rented anew: wait for the answers, which are awaited once.'
      : undefined;
  };
  const staying: Layer = {
    bindings: [bind('instances.anew-stay', ['q'], 'quit', 'Program', () => {}, { refusal: refusalToLeave })],
  };

  return {
    openers: [
      bind(
        'instances.anew',
        ['A'],
        'rent anew',
        'Change',
        () => {
          const [one] = needs.chosen();
          if (one !== undefined && typeof one.id === 'number') search({ ...one, id: one.id });
        },
        { help: 'rent another like it, and destroy it', isDestructive: true, refusal },
      ),
    ],
    layers: ({ stage }) => {
      if (stage.kind !== 'review') return [{ bindings: refusalToLeave() === undefined ? [leaving] : [] }];
      return [stage.typed === undefined ? confirmationLayer(reviewing, unread) : confirmed.typing()];
    },
    quitLayers: () => (refusalToLeave() === undefined ? [] : [staying]),
    refusalToLeave,
  };
};
