/** The keys of the palette: typing, choosing a row, and running it. */
import { bind, inFooter, type Layer } from '../keys/binding.ts';
import { acceptKey, cancelKey, EDITING, fieldLayer } from '../keys/field.ts';

import { cursorMoved } from '../state/cursor.ts';
import type { LineEdit } from '../state/line.ts';
import type { FrameNeeds } from './needs.ts';
import { paletteRows } from './palette.ts';
import { noticeGiven, overlayClosed, paletteCancelled, paletteEdited, paletteMoved } from './state.ts';

/** Most characters that the palette takes: no command has more. */
const COMMAND_MAXIMUM = 200;

export const createPaletteLayer = ({
  slice,
  listHeight,
  entries,
  perform,
}: Pick<FrameNeeds, 'slice' | 'listHeight' | 'entries' | 'perform'>): Layer => {
  const shown = () => {
    const { overlay } = slice.get();
    return overlay?.kind === 'palette' ? overlay : undefined;
  };
  const rows = () => {
    const overlay = shown();
    return overlay === undefined ? [] : paletteRows(entries(), overlay.line.text);
  };

  const edit = (to: LineEdit) => {
    const overlay = shown();
    if (overlay !== undefined) slice.change((state) => paletteEdited(state, to(overlay.line)));
  };

  const move = (by: number) => {
    const overlay = shown();
    if (overlay === undefined) return;
    const extent = { count: rows().length, height: listHeight() };
    slice.change((state) => paletteMoved(state, cursorMoved(overlay.cursor, by, extent)));
  };

  const run = () => {
    const overlay = shown();
    if (overlay === undefined) return;
    const chosen = rows()[overlay.cursor.row];
    if (chosen === undefined) {
      slice.change((state) => noticeGiven(state, `No action matches "${overlay.line.text.trim()}".`, 'warning'));
      return;
    }
    slice.change(overlayClosed);
    perform(chosen);
  };

  return fieldLayer({
    owner: 'palette',
    line: () => shown()?.line,
    change: edit,
    maximum: COMMAND_MAXIMUM,
    accept: acceptKey('palette.run', 'run', run),
    cancel: cancelKey('palette.close', () => slice.change(paletteCancelled)),
    own: [
      bind('palette.down', ['down', 'ctrl-n', 'tab'], 'next', EDITING, () => move(1), inFooter),
      bind('palette.up', ['up', 'ctrl-p', 'shift-tab'], 'previous', EDITING, () => move(-1)),
    ],
  });
};
