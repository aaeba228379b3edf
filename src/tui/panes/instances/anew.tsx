/**
 * The page that destroys an instance and rents another like it: looks for an offer, rents it once that is confirmed, waits until the
 * other runs, and then destroys the instance: nothing is destroyed where the service has not named the other one, or it does not run.
 */

import { CALLS } from '../../../api/calls.ts';
import type { Client } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors/error.ts';
import { explain } from '../../../api/errors/explain.ts';
import { keyName } from '../../../base/named-keys.ts';
import type { Instance } from '../../../catalogue/values.ts';
import {
  anewPlan,
  anewRefusal,
  anewSearch,
  cheapestAnew,
  isStartedWith,
  type StartedWith,
  startedWith,
} from '../../../instances/anew.ts';
import { sendChange } from '../../../instances/change.ts';
import { sentWords } from '../../../instances/fate.ts';
import { leaseOf } from '../../../leases/set-lease.ts';
import { leaseWords } from '../../../leases/words.ts';
import { isPutAt, isPutToTry, NOT_BY_POST } from '../../../rentals/method.ts';
import { madeLabel, maskedValues } from '../../../rentals/plan.ts';
import { priceProblem } from '../../../rentals/price.ts';
import { rentOne } from '../../../rentals/rent-one.ts';
import { CREATED_STOPPED } from '../../../rentals/rental-words.ts';
import { waitUntilRunning } from '../../../rentals/wait-until-running.ts';
import { type Binding, bind, inFooter, type Layer } from '../../keys/binding.ts';
import { confirmationLayer, readFirst } from '../../keys/confirmation-page.ts';
import type { Line } from '../../state/line.ts';
import type { PageSite, RunningPage } from '../page/page.ts';
import type { Needs } from '../pane.ts';
import { confirmingKeys, readingKeys } from '../write-page/confirming.ts';
import { type Anew, anewAt, anewLines, anewReviewed, notRentedLines, type Offered } from './anew-view.tsx';

