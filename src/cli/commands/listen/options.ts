/** What `gpudeck listen` is asked for. */

/** Where it listens, and what is done with what comes. */
export type ListenOptions = {
  readonly port: number;
  readonly secretFile: string;
  /** A program and its arguments; empty where events are only kept. */
  readonly command: readonly string[];
  readonly isJson: boolean;
};
