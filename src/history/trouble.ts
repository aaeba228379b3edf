/** What goes wrong with a history while it is used. */

/**
 * `away`: it will be back, and what was to be recorded can be recorded then. `failed`: this one thing could not be done.
 * `refused`: nothing will go until somebody mends it. `missing`: there is no history to be read.
 */
type TroubleKind = 'away' | 'failed' | 'refused' | 'missing';

/** True where it passes by itself. */
export const isAway = (error: unknown): error is HistoryTrouble =>
  error instanceof HistoryTrouble && error.kind === 'away';

/** Its message is a sentence that says what to do, and holds no secret. */
export class HistoryTrouble extends Error {
  readonly kind: TroubleKind;
  constructor(kind: TroubleKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'HistoryTrouble';
    this.kind = kind;
  }
}
