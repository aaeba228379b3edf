/** The six kinds of maintenance (interface.md, Schedule maintenance: `maintenance_category`). */

/** Every maintenance category in the spelling of the wire, in interface.md's order. */
export const MAINTENANCE_CATEGORIES = ['power', 'internet', 'disk', 'gpu', 'software', 'other'] as const;

/** One maintenance category. */
export type MaintenanceCategory = (typeof MAINTENANCE_CATEGORIES)[number];
