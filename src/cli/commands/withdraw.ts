/** `gpudeck withdraw`: takes back the maintenance windows that were announced for machines. */
import { Argument, InvalidArgumentError, Option } from 'commander';
import { readMachineIds } from '../../maintenance/machine-ids.ts';
import { commandOf } from '../command.ts';
import { addExamples } from '../shared-options/examples.ts';
import type { WithdrawalOptions } from './withdraw/options.ts';

type Flags = { readonly dryRun?: true; readonly yes?: true; readonly again?: true };

/** The command. */
export const withdraw = commandOf<WithdrawalOptions>({
  addOptions: (parser, onOptions) => {
    addExamples(parser, 'withdraw 8207 8208 --dry-run', 'withdraw 8207 --yes')
      .addArgument(new Argument('<machine...>', 'ids of machines').argParser(oneId))
      .addOption(new Option('--dry-run', 'print the requests and send none of them').conflicts('yes'))
      .option('--yes', 'send without asking')
      .option('--again', 'also send what was sent before and whose outcome is unknown')
      .action((ids: readonly number[], { dryRun, yes, again }: Flags) =>
        onOptions({
          ids,
          consent: dryRun ? 'dry-run' : yes ? 'given' : 'ask',
          isRepeatWanted: again ?? false,
        }),
      );
  },
  isServiceCalled: () => true,
  run: async (options, io) => (await import('./withdraw/run.ts')).run(options, io),
});

const oneId = (word: string, before: unknown): readonly number[] => {
  const { ids, problems } = readMachineIds(word);
  const [problem] = problems;
  if (problem !== undefined) throw new InvalidArgumentError(problem.message);
  return [...new Set([...(Array.isArray(before) ? before : []), ...ids])];
};
