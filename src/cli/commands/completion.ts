/** `gpudeck completion`: prints the script that completes gpudeck in a shell, and answers that script at each Tab. */
import { Option } from 'commander';
import { bareCommandOf } from '../command.ts';
import { completionScript, SHELLS, type Shell } from '../completion/shells.ts';
import { writeText } from '../record-writer.ts';

type Options = { readonly shell: Shell; readonly question?: { readonly line: string; readonly breaks: string } };

const HELP = `
Commands, options, names of profiles and views, and the filter, also within quotes, are completed.

Examples:
  gpudeck completion bash > ~/.local/share/bash-completion/completions/gpudeck
  gpudeck completion zsh > "\${fpath[1]}/_gpudeck"
  gpudeck completion fish > ~/.config/fish/completions/gpudeck.fish
  eval "$(gpudeck completion bash)" # for this shell alone`;

/** The command. The script gives `--at`, the line up to the cursor, and in bash the characters at which words are parted. */
export const completion = bareCommandOf<Options>({
  effect: { does: 'reads', prints: { text: 'shell script' } },
  addOptions: (parser, onOptions) => {
    parser
      .usage('bash|zsh|fish')
      .argument('[shell]', 'the shell: bash, zsh or fish')
      .allowExcessArguments()
      .addOption(new Option('--at <shell>').choices(SHELLS).hideHelp())
      .addHelpText('after', HELP)
      .action((word: string | undefined, { at }: { readonly at?: Shell }) => {
        if (at !== undefined) {
          onOptions({ shell: at, question: { line: word ?? '', breaks: parser.args[1] ?? '' } });
          return;
        }
        const shell = SHELLS.find((name) => name === word);
        if (shell === undefined) parser.error(`error: name a shell: ${SHELLS.join(', ')}.`);
        else onOptions({ shell });
      });
  },
  run: async ({ shell, question }, { wishes }, { stdout }, openTree) => {
    if (question === undefined) {
      await writeText(stdout, completionScript(shell));
      return 0;
    }
    const { answerFor, completeLine } = await import('../completion/complete-line.ts');
    const { offering, read } = await completeLine(question.line, openTree(), wishes.configFolder);
    await writeText(stdout, answerFor(shell, offering, read, question.breaks));
    return 0;
  },
});
