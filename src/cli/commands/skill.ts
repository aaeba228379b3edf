/** `gpudeck skill`: what an agent has to know before it runs gpudeck, in the conventions of agents' skills. */
import { commandOf } from '../command.ts';
import { EXIT } from '../exit.ts';
import { writeOutcome } from '../record-writer.ts';
import { addExamples, commandsBelow, notEmpty } from '../shared-options.ts';

/** Where it is put; absent: it is printed. */
type Options = { readonly folder?: string; readonly isReplacing?: boolean; readonly isJson?: boolean };

/** Where agents look for skills in a project. */
const USUAL_FOLDER = '.agents/skills';

/** The command. */
export const skill = commandOf<Options>({
  effect: {
    install: { does: 'keeps', prints: { object: 'installed-skill' } },
    show: { does: 'reads', prints: { text: 'Markdown' } },
  },
  addOptions: (parser, onOptions) => {
    const add = commandsBelow(parser, 'skill');
    add('install', 'write gpudeck/SKILL.md into a folder of skills', 'install', 'install ~/.claude/skills')
      .argument('[folder]', `the folder (default: ${USUAL_FOLDER})`, notEmpty)
      .option('--replace', 'replace a file that is not as gpudeck wrote it')
      .option('--json', 'one JSON object: {"file"}')
      .action((folder: string | undefined, { replace, json }: { readonly replace?: true; readonly json?: true }) =>
        onOptions({ folder: folder ?? USUAL_FOLDER, isReplacing: replace === true, isJson: json === true }),
      );
    add('show', 'print it', 'show').action(() => onOptions({}));
    addExamples(parser, 'skill install', 'skill show');
  },
  isServiceCalled: () => false,
  run: async ({ folder, isReplacing = false, isJson }, io) => {
    const { SKILL } = await import('./skill/text.ts');
    if (folder === undefined) return writeOutcome({ code: EXIT.done, out: SKILL, error: '' }, io);
    const { install } = await import('./skill/install.ts');
    return writeOutcome(install(folder, isReplacing), io, isJson);
  },
});
