/** Looks for another offer like an instance, rents it, and then destroys the instance: nothing is destroyed where nothing was rented for certain. */
import { ApiError } from '../../../../api/errors/error.ts';
import { explain } from '../../../../api/errors/explain.ts';
import type { Instance } from '../../../../catalogue/values.ts';
import { anewPlan, anewSearch, cheapestAnew } from '../../../../instances/anew.ts';
import { sendChange } from '../../../../instances/change.ts';
import { sentWords } from '../../../../instances/sent-words.ts';
import { madeLabel } from '../../../../rentals/label.ts';
import { rentOne } from '../../../../rentals/rent-one.ts';
import type { Slice } from '../../../state/slice.ts';
import type { Needs } from '../../pane.ts';
import { notRentedLines } from './lines.ts';
import { type Anew, anewAt, type Offered } from './state.ts';

/** What it needs from outside. */
export type AnewNeeds = Needs & {
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
export const createRenting = (needs: AnewNeeds): Renting => {
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
