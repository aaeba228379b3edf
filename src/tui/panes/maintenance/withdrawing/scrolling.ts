/** The keys that scroll the pages of a withdrawal. */
import type { Binding } from '../../../keys/binding.ts';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { scrollKeys } from '../scroll-keys.ts';
import { FOOT_LINES, TITLE_LINES, withdrawingLines } from './lines.ts';
import type { WithdrawingNeeds } from './needs.ts';
import { withdrawingScrolled } from './state.ts';

/** The keys, and how much is not in view. */
type Scrolling = {
  readonly keys: readonly Binding[];
  /** Lines below those that are in view. */
  readonly unread: () => number;
};

/** Builds them. */
export const createScrolling = ({ slice, screen, describeMachine, timeZone }: WithdrawingNeeds): Scrolling => {
  const rows = () => Math.max(1, screen().height - TITLE_LINES - FOOT_LINES - RECORD_TITLE_LINES);
  const unread = (): number => {
    const withdrawing = slice.get();
    if (withdrawing === undefined) return 0;
    const { stage } = withdrawing;
    const telling = { describe: describeMachine, timeZone };
    const { length } = withdrawingLines(withdrawing, telling, screen().width - RECORD_MARGIN);
    return Math.max(0, length - ('top' in stage ? stage.top : 0) - rows());
  };
  const scroll = (lines: number) =>
    slice.change((withdrawing) => {
      if (withdrawing === undefined) return undefined;
      const top = 'top' in withdrawing.stage ? withdrawing.stage.top : 0;
      return withdrawingScrolled(withdrawing, lines, top + unread());
    });
  return { keys: scrollKeys(() => Math.max(1, rows() - 1), scroll), unread };
};
