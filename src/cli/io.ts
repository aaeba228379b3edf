/** What a command may touch outside itself: the real things are named in `main.tsx`, tests bring their own. */
import type { Writable } from 'node:stream';
import type { AccessParts } from '../access/service-access.ts';
import type { Setup } from '../access/setup.ts';
import type { Clock } from '../base/clock.ts';
import type { ServiceWorld } from './service.ts';

/** The world of one command. */
export type CommandIo = {
  /** The service in use and the folders, after profiles and key files. */
  readonly setup: Setup;
  /** Where results go, and nothing else. */
  readonly stdout: Writable;
  /** Width in cells of the terminal that `stdout` is; absent when it is none. */
  readonly columns?: number;
  /** Writes messages, with their line breaks, to stderr. */
  readonly writeError: (text: string) => void;
  /** Asks a person for one line, with `question` before it; absent where nobody can be asked. */
  readonly ask?: (question: string) => Promise<string>;
  readonly clock: Clock;
  /** A random number, at least 0 and below 1. */
  readonly random: () => number;
  readonly signals: ServiceWorld['signals'];
  /** What a service access is opened with. */
  readonly accessParts: AccessParts;
};
