/** Prints what a machine would bring at other prices, by the history. Nothing is sent but a read of the list of machines. */
import { CALLS } from '../../../api/calls.ts';
import { asciiText } from '../../../base/text.ts';
import { utcTime } from '../../../base/time.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { recordedAdvice } from '../../../history/rental-record.ts';
import { adviceTable, adviceWords, basisWords } from '../../../hosting/advice-words.ts';
import { subjectOfMachine } from '../../../hosting/machine-market.ts';
import { type AdvicePoint, LEAST_CASES } from '../../../pricing/advice.ts';
import type { CommonOptions } from '../../common-options.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandIo } from '../../io.ts';
import { writeText } from '../../record-writer.ts';
import { sayGenerated, withHistory } from '../../with-history.ts';
import { listForCommand, withService } from '../../with-service.ts';

/** Of which machine, and how. */
export type AdviceOptions = { readonly adviseId: number; readonly isJson: boolean };

const PIPE_WIDTH = 100;

/** Prints it; resolves to the exit code, every message written. */
export const printAdvice = (
  { adviseId: machineId, isJson, isAscii }: AdviceOptions & CommonOptions,
  io: CommandIo,
): Promise<ExitCode> =>
  withService(io, async ({ client }) => {
    const { records } = await listForCommand(CALLS.machines, client, io);
    const machine = records.find(({ id }) => id === machineId);
    const subject = machine && subjectOfMachine(machine);
    const gpus = machine?.num_gpus;
    if (subject === undefined || typeof gpus !== 'number') {
      io.writeError(
        `gpudeck machine: ${machine === undefined ? `you host no machine ${machineId}` : `model or GPUs of machine ${machineId} are not known`}\n`,
      );
      return EXIT.failed;
    }
    return withHistory({ isOnlyRead: true }, io, async (store) => {
      const { service, timeZone } = io.setup;
      const nowEpochMs = io.clock.now();
      const { price } = subject;
      const advice = await recordedAdvice(store, { service, machineId, subject, gpus, nowEpochMs });
      const { curve, best, present, median, medianPrice, cases, untilEpochMs } = advice;
      const json = {
        ...{ machine_id: machineId, gpus, price_gpu: price ?? null, median_price_gpu: medianPrice ?? null },
        ...{ best: recordOf(best), present: recordOf(present), median: recordOf(median), curve: curve.map(recordOf) },
        ...{ cases: cases.all, own_cases: cases.own, machines: advice.machines },
        recorded_until: untilEpochMs === undefined ? null : utcTime(untilEpochMs),
        as_of: utcTime(nowEpochMs),
      };
      const width = io.columns ?? PIPE_WIDTH;
      const { heading, rows } = adviceTable(advice, price, width);
      const wrapped = (texts: readonly string[]) => texts.flatMap((text) => wrappedLines(text, width));
      const lines = [
        ...wrapped(adviceWords(advice, price)),
        ...(curve.length === 0 ? [] : ['', heading, ...rows.map(({ words }) => words), '']),
        ...wrapped(basisWords(advice, timeZone)),
      ];
      const words = isAscii ? lines.map(asciiText) : lines;
      await writeText(io.stdout, `${isJson ? JSON.stringify(json, undefined, 2) : words.join('\n')}\n`);
      await sayGenerated(store, 0, io);
      return EXIT.done;
    });
  });

const recordOf = (point: AdvicePoint | undefined) =>
  point === undefined
    ? null
    : {
        ...{ price_gpu: point.price, rented: point.share.expected, income_per_day: point.income.expected },
        ...{ income_low: point.income.low, income_high: point.income.high },
        ...{ cases: point.cases, is_enough: point.cases >= LEAST_CASES },
      };
