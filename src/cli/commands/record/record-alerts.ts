/** What the recorder does with alerts: it asks for what they need besides, looks at them after each round, and tells what fired. */
import { randomUUID } from 'node:crypto';
import { type Alert, isOfMarket } from '../../../alerts/alert.ts';
import { alertProblems, readAlerts } from '../../../alerts/alerts-file.ts';
import type { Firing } from '../../../alerts/firing.ts';
import { isAnsweredBy, whatIsMeant } from '../../../alerts/recorded-answers.ts';
import { createAlertWatch } from '../../../alerts/watch.ts';
import { createAccountWatch } from '../../../alerts/watch-account.ts';
import type { Client } from '../../../api/client.ts';
import { LARGEST_LIMIT, type SearchRequest, searchOf } from '../../../api/requests.ts';
import { once } from '../../../base/once.ts';
import { printable } from '../../../base/printable.ts';
import { datedTime } from '../../../base/time.ts';
import { type Asked, askedOf, askedText } from '../../../history/asked.ts';
import type { HistoryStore } from '../../../history/store.ts';
import type { GpuSamples } from '../../../money/gpu-samples.ts';
import { accountAlertsFile } from '../../../storage/files/places.ts';
import { readSets } from '../../../storage/files/sets.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { journalOf } from '../../sending.ts';

/** More questions than these are not asked besides in one round. */
const MOST_QUESTIONS = 20;

type RecorderAlertsOptions = {
  readonly client: Client;
  /** What instances were seen doing. */
  readonly samples: GpuSamples;
  readonly store: HistoryStore;
  readonly io: CommandIo;
  readonly stopping: AbortSignal;
  /** What is recorded anyway. */
  readonly requests: readonly SearchRequest[];
  readonly isJson: boolean;
};

/** Alerts of a recorder, which asks its questions with `client`. */
export const createRecorderAlerts = (options: RecorderAlertsOptions) => {
  const { store, io, client, samples, stopping, requests, isJson } = options;
  const { setup, clock, writeError, stdout } = io;
  const { service, timeZone, places } = setup;
  const said = new Set<string>();
  const say = (text: string): void => writeError(`gpudeck: ${printable(text)}\n`);
  const sayOnce = (text: string): void => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
  const watch = createAlertWatch({
    ...{ store, service, clock, timeZone, say },
    holder: randomUUID(),
    environment: io.accessParts.environment,
  });

  const journal = once(() => journalOf(io, client));
  const ofAccount = createAccountWatch({
    ...{ service, clock, timeZone, say },
    file: accountAlertsFile(places),
    environment: io.accessParts.environment,
    alerts: () => armed(),
    seen: () => samples.of(service),
    leases: () => {
      const kept = journal();
      return 'problem' in kept ? undefined : kept.leases;
    },
  });

  /** Those that wait here, as the file has them now. */
  const armed = (): readonly Alert[] => {
    const reading = readAlerts(places, readSets(places));
    for (const problem of alertProblems(reading)) sayOnce(problem);
    return reading.alerts.filter((alert) => alert.armedAtMs !== undefined && alert.service === service);
  };

  return {
    /** What must be asked for besides, so that every alert that waits is answered. */
    questions: (): readonly SearchRequest[] => {
      const asked: Asked[] = requests.filter(({ limit }) => limit === LARGEST_LIMIT).map(askedOf);
      const besides = new Map<string, SearchRequest>();
      for (const alert of armed().filter(isOfMarket)) {
        const meant = whatIsMeant(alert.sentence, alert);
        if (asked.some((one) => isAnsweredBy(one, meant))) continue;
        if (besides.size === MOST_QUESTIONS) {
          sayOnce(`alerts need more than ${MOST_QUESTIONS} searches besides: ${alert.id} is not asked for`);
          continue;
        }
        asked.push(meant.asked);
        besides.set(askedText(meant.asked), searchOf(meant.asked.filters, alert));
        sayOnce(`alert ${alert.id} needs a search of its own: it is asked for in each round`);
      }
      return [...besides.values()];
    },
    /** Looks at them, and tells what fired since the last time. */
    look: async (): Promise<void> => {
      if (stopping.aborted) return;
      await watch.look(armed(), stopping);
      for (const firing of [...(await watch.news()), ...(await ofAccount.look(client))]) {
        if (isJson) await writeText(stdout, `${JSON.stringify(recordOf(firing))}\n`);
        if (firing.tell.includes('line'))
          writeError(
            `${datedTime(firing.finding.atEpochMs, timeZone)}  alert ${printable(`${firing.alert}: ${firing.words}`)}\n`,
          );
      }
    },
    /** Resolves when no command runs any more. */
    quiet: async (): Promise<void> => {
      if (stopping.aborted && watch.running() > 0) say('waiting for the command of an alert to end');
      await Promise.all([watch.quiet(), ofAccount.quiet()]);
    },
  };
};

const recordOf = ({ alert, sentence, words, finding }: Firing) => ({
  at: new Date(finding.atEpochMs).toISOString(),
  alert,
  sentence,
  words,
  count: finding.count,
  offers: finding.offers,
  ...(finding.figure !== undefined && { figure: finding.figure.value }),
});
