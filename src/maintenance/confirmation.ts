/** What must be known before anything is announced. */

/** What the interface cannot do, for whoever is about to confirm (docs/interface.md, Maintenance). */
export const NO_WITHDRAWAL =
  'Their renters are notified at once. The service has no way to withdraw a notice, and every further call notifies them again.';

/** The same where the service can withdraw: what it takes back, and where that is done. */
export const WITHDRAWAL =
  'Their renters are notified at once, and every further call notifies them again. Later, X on the page Windows withdraws: all of your windows on a machine, not one of them alone.';
