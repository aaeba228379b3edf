/** The six kinds of maintenance (docs/interface.md, Schedule maintenance, `maintenance_category`). */

/** Every maintenance category in the spelling of the wire, in the published order. */
export const MAINTENANCE_CATEGORIES = ['power', 'internet', 'disk', 'gpu', 'software', 'other'] as const;

export type MaintenanceCategory = (typeof MAINTENANCE_CATEGORIES)[number];
