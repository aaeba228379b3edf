/** Looks at the alerts. */
import { alertProblems, readAlerts } from '../../alerts/alerts-file.ts';
import type { Places } from '../../storage/files/places.ts';
import { readSets } from '../../storage/files/sets.ts';
import { type Finding, findingsOf } from './finding.ts';

const { ok, fault } = findingsOf('alerts');

/** The file of the alerts, where there is one. */
export const checkAlerts = (places: Places): readonly Finding[] => {
  const reading = readAlerts(places, readSets(places));
  const count = reading.alerts.filter(({ armedAtMs }) => armedAtMs !== undefined).length;
  return [
    ...(reading.written.length === 0 ? [] : [ok(count === 1 ? 'one alert waits' : `${count} alerts wait`)]),
    ...alertProblems(reading).map((problem) =>
      fault(problem, 'mend the line; gpudeck config schema alerts prints what is allowed'),
    ),
  ];
};