/** Longest time for which the other one is waited for, ms. */
const LONGEST_WAIT_MS = 20 * 60_000;

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
  let waiting: AbortController | undefined;
  /** The values of the environment and the script: they are here alone, in no state and no store. */
  let held: StartedWith = { environment: {} };
  const leave = () => {
    waiting?.abort();
    held = { environment: {} };
    site.close();
  };
  const end = (...lines: readonly string[]) => change((anew) => anewAt(anew, { kind: 'ended', lines }));

  const isPutNoted = () => {
    const access = journal();
    return !('problem' in access) && access.rentals.isPut();
  };

  const search = (instance: Instance & { readonly id: number }) => {
    const service = client();
    if (service === undefined) return refuse('The service is not ready.');
    site.show({ kind: 'anew', instance, stage: { kind: 'searching' } });
    run(async () => {
      try {
        const started = isStartedWith(instance) ? await readStartedWith(instance.id, service) : { environment: {} };
        if (site.page()?.instance !== instance) return;
        if (started === undefined) {
          end(
            'Its environment and on-start script cannot be read, so that no other like it can be rented. Nothing was sent.',
          );
          return;
        }
        held = started;
        const plan = {
          ...anewPlan(instance, madeLabel(random), maskedValues(started)),
          isPut: isPutAt(needs.renting, isPutNoted),
        };
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

  const openReview = (found: Pick<Offered, 'offer' | 'plan' | 'perHour'>, ...notes: readonly string[]) => {
    const access = journal();
    const id = site.page()?.instance.id;
    if ('problem' in access || id === undefined) return;
    const standing = access.rentals.standing(found.plan);
    const look = access.instanceChanges.look([id], 'destroy');
    const leased = leaseOf(access.leases, id);
    if ('problem' in standing) return end(standing.problem);
    if ('problem' in look) return end(look.problem);
    if ('problem' in leased) return end(leased.problem);
    const before = [
      ...notes,
      ...(leased.lease === undefined
        ? []
        : [
            `Its lease is not taken over (${leaseWords(leased.lease, timeZone)}): the other one costs until it is destroyed. ` +
              `${keyName('instances.lease')} gives it an end once it is there.`,
          ]),
      ...look.open.map((sent) => `${sentWords(sent, timeZone)} Confirming sends it again.`),
      ...standing.map(
        ({ label }) => `One with the label ${label} was rented before, or may have been. Confirming rents another.`,
      ),
    ];
    const known = standing.map((rental) => rental.id);
    change((anew) => anewAt(anew, { kind: 'review', offered: { ...found, known, seen: look.seen, before }, top: 0 }));
  };

  /** The environment and the script with their values, from the record as it is now. They are in no list, and are kept nowhere else. */
  const readStartedWith = async (id: number, service: Client) => {
    const { records } = await service.list(CALLS.instances, { keepsPrivate: true });
    const record = records.find((one) => one.id === id);
    return record && startedWith(record);
  };

  /** Waits for the other one; why the first is not to be destroyed comes back, undefined once the other runs. */
  const hindranceOf = async (contract: number, service: Client): Promise<string | undefined> => {
    waiting = new AbortController();
    const parts = { client: service, clock, timeoutMs: LONGEST_WAIT_MS, signal: waiting.signal, onStatus: () => {} };
    try {
      const found = await waitUntilRunning(contract, parts);
      if (found.kind === 'running') return undefined;
      return found.kind === 'final' ? `It is ${found.status}.` : 'It does not run yet.';
    } catch (error) {
      if (error instanceof ApiError) return explain(error).whatCameBack;
      throw error;
    }
  };

  const send = async (offered: Offered): Promise<void> => {
    const { plan, perHour, known, seen } = offered;
    const access = journal();
    const service = client();
    const id = site.page()?.instance.id;
    if ('problem' in access || service === undefined || id === undefined) return;
    const parts = { client: service, clock };
    change((anew) => anewAt(anew, { kind: 'renting' }));
    const rented = await rentOne(
      { ...plan, ...held },
      { ...parts, random, rentals: access.rentals, purse: access.purse, known, atMostPerHour: perHour },
    );
    if (isPutToTry(rented, needs.renting) && site.page()?.stage.kind === 'renting') {
      openReview({ ...offered, plan: { ...plan, isPut: true } }, NOT_BY_POST);
      return;
    }
    if (rented.kind !== 'rented') {
      end(...notRentedLines(rented, plan.label));
      needs.askAgain();
      return;
    }
    const { contract } = rented;
    const other = contract === undefined ? 'Another one is rented' : `${contract} is rented`;
    change((anew) => anewAt(anew, { kind: 'coming' }));
    const why =
      contract === undefined || rented.isFound
        ? 'The service did not name it in its answer.'
        : rented.isStopped
          ? CREATED_STOPPED
          : await hindranceOf(contract, service);
    if (site.page()?.stage.kind !== 'coming') return notify(`${other}. ${id} is not destroyed.`);
    if (why !== undefined) {
      end(`${other}.`, why, `${id} is not destroyed. ${keyName('instances.destroy')} destroys it.`);
      needs.askAgain();
      return;
    }
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
      end(`${other}.`, `${id}: ${what}. ${said}`, `Look at the list; ${keyName('instances.destroy')} destroys ${id}.`);
    }
    needs.askAgain();
  };

  const begin = () => {
    const [one] = needs.chosen();
    if (one !== undefined && typeof one.id === 'number') search({ ...one, id: one.id });
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

  const { unread, scrolling } = readingKeys('instances.anew-', 'Move', {
    screen,
    extent: (width) => {
      const anew = site.page();
      return anew?.stage.kind === 'review'
        ? {
            length: anewLines(anew, { width, timeZone: needs.timeZone, money: needs.money.now() }).length,
            top: anew.stage.top,
          }
        : { length: 0, top: 0 };
    },
    scrolled: (top) => change((anew) => anewReviewed(anew, { top })),
    isInFooter: false,
  });

  const leaving = bind('instances.anew-leave', ['escape', 'q'], 'leave', 'Change', leave, inFooter);
  const type = (line: Line | undefined) => change((anew) => anewReviewed(anew, { typed: line }));
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
  const reviewing: readonly Binding[] = [confirmed.begin, leaving, ...scrolling];

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
      bind('instances.anew', ['A'], 'rent anew', 'Change', begin, {
        help: 'rent another like it, and destroy it',
        isDestructive: true,
        refusal,
      }),
    ],
    layers: ({ stage }) => {
      if (stage.kind !== 'review') return [{ bindings: refusalToLeave() === undefined ? [leaving] : [] }];
      return [stage.typed === undefined ? confirmationLayer(reviewing, unread) : confirmed.typing()];
    },
    quitLayers: () => (refusalToLeave() === undefined ? [] : [staying]),
    refusalToLeave,
  };
};
