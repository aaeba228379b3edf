/** `gpudeck apply`: sends exactly what a plan says, once, where nothing else has changed by now. */
import { planFiles } from '../../storage/files/plan-files.ts';
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { isGiven, withWords } from '../own-words.ts';
import { applyingGate } from '../plan-gate.ts';
import { addExamples } from '../shared-options.ts';

type Options = { readonly digest: string; readonly isSure: boolean; readonly isJson: boolean };

/** The command. */
export const apply = commandOf<Options>({
  effect: { does: 'writes', costs: true, notifies: true, ends: true, prints: { lines: 'applied' } },
  addOptions: (parser, onOptions) => {
    addExamples(parser, 'apply 0f3a5c7e9b1d2f4a6c8e0b1d --yes')
      .argument('<digest>', 'the digest that --plan has printed')
      .option('--yes', 'send it: every plan is used up by one attempt')
      .option('--json', 'print what became of it as lines of JSON on a terminal too')
      .action((digest: string, { yes, json }: { readonly yes?: true; readonly json?: true }) =>
        onOptions({ digest, isSure: yes === true, isJson: json === true }),
      );
  },
  isServiceCalled: () => true,
  run: async ({ digest, isSure, isJson }, io) => {
    const complain = (text: string): void => io.writeError(`gpudeck apply: ${text}\n`);
    if (!isSure) {
      complain('Nothing was sent, and the plan can still be applied: add --yes to send it.');
      return EXIT.badUsage;
    }
    const plan = planFiles(io.setup.places).take(digest);
    if (plan === undefined) {
      complain(
        'There is no such plan here: it was used up, it was never made in this state folder, or it is not as it was made. Nothing was sent.',
      );
      return EXIT.failed;
    }
    const { args } = plan;
    const line = withWords(args, '--yes', ...(isJson && !isGiven(args, '--json') ? ['--json'] : []));
    const gate = applyingGate(plan);
    let isHeld = false;
    const holding: typeof gate = (...planned) => {
      isHeld = true;
      return gate(...planned);
    };
    const code = await io.runLine(line, { ...io, plan: holding, applied: digest });
    // Refused before it was held against its plan, which nobody has said the end of then.
    if (!isHeld && code !== EXIT.done) complain('The plan is used up: make a new one with --plan.');
    return code;
  },
});
