/** Where the preview of the row under the cursor stands beside its pane or below it, and why there is none. Pure. */
import { PANES, type PaneStates } from '../panes/index.ts';
import type { PaneName } from '../panes/names.ts';
import type { PreviewLines } from '../panes/pane.ts';
import type { Size } from '../ui/segments.ts';
import type { DeckState } from './deck-state.ts';
import { type FrameState, layoutOf } from './state.ts';

/** Cells of a screen from which on there is room beside a list, and the screen from which on there is room below one. */
const BESIDE_FROM = 140;
const BELOW_FROM = { columns: 100, rows: 34 } as const;

/** Cells, and lines, of the preview, and between it and the pane. */
const BESIDE = { width: 52, gap: 2 } as const;
const BELOW = { height: 9, gap: 1 } as const;

/** The cells and lines that a pane has, and those of its preview, where there is one. */
type Room = { readonly pane: Size; readonly preview?: Size & { readonly isBeside: boolean } };

/** Those of the pane `name`, whether or not it is the open one. */
export const roomOf = (state: DeckState, name: PaneName): Room => {
  const { frame } = state;
  const { pane } = layoutOf(frame.size);
  const { width, height } = pane;
  if (frame.isPreviewHidden || previewRefusal(frame) !== undefined || previewIn(state, name) === undefined)
    return { pane };
  return width >= BESIDE_FROM
    ? {
        pane: { width: width - BESIDE.width - BESIDE.gap, height },
        preview: { width: BESIDE.width, height, isBeside: true },
      }
    : {
        pane: { width, height: height - BELOW.height - BELOW.gap },
        preview: { width, height: BELOW.height, isBeside: false },
      };
};

/** What the preview of the pane `name` says; undefined where that shows no list. */
export const previewIn = <Name extends PaneName>(states: PaneStates, name: Name): PreviewLines | undefined =>
  PANES[name].face.preview(states[name]);

/** Why there is no preview on this screen, or over this line; undefined where there may be one. */
export const previewRefusal = ({
  size,
  isLinkSlow,
  isLinkMeasured,
}: Pick<FrameState, 'size' | 'isLinkSlow' | 'isLinkMeasured'>): string | undefined => {
  const hasRoom = size.columns >= BESIDE_FROM || (size.columns >= BELOW_FROM.columns && size.rows >= BELOW_FROM.rows);
  if (!hasRoom)
    return `A preview takes a screen of ${BESIDE_FROM} columns, or of ${BELOW_FROM.columns}x${BELOW_FROM.rows}: Enter opens the row instead.`;
  if (isLinkSlow) return 'The line to this terminal is too slow for a preview: Enter opens the row instead.';
  return isLinkMeasured
    ? undefined
    : 'It is not known how slow the line to this terminal is, so there is no preview: Enter opens the row instead.';
};
