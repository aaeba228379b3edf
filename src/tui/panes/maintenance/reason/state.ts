/** How a category is picked. Pure. */
import { MAINTENANCE_CATEGORIES } from '../../../../catalogue/maintenance-categories.ts';
import { draftChanged, type MaintenanceState } from '../state.ts';

/** The cursor of the category list moved by `rows`. */
export const categoryMoved = (state: MaintenanceState, rows: number): MaintenanceState => ({
  ...state,
  categoryRow: Math.max(0, Math.min(MAINTENANCE_CATEGORIES.length - 1, state.categoryRow + rows)),
});

/** The category under the cursor was picked. */
export const categoryPicked = (state: MaintenanceState): MaintenanceState => {
  const category = MAINTENANCE_CATEGORIES[state.categoryRow];
  return category === undefined ? state : draftChanged(state, { ...state.draft, category });
};
