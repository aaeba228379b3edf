import { listKeys } from '../../keys/list.ts';
import { listLayers } from '../../keys/list-layers.ts';
import type { ListKeysNeeds } from '../../keys/list-needs.ts';
import { arranged, chosenRows, currentRow, heightChanged, type List } from '../../state/list.ts';
import { type ListRow, wordPieces } from '../../state/row-words.ts';
import { partOf, type Slice } from '../../state/slice.ts';
import { rowsBetween } from '../../ui/bands.ts';
import { visibleRows } from '../../ui/list-words.ts';
import { COMPARISON_TITLE_LINES, comparisonLength, languageRoom, wholeExtent } from '../../ui/over-list-lines.ts';
import { RECORD_TITLE_LINES } from '../../ui/record-lines.ts';
import { isLow } from '../../ui/segments.ts';

import type { PaneNeeds } from '../pane.ts';
import { columnsHereOf, columnsOnPage, inView, sequenceOf } from './columns.ts';
import { copySubject, createCopying } from './copying.ts';
import { kindOf, type ListDescription, type ListPaneState, placeOf } from './description.ts';

type OwnKeys = Pick<
  Parameters<typeof listLayers>[2],
  'find' | 'look' | 'own' | 'ownFirst' | 'ownQuiet' | 'opened' | 'over'
>;

/** How the list that `description` is of is arranged, and its keys once it is known what only it has. */
export const createListActions = <Row extends ListRow, Item, State extends ListPaneState<Row>>(
  description: ListDescription<Row, Item>,
  needs: Pick<
    PaneNeeds<State>,
    'slice' | 'lines' | 'timeZone' | 'screen' | 'copy' | 'refuse' | 'notify' | 'run' | 'clock' | 'homeFolder' | 'sets'
  >,
) => {
  const { slice, lines, timeZone, screen, copy } = needs;
  const { name, noun } = description;
  const list: Slice<List<Row>> = partOf(slice, 'list');
  /** Rows that are seen wherever the list stands. */
  const height = () => {
    const { width, height: lines } = screen();
    const rows = visibleRows(slice.get(), lines);
    return isLow(lines) ? rows : rowsBetween(description.bands?.(list.get(), { width, isWhole: true }) ?? [], rows);
  };
  const place = () => placeOf(slice.get(), screen().width, timeZone);
  const kind = kindOf(description);
  const arrangement = () => ({ ...kind, height: height() });

  const { compared, line } = description;
  const completing = line?.completion.keys(name, list, arrangement, needs);
  /** The sets that the line may name are read before it is typed, and when an earlier run has left one. */
  const readSets = (): void => {
    const sets = needs.sets?.();
    if (line !== undefined && sets !== undefined && JSON.stringify(sets) !== JSON.stringify(list.get().query.sets))
      list.change((now) => arranged({ ...now, query: { ...now.query, sets } }, arrangement(), true));
  };
  const site: ListKeysNeeds<Row> = {
    owner: name,
    noun,
    slice: list,
    arrangement,
    lines,
    notify: needs.notify,
    columns: () =>
      description.table === 'small'
        ? inView(description, list.get(), place())
        : sequenceOf(description, list.get(), place()),
    columnsHere: (isUsual = false) => columnsHereOf(description, isUsual ? undefined : list.get().columns, place()),
    columnsVisible: () => columnsOnPage(screen().height),
    languageHeight: () => languageRoom(screen().height),
    wholeExtent: () => {
      const { text } = list.get().filter;
      return wholeExtent(text, (line?.pieces ?? wordPieces)(text), screen());
    },
    openedExtent: (row) => ({
      length: description.lines(row, place()).length,
      height: screen().height - RECORD_TITLE_LINES,
    }),
    ...(line && {
      language: line.language,
      filterHelp: 'filter by conditions and words',
      mistakeRefusal: () => line.problems(list.get().query)[0]?.message,
    }),
    ...(completing && { ownEditing: completing.editing }),
    onChanged: (change) => {
      if (change === 'opened') readSets();
    },
    comparedExtent:
      compared &&
      ((rows, isDifferingOnly) => ({
        length: comparisonLength(compared(rows, isDifferingOnly).sections),
        height: Math.max(1, screen().height - COMPARISON_TITLE_LINES),
      })),
  };
  const keys = listKeys(site);

  const chosen = () => chosenRows(list.get(), kind);
  const copyRows = () => copy(chosen().map(description.copy.text).join('\n'), description.copy.named(chosen().length));
  const { menu } = description.copy;
  const subject = menu && (() => copySubject(description, menu, list.get(), place()));
  const copying =
    subject &&
    createCopying({
      ...needs,
      owner: name,
      slice: list,
      subject,
      kind,
    });

  return {
    arrangement,
    /** The open row, or else the one under the cursor. */
    current: () => list.get().opened?.row ?? currentRow(list.get()),
    /** The open row, or else the marked ones that are shown, or else the one under the cursor. */
    chosen,
    /** The layers in force, innermost first. */
    layersWith: (own: OwnKeys) => {
      const layers = listLayers(site, keys, {
        ...(copying ?? { copy: { label: description.copy.label, run: copyRows } }),
        ...own,
      });
      return () => [...(completing?.layers() ?? []), ...layers()];
    },
    resize: () => list.change((now) => heightChanged(now, height())),
    /** What an earlier run has left is here again. */
    resumed: () => {
      readSets();
      keys.resumed();
    },
  };
};
