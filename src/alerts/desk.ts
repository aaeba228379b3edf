/** The alerts as the panes reach them. */
import type { OwnSets } from '../filter/own-sets.ts';
import type { Places } from '../storage/files/places.ts';
import { isOfMarket, type MarketAlert } from './alert.ts';
import { alertOf, alertProblems, changeAlerts, readAlerts, type WrittenAlert } from './alerts-file.ts';
import type { Firing } from './firing.ts';
import type { BackTest } from './hold-against.ts';

/** A value, or in words why there is none. */
type Told<Value> = { readonly value: Value } | { readonly problem: string };

/** A stretch that is looked back at. */
export type LookBack = { readonly nowMs: number; readonly backMs: number };

/** What of an alert decides what it finds. */
export type Rule = Pick<MarketAlert, 'sentence' | 'service' | 'debounceMs' | 'type' | 'storageGb'>;

/** What the file says of the alerts of a service, and what the history tells of them. */
export type AlertDesk = {
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  /** False where the panes keep nothing of what they ask and do not look at alerts, as on the program's own local service: a recorder does. */
  readonly keepsAsked: boolean;
  readonly sets: () => OwnSets;
  /** The alerts of the file, each with what is wrong with its sentence, and what is wrong with the file. */
  readonly read: () => {
    readonly rows: readonly { readonly written: WrittenAlert; readonly problem: string | undefined }[];
    readonly problems: readonly string[];
  };
  /** Changes what the file has by now; in words why it could not be written, or undefined. */
  readonly change: (edit: (alerts: readonly WrittenAlert[]) => readonly WrittenAlert[]) => string | undefined;
  /** What has fired, the newest last. */
  readonly firings: (most: number) => Promise<Told<readonly Firing[]>>;
  /** What an alert would have found. */
  readonly wouldHaveFired: (alert: WrittenAlert, span: LookBack) => Promise<Told<BackTest>>;
};

/** Builds it on the files of `places`. */
export const createAlertDesk = ({
  places,
  sets,
  ...ways
}: Pick<AlertDesk, 'service' | 'keepsAsked' | 'firings' | 'sets'> & {
  readonly places: Pick<Places, 'configFolder'>;
  readonly backTest: (rule: Rule, span: LookBack) => Promise<Told<BackTest>>;
}): AlertDesk => ({
  ...ways,
  sets,
  read: () => {
    const reading = readAlerts(places, sets());
    return {
      rows: reading.written.map((written) => {
        const read = alertOf(written, sets());
        return { written, problem: 'problem' in read ? read.problem : undefined };
      }),
      problems: reading.written.length === 0 ? alertProblems(reading) : [],
    };
  },
  change: (edit) => changeAlerts(places, edit),
  wouldHaveFired: async (written, span) => {
    const read = alertOf(written, sets());
    if ('problem' in read) return read;
    if (!isOfMarket(read.alert)) return { problem: NO_PAST };
    const { sentence, service, debounceMs, type, storageGb } = read.alert;
    return ways.backTest({ sentence, service, debounceMs, type, storageGb }, span);
  },
});

/** What is said where somebody looks back with an alert about the account. */
export const NO_PAST = 'Of the account nothing is recorded: what is so when the alert is armed fires at once.';
