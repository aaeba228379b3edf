/** Prints what an alert would have found in the history. */
import type { Alert } from '../../../alerts/alert.ts';
import { backTest } from '../../../alerts/back-test.ts';
import { findingWords } from '../../../alerts/firing.ts';
import { printSentence } from '../../../alerts/sentence.ts';
import { grouped } from '../../../base/figures.ts';
import { printable } from '../../../base/printable.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { withHistory } from '../../with-history.ts';
import { moment } from '../history/moments.ts';
import type { AlertsTask } from './tasks.ts';

/** Prints it; resolves to the exit code, every message written. Nothing is run and nothing noted. */
export const printCheck = (
  alert: Alert,
  { backMs, isJson }: Extract<AlertsTask, { action: 'check' }>,
  io: CommandIo,
): Promise<ExitCode> =>
  withHistory({ isOnlyRead: true }, io, async (store) => {
    const { sentence } = alert;
    const { timeZone } = io.setup;
    const test = await backTest(store, alert, { nowMs: io.clock.now(), backMs });
    const { findings, found, answers, firstMs, lastMs, lastCount } = test;
    const rows = findings.map((finding) => ({ finding, words: findingWords(sentence, finding, timeZone) }));
    if (isJson) {
      const report = {
        sentence: printSentence(sentence),
        answers,
        from: firstMs === undefined ? null : moment(firstMs),
        to: lastMs === undefined ? null : moment(lastMs),
        found,
        findings: rows.map(({ finding, words }) => ({
          at: moment(finding.atEpochMs),
          words,
          count: finding.count,
          offers: finding.offers,
          ...(finding.figure !== undefined && {
            figure: finding.figure.value,
            before: finding.figure.before?.value ?? null,
          }),
        })),
      };
      await writeText(io.stdout, `${JSON.stringify(report, null, 2)}\n`);
      return EXIT.done;
    }
    const text = rows.map(({ finding, words }) => `${moment(finding.atEpochMs)}  ${printable(words)}\n`).join('');
    if (text !== '' && !(await writeText(io.stdout, text))) return EXIT.done;
    const say = (line: string): void => io.writeError(`gpudeck: ${line}\n`);
    if (answers === 0 || firstMs === undefined || lastMs === undefined) {
      say('nothing that answers this was recorded in this time: gpudeck record asks for it while the alert is armed');
      return EXIT.done;
    }
    const times = found === 1 ? 'once' : `${found} times`;
    const looked = answers === 1 ? 'one answer' : `${grouped(answers)} answers`;
    say(
      `${found === 0 ? 'would not have fired' : `would have fired ${times}`}, by ${looked} ${answers === 1 ? `of ${moment(firstMs)}` : `from ${moment(firstMs)} to ${moment(lastMs)}`}`,
    );
    if (sentence.kind === 'offers' && sentence.becomes === 'there' && lastCount !== undefined && lastCount > 0)
      say(
        lastCount === 1
          ? 'one offer fits now; only one that comes fires'
          : `${lastCount} offers fit now; only those that come fire`,
      );
    return EXIT.done;
  });
