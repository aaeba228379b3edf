/** Lines and cells of an alert's page, so that actions and view agree on what is visible. */

/** Its title and its field. */
export const ALERT_HEAD_LINES = 2;

/** Spaces at each side of its lines. */
export const ALERT_MARGIN = 2;
