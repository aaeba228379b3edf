/** What the program was asked to do, and on which service: plain data, read from arguments and environment by `command-line/`. */
import type { Address } from '../access/address.ts';
import type { SetupWishes } from '../access/setup.ts';
import type { SearchType, SortKey } from '../api/requests.ts';
import type { MaintenanceCategory } from '../catalogue/maintenance-categories.ts';
import type { PaneName } from '../tui/panes/names.ts';
import type { KeysCommand } from './keys.ts';

/** What an offer search starts from; the filter is one line as typed, perhaps wrong. */
export type SearchStart = {
  readonly filter: string;
  readonly order: readonly SortKey[];
  readonly type: SearchType;
  readonly limit: number;
  readonly storageGb: number;
};

/** How results are written; absent in options means the format that fits where the output goes. */
export type Format = 'json' | 'ndjson' | 'csv' | 'table';

/** Choices about one-shot output. `fields` are catalogue names, breakdown figures as `search.totalHour`. */
export type Output = { readonly format?: Format; readonly fields?: readonly string[] };

/**
 * Choices that hold for every command. With `isPlain` the panes append lines instead of painting a picture; `hasColour` is
 * false when the user wants none (NO_COLOR).
 */
export type Common = Omit<SetupWishes, 'address'> & {
  readonly isAscii: boolean;
  readonly isPlain: boolean;
  readonly hasColour: boolean;
};

/** Opens the terminal program at a pane; `isPaneNamed` is false where the user has left the choice to the program. */
export type PanesOptions = Common & {
  readonly command: 'panes';
  readonly pane: PaneName;
  readonly isPaneNamed: boolean;
  readonly address: Address;
  readonly start: SearchStart;
};

/** Prints the offers that match, or with `isDryRun` the request that would ask for them. */
export type SearchOptions = Common & {
  readonly command: 'search';
  readonly address: Address;
  readonly start: SearchStart;
  readonly output: Output;
  readonly isDryRun: boolean;
};

/** Prints the caller's volumes or cloud connections. */
export type ListOptions = Common & {
  readonly command: 'list';
  readonly address: Address;
  readonly what: 'volumes' | 'connections';
  readonly output: Output;
};

/** Announces a maintenance window for each of the machines. The start is as typed, perhaps wrong. */
export type ScheduleOptions = Common & {
  readonly command: 'schedule';
  readonly address: Address;
  /** At least one, none twice. */
  readonly machineIds: readonly number[];
  readonly start: string;
  /** More than 0. */
  readonly durationHours: number;
  readonly category: MaintenanceCategory;
  readonly reason: string;
  /** `dry-run` prints the requests only; `ask` sends them when the user, who is asked, says so. */
  readonly consent: 'dry-run' | 'ask' | 'given';
  /** True when a window that was announced before, or may have been, is to be announced once more. */
  readonly isRepeatWanted: boolean;
};

/** Runs the local service in the foreground. What is absent is the service's own default. */
type ServiceOptions = Common & {
  readonly command: 'service';
  readonly port: number;
  readonly data?: string;
  readonly offers?: number;
  readonly seed?: number;
  readonly isStill: boolean;
  readonly hasThresholds: boolean;
  readonly isJson: boolean;
};

/** Manages the keys of the local service's database. */
export type KeysOptions = Common & {
  readonly command: 'keys';
  readonly data?: string;
  readonly task: KeysCommand;
};

/** One way to run the program, complete. */
export type Options = PanesOptions | SearchOptions | ListOptions | ScheduleOptions | ServiceOptions | KeysOptions;
