/** Where things stand on a screen of a given size. Pure; every height in rows, every width in cells. */

/** A terminal's size. */
export type ScreenSize = { readonly columns: number; readonly rows: number };

/** The smallest screen on which the program is whole enough to be used. */
export const SMALLEST: ScreenSize = { columns: 40, rows: 15 };

/** True where nothing but that can be shown. */
export const isTooSmall = ({ columns, rows }: ScreenSize): boolean =>
  columns < SMALLEST.columns || rows < SMALLEST.rows;

/** Lines of the help that are not its list: title and a blank one. The palette has as many. */
export const OVERLAY_TITLE_LINES = 2;

/** Lines that are no pane: the header, the message line and the footer. */
const FRAME_LINES = 3;

/** The measures of a screen. */
export const layoutOf = ({ columns, rows }: ScreenSize) => {
  const bodyHeight = Math.max(1, rows - FRAME_LINES);
  return {
    bodyHeight,
    overlayListHeight: Math.max(1, bodyHeight - OVERLAY_TITLE_LINES),
    pane: { width: columns, height: bodyHeight },
  };
};
