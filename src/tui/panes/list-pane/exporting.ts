/** The form of the file that rows are written to, the same in every fetched list: its keys, and what they do. */
import { exportPrivateFile, StrangeFile } from '../../../storage/files/private-file.ts';
import { PATH_MAXIMUM, typedPath, unwrittenWords } from '../../../storage/files/typed-file.ts';
import type { Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import type { List } from '../../state/list.ts';
import {
  exportBegun,
  exportCancelled,
  exportDone,
  exportEdited,
  exportFound,
  exportOpened,
  exportRefused,
} from '../../state/over-list.ts';
import type { Slice } from '../../state/slice.ts';
import type { PaneNeeds } from '../pane.ts';
import { type CopySubject, columnsWritten } from './copy-menu.ts';
import { exportPieces, formatOf, suggestedExport } from './export-text.ts';

/** What the form works on. */
export type ExportingNeeds<Row, Query> = Pick<
  PaneNeeds<never>,
  'notify' | 'run' | 'clock' | 'timeZone' | 'homeFolder'
> & {
  /** What the ids of the keys start with, and the file's name. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  /** The rows that are written. */
  readonly exported: () => CopySubject<Row>;
};

/** How the form is opened, and the layer in force while it is open. */
export const createExporting = <Row, Query>(needs: ExportingNeeds<Row, Query>) => {
  const { owner, slice, exported, notify, run, clock } = needs;
  const change = (transition: (list: List<Row, Query>) => List<Row, Query>) => slice.change(transition);
  const form = () => slice.get().exporting;

  const write = (file: string, isReplacing: boolean) =>
    run(async () => {
      const subject = exported();
      const format = formatOf(file);
      if (format === undefined) return;
      change(exportBegun);
      try {
        await exportPrivateFile(file, await exportPieces(subject, format), { isReplacing });
        change(exportDone);
        notify(
          `Wrote ${subject.named(subject.rows.length)}${format === 'csv' ? columnsWritten(subject) : ''} to ${file}`,
        );
      } catch (error) {
        change((list) => failed(list, error, file, isReplacing));
      }
    });

  const save = () => {
    const path = typedPath(form()?.line.text ?? '', needs.homeFolder);
    if ('problem' in path) change((list) => exportRefused(list, path.problem));
    else if (formatOf(path.file) === undefined)
      change((list) => exportRefused(list, 'End the name in .csv, .json or .ndjson: that is the format.'));
    else write(path.file, form()?.replaces === path.file);
  };

  const layer = (): Layer =>
    fieldLayer({
      owner,
      line: () => form()?.line,
      change: (edit) => change((list) => exportEdited(list, edit)),
      maximum: PATH_MAXIMUM,
      accept: acceptKey(`${owner}.export-save`, form()?.replaces === undefined ? 'write' : 'replace it', save, () =>
        form()?.isWriting ? 'The file is being written.' : undefined,
      ),
      cancel: cancelKey(`${owner}.export-cancel`, () => change(exportCancelled)),
    });

  return {
    open: () => change((list) => exportOpened(list, suggestedExport(owner, clock.now(), needs))),
    inFront: (): readonly Layer[] => (form() === undefined ? [] : [layer()]),
  };
};

/** A file that is there is replaced once the user has seen its name and pressed Enter again. */
const failed = <Row, Query>(
  list: List<Row, Query>,
  error: unknown,
  file: string,
  isReplacing: boolean,
): List<Row, Query> => {
  if (error instanceof StrangeFile) return exportRefused(list, `${error.message}: name another file.`);
  const isThere = !isReplacing && error instanceof Error && 'code' in error && error.code === 'EEXIST';
  return isThere ? exportFound(list, file) : exportRefused(list, unwrittenWords(error, file));
};
