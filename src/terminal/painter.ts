/** How pictures become bytes: by cells that differ, for a terminal whose cursor can be moved. `plain-painter.ts` is the other way. */
import { frameDifference } from './frame-difference.ts';
import type { Frame } from './frame-reader.ts';
import type { Abilities } from './pen.ts';

/** Knows what a terminal was sent, and what to send next. */
export type Painter = {
  /** What to send now that the picture is `next`; empty for nothing. */
  paint(next: Frame): string;
  /** Whatever was sent, the terminal may show something else now. */
  forget(): void;
  /** More of the newest picture will be sent after a while, without another one. */
  readonly isWaiting: boolean;
  /** Nothing is to be sent after a while any more. */
  close(): void;
};

/** Shorter updates reach the terminal in one piece anyway. */
const WORTH_SYNCHRONIZING_BYTES = 96;

const BEGIN_UPDATE = '\u001B[?2026h';
const END_UPDATE = '\u001B[?2026l';

/** Updates are put between the marks of mode 2026, which many terminals show in one go, where `isSynchronized`. */
export function cellPainter(abilities: Abilities & { readonly isSynchronized: boolean }): Painter {
  let shown: Frame | undefined;
  return {
    paint(next) {
      const update = frameDifference(shown, next, abilities);
      shown = next;
      const isMarked = abilities.isSynchronized && update.length > WORTH_SYNCHRONIZING_BYTES;
      return isMarked ? `${BEGIN_UPDATE}${update}${END_UPDATE}` : update;
    },
    forget() {
      shown = undefined;
    },
    isWaiting: false,
    close() {},
  };
}
