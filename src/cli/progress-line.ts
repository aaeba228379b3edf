/** The line of progress at the end of stderr, and the messages that come before it. Pure but for what it is given. */

/** Takes away the line that the cursor stands in. */
const LINE_AWAY = '\r\u001b[K';

type ProgressLine = {
  /** Shows `text`, of less than a line, in place of what is shown; an empty one takes it away. */
  readonly show: (text: string) => void;
  /** Writes whole lines; what is shown stands below them again. */
  readonly writeAbove: (lines: string) => void;
};

/** The line of a terminal that `write` writes to. */
export const createProgressLine = (write: (text: string) => void): ProgressLine => {
  let shown = '';
  return {
    show: (text) => {
      if (text !== shown) write(`${LINE_AWAY}${text}`);
      shown = text;
    },
    writeAbove: (lines) => write(shown === '' ? lines : `${LINE_AWAY}${lines}${shown}`),
  };
};
