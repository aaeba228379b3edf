/**
 * The menu of what can be copied and the form of the file that rows are written to, the same in every fetched list: their keys,
 * and what they do.
 */

import { zonedTime } from '../../../base/time.ts';
import type { Layout } from '../../../formats/json.ts';
import { exportPrivateFile, StrangeFile } from '../../../storage/files/private-file.ts';
import { PATH_MAXIMUM, typedPath, unwrittenWords } from '../../../storage/files/typed-file.ts';
import { bind, inFooter, type Layer } from '../../keys/binding.ts';
import { acceptKey, cancelKey, fieldLayer } from '../../keys/field.ts';
import { chosenRows, type List, type ListKind } from '../../state/list.ts';
import {
  copyMenuClosed,
  copyMenuMoved,
  copyMenuOpened,
  exportCancelled,
  exportDone,
  exportEdited,
  exportOpened,
  exportTold,
} from '../../state/over-list.ts';
import type { ListRow } from '../../state/row-words.ts';
import type { Slice } from '../../state/slice.ts';
import type { Needs } from '../pane.ts';
import { sequenceOf } from './columns.ts';
import {
  type CopyItem,
  type CopySubject,
  chosenNames,
  columnsWritten,
  copiedAs,
  copyItems,
  copyText,
  exportedRows,
} from './copy-menu.ts';
import { kindOf, type ListDescription, type ListPlace } from './description.ts';

/** The formats, by the ending of the file. */
const FORMATS = ['csv', 'json', 'ndjson'] as const;
type Format = (typeof FORMATS)[number];

/** Rows that are written at once: few enough that no key waits for them. */
const PORTION = 200;

/** The format that the ending of `file` names; undefined when it names none. */
export const formatOf = (file: string): Format | undefined =>
  FORMATS.find((format) => file.toLowerCase().endsWith(`.${format}`));

/** The name that is offered: `~/offers-2026-11-22.csv`, the day in `timeZone` (an IANA name) at `nowEpochMs` (Unix epoch). */
export const suggestedExport = (
  name: string,
  nowEpochMs: number,
  { timeZone, homeFolder }: { readonly timeZone: string; readonly homeFolder: string | undefined },
): string => {
  const day = zonedTime(nowEpochMs, timeZone).toPlainDate();
  return `${homeFolder === undefined ? '' : '~/'}${name}-${day.toString()}.csv`;
};

/** The text of the file, piece by piece. */
const exportPieces = async <Row>(subject: CopySubject<Row>, format: Format): Promise<Iterable<string>> =>
  piecesOf(subject, await layoutOf(subject, format));

const layoutOf = async <Row>({ fields, chosen }: CopySubject<Row>, format: Format): Promise<Layout> => {
  if (format === 'csv') {
    const { csvColumns, csvLayout } = await import('../../../formats/csv.ts');
    return csvLayout(chosen ?? csvColumns(fields));
  }
  const { jsonLayout, ndjsonLayout } = await import('../../../formats/json.ts');
  return format === 'json' ? jsonLayout() : ndjsonLayout();
};

function* piecesOf<Row>({ rows, recordOf, jsonOf }: CopySubject<Row>, layout: Layout): Generator<string> {
  yield layout.head;
  for (let at = 0; at < rows.length; at += PORTION) {
    const portion = rows.slice(at, at + PORTION).map((row) => ({ record: recordOf(row), text: jsonOf(row) }));
    yield (at === 0 ? '' : layout.between) + layout.rows(portion);
  }
  yield layout.tail;
}

/** A file that is there is replaced once the user has seen its name and pressed Enter again. */
const failed = <Row, Query>(
  list: List<Row, Query>,
  error: unknown,
  file: string,
  isReplacing: boolean,
): List<Row, Query> => {
  if (error instanceof StrangeFile) return exportTold(list, { problem: `${error.message}: name another file.` });
  const isThere = !isReplacing && error instanceof Error && 'code' in error && error.code === 'EEXIST';
  return exportTold(list, isThere ? { replaces: file } : { problem: unwrittenWords(error, file) });
};

/** How the menu is opened and told of. */
const TOLD = {
  label: 'copy',
  help: 'copy as JSON, CSV, text, a command',
  words: ['clipboard', 'json', 'csv', 'curl', 'id'],
} as const;

