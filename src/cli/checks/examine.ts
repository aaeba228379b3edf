/** Everything that `gpudeck doctor` looks at, and the report of it. */
import { printable } from '../../base/printable.ts';
import { findPlaces } from '../../storage/files/places.ts';
import type { WishesReading } from '../common-options.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import type { BareIo } from '../io.ts';
import { checkFiles, checkHistory, historyInUse } from './files.ts';
import { AREAS, type Finding, findingsOf } from './finding.ts';

import {
  checkAlerts,
  checkEveryProfile,
  checkKeys,
  checkLimitFiles,
  checkPresets,
  checkSets,
  checkTheme,
  checkViews,
} from './hand-written.ts';
import { CALL_WORDS, checkService } from './service.ts';
import { checkTerminal } from './terminal.ts';

/** What is found, subject by subject. */
export const examine = async ({ wishes, problems }: WishesReading, io: BareIo): Promise<readonly Finding[]> => {
  const places = findPlaces(wishes.configFolder);
  const environment = findingsOf('environment');
  return [
    ...checkProgram(io),
    ...(await checkTerminal(io.terminal, !io.environment.NO_COLOR)),
    ...problems.map((problem) => environment.fault(problem, 'mend the variable or the option, or take it away')),
    ...checkFiles(places),
    ...(await checkHistory(historyInUse(wishes, places, io.timeZone), io)),
    ...checkEveryProfile(places),
    ...checkSets(places),
    ...checkKeys(places),
    ...checkViews(places),
    ...checkTheme(places),
    ...checkPresets(places, io.environment),
    ...checkLimitFiles(places),
    ...checkAlerts(places),
    // A wrong address means another service than the one that is meant.
    ...(wishes.address === undefined
      ? [findingsOf('service').note('no service was called, because it is not clear which one is meant')]
      : await checkService(wishes, io)),
  ];
};

const checkProgram = ({ accessParts, timeZone, timeZoneProblem: problem }: BareIo): readonly Finding[] => {
  const { ok, note } = findingsOf('program');
  return [
    ok(`gpudeck ${accessParts.version} on Node.js ${process.versions.node}, ${process.platform} ${process.arch}`),
    problem === undefined ? ok(`times are shown in ${timeZone}`) : note(problem),
  ];
};

/** The text for stdout, and the exit code. */
export const reportOf = (
  findings: readonly Finding[],
  version: string,
  isJson: boolean,
): { readonly text: string; readonly code: ExitCode } => {
  const faults = findings.filter(({ state }) => state === 'fault').length;
  const code = faults === 0 ? EXIT.done : EXIT.failed;
  if (isJson) return { text: `${JSON.stringify({ version, faults, findings }, null, 2)}\n`, code };
  const parts = AREAS.flatMap((area) => {
    const found = findings.filter((finding) => finding.area === area);
    return found.length === 0 ? [] : [[headingOf(area), ...found.flatMap(linesOf)].join('\n')];
  });
  const end = faults === 0 ? 'Nothing is wrong.' : faults === 1 ? 'One thing is wrong.' : `${faults} things are wrong.`;
  return { text: `${[...parts, end].join('\n\n')}\n`, code };
};

const headingOf = (area: (typeof AREAS)[number]): string =>
  area === 'service' ? `service (one call, which only reads: ${CALL_WORDS})` : area;

/** Texts of files and services are quoted: none of it may act on the terminal. */
const linesOf = (finding: Finding): readonly string[] => [
  `  ${finding.state.padEnd(5)}  ${printable(finding.text)}`,
  ...(finding.state === 'fault' ? [`         -> ${printable(finding.todo)}`] : []),
];
