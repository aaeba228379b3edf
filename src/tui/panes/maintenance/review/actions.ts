/** The keys of the review, and what they do: it is read, and the plan confirmed. */
import { plural } from '../../../../base/figures.ts';
import type { Plan } from '../../../../maintenance/plan.ts';
import type { Announcement } from '../../../../storage/journal/announcements.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import { confirmationProblem } from '../../../../writes/confirmation.ts';
import { type Binding, bind, confirming } from '../../../keys/binding.ts';
import { readFirst } from '../../../keys/confirmation-page.ts';
import { scrollKeys } from '../../../keys/moving.ts';
import type { Slice } from '../../../state/slice.ts';
import { planOf } from '../draft.ts';
import { reviewRows } from '../measures.ts';
import type { MaintenanceState } from '../state.ts';
import { editingBegun } from '../steps.ts';
import { type Describe, reviewLines } from './lines.ts';
import { confirmationRefused, earlierLeftOut, earlierOf, moreFound, reviewScrolled } from './state.ts';

/** What the review's keys need from outside. */
type ReviewNeeds = {
  readonly slice: Slice<MaintenanceState>;
  readonly journal: () => JournalAccess;
  /** Columns and rows of the screen that the pane has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  readonly describe: Describe;
  /** Why nothing may be announced; undefined when it may. */
  readonly refusal: () => string | undefined;
  /** Why another queue cannot begin now; undefined when it can. */
  readonly refusalWhileOpen: () => string | undefined;
  /** Announces a plan that was confirmed in view of what was announced before. */
  readonly begin: (plan: Plan, known: readonly Announcement[]) => void;
};

/** The review's keys and actions. */
type ReviewActions = {
  readonly bindings: readonly Binding[];
  /** Takes the typed confirmation: the plan is announced, or it is said why not. */
  readonly confirm: () => void;
  /** What that does, in a few words. */
  readonly confirmLabel: () => string;
};

/** Why a plan that was confirmed is not sent yet. */
const MORE_FOUND = 'Not sent: another gpudeck announced something in the meantime. Read the list, then confirm.';

/** Builds the keys and actions of the review. */
export const createReviewActions = (needs: ReviewNeeds): ReviewActions => {
  const { slice, journal, screen, describe, refusalWhileOpen, begin } = needs;
  const change = (transition: (state: MaintenanceState) => MaintenanceState) => slice.change(transition);
  const height = () => screen().height;
  const plan = () => planOf(slice.get().draft, slice.get().nowEpochMs);
  let counted: { state: MaintenanceState; width: number; rows: number; unread: number } | undefined;

  const bindings: readonly Binding[] = [
    bind('maintenance.confirm', ['enter', 'e'], 'confirm', 'Plan', () => change(editingBegun), {
      ...confirming,
      refusal: () => refusalWhileOpen() ?? refusalToConfirm(),
    }),
    bind('maintenance.leave-out', ['x'], 'leave out those announced', 'Plan', () => change(earlierLeftOut), {
      refusal: () => (earlierOf(slice.get()).length === 0 ? 'None of them was announced before.' : undefined),
    }),
    ...scrollKeys('maintenance.', 'Move', (pages, rows) => scroll(pages * reviewRows(height()) + rows)),
  ];

  const scroll = (rows: number) => {
    const { width } = screen();
    change((state) => {
      const length = reviewLines(state, describe, width).length;
      return reviewScrolled(state, rows, Math.max(0, length - reviewRows(height())));
    });
  };

  /** Lines that are not read yet. The footer asks at each key, and a plan for many machines takes long to lay out. */
  const unreadLines = () => {
    const state = slice.get();
    const { width, height: rows } = screen();
    if (counted?.state !== state || counted.width !== width || counted.rows !== rows) {
      const unread = reviewLines(state, describe, width).length - state.reviewTop - reviewRows(rows);
      counted = { state, width, rows, unread };
    }
    return counted.unread;
  };

  const refusalToConfirm = () => {
    if (plan() === undefined) return 'The plan is not complete.';
    return readFirst(unreadLines());
  };

  const confirm = () => {
    const confirmed = plan();
    if (confirmed === undefined) {
      change((state) => confirmationRefused(state, 'The plan is no longer complete.'));
      return;
    }
    const access = journal();
    const problem =
      needs.refusal() ??
      refusalWhileOpen() ??
      ('problem' in access ? access.problem : undefined) ??
      confirmationProblem({ ids: confirmed.machineIds, noun: 'machine' }, slice.get().confirmation.text);
    if (problem !== undefined || 'problem' in access) {
      change((state) => confirmationRefused(state, problem ?? ''));
      return;
    }
    const { earlier: seen } = slice.get();
    const found = access.announcements.meeting(confirmed.machineIds, confirmed);
    if ('problem' in found) {
      change((state) => confirmationRefused(state, found.problem));
      return;
    }
    const isSeen = found.every(({ id }) => seen.some((other) => other.id === id));
    if (isSeen) begin(confirmed, found);
    else change((state) => moreFound(state, found, MORE_FOUND));
  };

  const confirmLabel = () => {
    const count = plan()?.machineIds.length ?? 0;
    return `announce to ${count} ${plural(count, 'machine')}`;
  };

  return { bindings, confirm, confirmLabel };
};