/** What a list's layers need for the menu and the form: the keys that open them, and the layer in force while one is open. */
export const createCopying = <Row, Query>({
  owner,
  slice,
  kind,
  subject,
  copy,
  refuse,
  notify,
  run,
  clock,
  timeZone,
  homeFolder,
}: Pick<Needs, 'copy' | 'refuse' | 'notify' | 'run' | 'clock' | 'timeZone' | 'homeFolder'> & {
  /** What the ids of the keys start with, and the file's name. */
  readonly owner: string;
  readonly slice: Slice<List<Row, Query>>;
  readonly kind: Pick<ListKind<Row, Query>, 'keyOf'>;
  /** What is chosen now. */
  readonly subject: () => CopySubject<Row>;
}) => {
  const close = () => slice.change(copyMenuClosed);
  const move = (by: number) => slice.change((list) => copyMenuMoved(list, by, copyItems(subject()).length));

  const take = ({ id, label }: CopyItem) => {
    const taken = subject();
    close();
    run(async () => {
      const text = await copyText(taken, id);
      if (text === '') refuse(`There is nothing to copy as ${label} of ${taken.named(taken.rows.length)}.`);
      else copy(text, copiedAs(taken, id));
    });
  };

  const takeChosen = () => {
    const item = copyItems(subject())[slice.get().copying?.at ?? 0];
    if (item !== undefined) take(item);
  };

  const menu = (): Layer => ({
    isModal: true,
    bindings: [
      bind(`${owner}.copy-take`, ['enter'], 'copy', 'Copy', takeChosen, inFooter),
      bind(`${owner}.copy-down`, ['down', 'j'], 'next', 'Copy', () => move(1), inFooter),
      bind(`${owner}.copy-up`, ['up', 'k'], 'previous', 'Copy', () => move(-1)),
      ...copyItems(subject()).map((item) =>
        bind(`${owner}.copy-${item.id}`, [item.key], item.label, 'Copy', () => take(item)),
      ),
      bind(`${owner}.copy-close`, ['escape', 'q', 'ctrl-c'], 'back', 'Copy', close, inFooter),
    ],
  });

  const form = () => slice.get().exporting;

  const write = (file: string, isReplacing: boolean) =>
    run(async () => {
      const written = { ...subject(), rows: exportedRows(slice.get(), kind) };
      const format = formatOf(file);
      if (format === undefined) return;
      slice.change((list) => exportTold(list, { isWriting: true }));
      try {
        await exportPrivateFile(file, await exportPieces(written, format), { isReplacing });
        slice.change(exportDone);
        notify(
          `Wrote ${written.named(written.rows.length)}${format === 'csv' ? columnsWritten(written) : ''} to ${file}`,
        );
      } catch (error) {
        slice.change((list) => failed(list, error, file, isReplacing));
      }
    });

  const save = () => {
    const path = typedPath(form()?.line.text ?? '', homeFolder);
    if ('problem' in path) slice.change((list) => exportTold(list, { problem: path.problem }));
    else if (formatOf(path.file) === undefined)
      slice.change((list) =>
        exportTold(list, { problem: 'End the name in .csv, .json or .ndjson: that is the format.' }),
      );
    else write(path.file, form()?.replaces === path.file);
  };

  const typing = (): Layer =>
    fieldLayer({
      owner,
      line: () => form()?.line,
      change: (edit) => slice.change((list) => exportEdited(list, edit)),
      maximum: PATH_MAXIMUM,
      accept: acceptKey(`${owner}.export-save`, form()?.replaces === undefined ? 'write' : 'replace it', save, () =>
        form()?.isWriting ? 'The file is being written.' : undefined,
      ),
      cancel: cancelKey(`${owner}.export-cancel`, () => slice.change(exportCancelled)),
    });

  return {
    copy: { ...TOLD, run: () => slice.change(copyMenuOpened) },
    save: () =>
      slice.change((list) => exportOpened(list, suggestedExport(owner, clock.now(), { timeZone, homeFolder }))),
    inFront: (): readonly Layer[] => {
      const { copying, exporting } = slice.get();
      if (copying !== undefined) return [menu()];
      return exporting === undefined ? [] : [typing()];
    },
  };
};

/** What is chosen in `list`, as its menu `menu` reads it. */
export const copySubject = <Row extends ListRow, Item>(
  description: ListDescription<Row, Item>,
  menu: NonNullable<ListDescription<Row, Item>['copy']['menu']>,
  list: List<Row>,
  place: ListPlace,
): CopySubject<Row> => {
  const { copy, itemOf } = description;
  const columns = sequenceOf(description, list, place);
  return {
    ...menu,
    rows: chosenRows(list, kindOf(description)),
    named: copy.named,
    jsonOf: copy.text,
    chosen: chosenNames(list, columns, ({ id }) => menu.fields.some(({ name }) => name === id)),
    columns: columns.map(({ id, heading, cell }) => ({
      id,
      heading,
      cell: (row) => cell(itemOf(row)),
    })),
    column: list.column,
  };
};
