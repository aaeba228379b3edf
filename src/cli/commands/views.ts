/** `gpudeck views`: lists, shows, exports, imports and deletes the views of offers that are kept. */
import type { Command as Parser } from 'commander';
import { commandOf } from '../command.ts';
import { writeOutcome } from '../record-writer.ts';
import { addExamples, commandsBelow, notEmpty } from '../shared-options.ts';

import type { ViewsTask } from './views-tasks.ts';

type JsonFlag = { readonly json?: true };

const NAME_HELP = 'name of the view, as "views list" shows it';

/** The command. */
export const views = commandOf<{ readonly task: ViewsTask; readonly isJson: boolean }>({
  effect: {
    list: { does: 'reads', prints: { array: 'views' } },
    show: { does: 'reads', prints: { object: 'view' } },
    export: { does: 'keeps', prints: { object: 'view-change' } },
    import: { does: 'keeps', prints: { object: 'view-change' } },
    delete: { does: 'keeps', prints: { object: 'view-change' } },
  },
  addOptions: (parser, onOptions) => addTasks(parser, (task, isJson) => onOptions({ task, isJson })),
  isServiceCalled: () => false,
  run: async ({ task, isJson }, io) =>
    writeOutcome((await import('./views-tasks.ts')).carryOut(task, io.setup.places), io, isJson),
});

const addTasks = (parser: Parser, onTask: (task: ViewsTask, isJson: boolean) => void): void => {
  const below = commandsBelow(parser, 'views');
  const add = (...told: Parameters<typeof below>) => below(...told).option('--json', 'as JSON');
  add('list', 'print the views', 'list', 'list --json').action(({ json }: JsonFlag) =>
    onTask({ action: 'list' }, json === true),
  );
  add('show', 'print the text of a view', "show 'cheap single GPUs'", 'show mine --json')
    .argument('<name>', NAME_HELP)
    .action((name: string, { json }: JsonFlag) => onTask({ action: 'show', name }, json === true));
  add('export', 'write a view into a new file', 'export mine mine.view')
    .argument('<name>', NAME_HELP)
    .argument('<file>', 'file that does not exist yet', notEmpty)
    .action((name: string, file: string, { json }: JsonFlag) =>
      onTask({ action: 'export', name, file }, json === true),
    );
  add('import', 'make a view of a file', 'import cluster.view', 'import cluster.view --name four --replace')
    .argument('<file>', 'file with the text of a view', notEmpty)
    .option('--name <name>', 'name of the view (default: that of the file, without its ending)', notEmpty)
    .option('--replace', 'replace the view that has this name')
    .action((file: string, { name, replace, json }: JsonFlag & { readonly name?: string; readonly replace?: true }) =>
      onTask(
        { action: 'import', file, isReplacing: replace === true, ...(name !== undefined && { name }) },
        json === true,
      ),
    );
  add('delete', 'delete a view and its file', 'delete mine')
    .argument('<name>', NAME_HELP)
    .action((name: string, { json }: JsonFlag) => onTask({ action: 'delete', name }, json === true));
  addExamples(parser, 'views list', "views show 'cheap single GPUs'", 'views import cluster.view');
};
