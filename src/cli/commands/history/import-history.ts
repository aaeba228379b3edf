/** Imports an exported history into an empty one, and says what of it is kept. */
import { counted } from '../../../base/figures.ts';
import { messageOf } from '../../../base/message.ts';
import { printable } from '../../../base/printable.ts';
import { jsonLine } from '../../../formats/json.ts';
import { importDays } from '../../../history/parquet/import.ts';
import { StrangeDataSet } from '../../../history/parquet/manifest.ts';
import { INTERVALS_KEPT_MS } from '../../../history/store.ts';
import { primaryCodeOf } from '../../../storage/files/set-aside.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { type CommandIo, firstSignal } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { withHistory } from '../../with-history.ts';

/** Where the data set lies. */
export type ImportOptions = { readonly importedFrom: string; readonly isJson: boolean };

/** Imports it; resolves to the exit code, every message written. Asks no service. */
export const importHistory = async (
  { importedFrom: folder, isJson }: ImportOptions,
  io: CommandIo,
): Promise<ExitCode> => {
  const say = (text: string): void => io.writeError(`gpudeck: ${printable(text)}\n`);
  const signal = firstSignal(io.signals);
  const stopping = new AbortController();
  void signal.came.then(() => stopping.abort());
  try {
    return await withHistory({ isOnlyRead: false }, io, async (store) => {
      if (!(await store.isEmpty())) {
        say('this history has answers: an import begins one, so name one that is not there yet with --history');
        return EXIT.badUsage;
      }
      const days: string[] = [];
      for await (const { day, answers } of importDays({ store, folder, signal: stopping.signal })) {
        days.push(day);
        if (isJson) await writeText(io.stdout, jsonLine({ day, answers }));
        else io.writeError(`${day}  ${counted(answers, 'answer')}\n`);
      }
      if (stopping.signal.aborted) {
        say('broken off: what was imported is not all of it. Import it again, into an empty history');
        return EXIT.failed;
      }
      if (Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '') > INTERVALS_KEPT_MS)
        say('of the days that are more than 31 before the last, only the figures of hours are kept');
      return EXIT.done;
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (error instanceof StrangeDataSet) say(error.message);
    else if (primaryCodeOf(error) !== undefined)
      say(`the history cannot be written (${messageOf(error)}): mend that, and import into another one`);
    else if (/^E(?!RR_)/.test(code)) say(`${folder} cannot be read (${messageOf(error)}): export it anew`);
    else throw error;
    return EXIT.failed;
  } finally {
    signal.forget();
  }
};
