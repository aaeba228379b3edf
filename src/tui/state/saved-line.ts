/** How a line is saved for a later run, and read back. Pure. */
import { z } from 'zod';
import { type Line, lineOf } from './line.ts';

/**
 * A line as it is saved: the text, the place in it, what Esc brings back while it is open, and what was cancelled. Of some
 * lines older programs have saved the text alone.
 */
export const savedLine = z
  .union([
    z.string().transform(lineOf),
    z.object({
      text: z.string(),
      at: z.int().min(0),
      before: z.string().optional(),
      cancelled: z.string().optional(),
    }),
  ])
  .transform(({ text, at, before, cancelled }) => lineWith({ text, at: Math.min(at, text.length) }, before, cancelled));

/** What is saved of a line. */
export const lineSaved = ({ text, at, before, cancelled }: Line): z.input<typeof savedLine> =>
  lineWith({ text, at }, before, cancelled);

const lineWith = (line: Line, before: string | undefined, cancelled: string | undefined): Line => ({
  ...line,
  ...(before !== undefined && { before }),
  ...(cancelled !== undefined && { cancelled }),
});
