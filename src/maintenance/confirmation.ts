/** What must be known before anything is announced. */

/** What the interface cannot do, for whoever is about to confirm (docs/interface.md, Maintenance). */
export const NO_WITHDRAWAL =
  'Their renters are notified at once. The service has no way to withdraw a notice, and every further call notifies them again.';
