/** Carries out what `gpudeck views` asks for. It says what is to be printed, and prints nothing itself. */

import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { messageOf } from '../../base/message.ts';
import { cellWidth, printable } from '../../base/text.ts';
import type { Places } from '../../storage/files/places.ts';
import { createPrivateFile } from '../../storage/files/private-file.ts';
import { readSets } from '../../storage/files/sets.ts';
import { unwrittenWords } from '../../storage/files/typed-file.ts';
import { readForeignView, viewFiles } from '../../storage/files/view-files.ts';
import type { KeptView, View } from '../../views/view.ts';
import { orderText, readViewText, tidyName } from '../../views/view-text.ts';
import { createViews, type Views } from '../../views/views.ts';
import { EXIT } from '../exit.ts';
import type { Outcome } from '../record-writer.ts';

/** What was asked for. */
export type ViewsTask =
  | { readonly action: 'list' }
  | { readonly action: 'show' | 'delete'; readonly name: string }
  | { readonly action: 'export'; readonly name: string; readonly file: string }
  | { readonly action: 'import'; readonly file: string; readonly name?: string; readonly isReplacing: boolean };

/** Carries the task out; the exit code is 2 for a view that is not there, or cannot be read or written. */
export const carryOut = (task: ViewsTask, places: Places): Outcome => {
  const files = viewFiles(places);
  const views = createViews(files, () => readSets(places));
  switch (task.action) {
    case 'list':
      return listed(views);
    case 'show':
      return shown(views, task.name);
    case 'export':
      return exported(views, task.name, resolve(task.file));
    case 'import':
      return imported(views, task);
    case 'delete': {
      const problem = views.remove(task.name);
      const name = tidyName(task.name);
      return problem === undefined ? done('', `the view "${name}" is deleted`, { name, file: null }) : failed(problem);
    }
  }
};

const done = (out: string, sentence: string, told: unknown): Outcome => ({
  code: EXIT.done,
  out,
  told,
  error: sentence === '' ? '' : `${sentence}\n`,
});

const failed = (sentence: string): Outcome => ({ code: EXIT.badUsage, out: '', error: `gpudeck views: ${sentence}\n` });

/** What can be read is listed, and what cannot be is told; it stops nothing. */
const listed = (views: Views): Outcome => {
  const { kept, problem } = views.list();
  if (problem !== undefined) return failed(problem);
  const good = kept.filter((view) => 'view' in view);
  const error = kept.flatMap((view) => ('problem' in view ? [`gpudeck views: ${view.problem}\n`] : [])).join('');
  return { code: EXIT.done, out: table(good), told: good.map(({ name, view }) => record(name, view)), error };
};

/** A view as a script gets it, in the units of the text. */
const record = (name: string, { filter, order, type, storageGb, limit, columns }: View) => ({
  name,
  filter,
  order,
  type,
  disk_gb: storageGb,
  limit,
  ...(columns?.shown && { columns: columns.shown }),
  ...(columns?.pinned !== undefined && { pinned: columns.pinned }),
  ...(columns?.widened && { wide: columns.widened }),
});

const table = (good: readonly Extract<KeptView, { view: View }>[]): string => {
  const width = Math.max(...good.map(({ name }) => cellWidth(printable(name))), 0);
  return good
    .map(({ name, view: { filter, order, type } }) => {
      const padded = printable(name) + ' '.repeat(width - cellWidth(printable(name)));
      return `${padded}  ${[printable(filter), `by ${orderText(order)}`, type].filter((part) => part !== '').join('  ')}\n`;
    })
    .join('');
};

const shown = (views: Views, name: string): Outcome => {
  const found = views.find(name);
  if ('problem' in found) return failed(found.problem);
  const reading = views.textOf(found.name);
  if ('problem' in reading) return failed(reading.problem);
  const text = reading.text.trimEnd().split('\n').map(printable).join('\n');
  return done(`${text}\n`, '', record(found.name, found.view));
};

const exported = (views: Views, name: string, file: string): Outcome => {
  const found = views.find(name);
  if ('problem' in found) return failed(found.problem);
  const reading = views.textOf(found.name);
  if ('problem' in reading) return failed(reading.problem);
  try {
    createPrivateFile(file, reading.text);
    return done('', `the view "${found.name}" is written to ${file}`, { name: found.name, file });
  } catch (error) {
    return failed(unwrittenWords(error, file));
  }
};

const imported = (views: Views, { file, name, isReplacing }: Extract<ViewsTask, { action: 'import' }>): Outcome => {
  const given = tidyName(name ?? basename(file, extname(file)));
  let text: string;
  try {
    text = readForeignView(resolve(file));
  } catch (error) {
    return failed(
      existsSync(file) ? `${messageOf(error)}.` : `There is no file ${file}: name the one that was exported.`,
    );
  }
  const reading = readViewText(text);
  if ('problem' in reading) return failed(`${file}, line ${reading.line}: ${reading.problem}. Nothing was imported.`);
  const problem = views.takeOver(given, text, { isReplacing });
  if (problem === undefined) return done('', `the view "${given}" is kept`, { name: given, file: resolve(file) });
  return failed(problem.endsWith('already.') ? `${problem} Give another --name, or --replace.` : problem);
};
