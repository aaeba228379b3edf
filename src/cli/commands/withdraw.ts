/** `gpudeck withdraw`: takes back the maintenance windows that were announced for machines. */
import { Argument } from 'commander';
import { readMachineIds } from '../../maintenance/plan.ts';
import { commandOf } from '../command.ts';
import {
  addExamples,
  addWriteOptions,
  each,
  meant,
  type WriteFlags,
  type WriteOptions,
  writeOptionsOf,
} from '../shared-options.ts';

/** The command. */
export const withdraw = commandOf<WriteOptions<{ readonly kind: 'withdraw' }>>({
  effect: { does: 'writes', notifies: true, prints: { lines: 'change' } },
  addOptions: (parser, onOptions) => {
    const ids = new Argument('<machine...>', 'ids of machines').argParser(each(machineIds));
    addWriteOptions(addExamples(parser, 'withdraw 8207 8208 --dry-run', 'withdraw 8207 --yes').addArgument(ids)).action(
      (machineIds: readonly number[], flags: WriteFlags) =>
        onOptions(writeOptionsOf(machineIds, { kind: 'withdraw' }, flags)),
    );
  },
  isServiceCalled: () => true,
  run: async (options, io) => {
    const { runWrite } = await import('../run-write.ts');
    const { WITHDRAWAL_WRITE } = await import('../../maintenance/withdrawal-write.ts');
    return runWrite(WITHDRAWAL_WRITE, 'withdraw', options, io);
  },
});

/** The ids of machines that a word names, between commas. */
export const machineIds = (word: string): readonly number[] => {
  const { ids, problems } = readMachineIds(word);
  return meant(problems[0] === undefined ? ids : { problem: problems[0].message });
};
