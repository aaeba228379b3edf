/** `gpudeck views`: lists, shows, exports, imports and deletes the views of offers that are kept. */
import type { Command as Parser } from 'commander';
import { commandOf } from '../command.ts';
import { writeOutcome } from '../record-writer.ts';
import { addExamples, commandsBelow, notEmpty } from '../shared-options.ts';

import type { ViewsTask } from './views-tasks.ts';

type JsonFlag = { readonly json?: true };

const NAME_HELP = 'name of the view, as "views list" shows it';

/** The command. */
export const views = commandOf<{ readonly task: ViewsTask }>({
  effect: {
    list: { does: 'reads', prints: { array: 'views' } },
    show: { does: 'reads', prints: { object: 'view' } },
    export: { does: 'keeps', prints: 'text' },
    import: { does: 'keeps', prints: 'text' },
    delete: { does: 'keeps', prints: 'text' },
  },
  addOptions: (parser, onOptions) => addTasks(parser, (task) => onOptions({ task })),
  isServiceCalled: () => false,
  run: async ({ task }, io) => writeOutcome((await import('./views-tasks.ts')).carryOut(task, io.setup.places), io),
});

const addTasks = (parser: Parser, onTask: (task: ViewsTask) => void): void => {
  const add = commandsBelow(parser, 'views');
  add('list', 'print the views', 'list', 'list --json')
    .option('--json', 'one JSON array')
    .action(({ json }: JsonFlag) => onTask({ action: 'list', isJson: json === true }));
  add('show', 'print the text of a view', "show 'cheap single GPUs'", 'show mine --json')
    .argument('<name>', NAME_HELP)
    .option('--json', 'as JSON, without comments')
    .action((name: string, { json }: JsonFlag) => onTask({ action: 'show', name, isJson: json === true }));
  add('export', 'write a view into a new file', 'export mine mine.view')
    .argument('<name>', NAME_HELP)
    .argument('<file>', 'file that does not exist yet', notEmpty)
    .action((name: string, file: string) => onTask({ action: 'export', name, file }));
  add('import', 'make a view of a file', 'import cluster.view', 'import cluster.view --name four --replace')
    .argument('<file>', 'file with the text of a view', notEmpty)
    .option('--name <name>', 'name of the view (default: that of the file, without its ending)', notEmpty)
    .option('--replace', 'replace the view that has this name')
    .action((file: string, { name, replace }: { readonly name?: string; readonly replace?: true }) =>
      onTask({ action: 'import', file, isReplacing: replace === true, ...(name !== undefined && { name }) }),
    );
  add('delete', 'delete a view and its file', 'delete mine')
    .argument('<name>', NAME_HELP)
    .action((name: string) => onTask({ action: 'delete', name }));
  addExamples(parser, 'views list', "views show 'cheap single GPUs'", 'views import cluster.view');
};
