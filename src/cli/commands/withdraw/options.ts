/** What `gpudeck withdraw` is to do, and with whose word. */
export type WithdrawalOptions = {
  /** Machines: at least one, none twice. */
  readonly ids: readonly number[];
  /** `dry-run` prints the requests only; `ask` sends them when the user, who is asked, says so. */
  readonly consent: 'dry-run' | 'ask' | 'given';
  /** True when a withdrawal whose outcome is unknown is to be sent once more. */
  readonly isRepeatWanted: boolean;
};
