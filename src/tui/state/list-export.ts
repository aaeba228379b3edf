/** The form that asks for the file to which rows of a list are written. Pure. */
import { type Line, type LineEdit, lineCancelled, lineOf, lineOffered } from './line.ts';

/** The open form. */
export type Exporting = {
  readonly line: Line;
  /** Why the last try was not taken. */
  readonly problem?: string;
  /** A file that is there already, and that the next Enter replaces. */
  readonly replaces?: string;
  readonly isWriting?: true;
};

/** What of a list the form is a part of. */
type Exported = {
  readonly exporting?: Exporting | undefined;
  /** What was typed into the form when it was cancelled last. */
  readonly exportCancelled?: string | undefined;
};

/** The form was opened; `name` stands in it, selected. */
export const exportOpened = <Some extends Exported>(list: Some, name: string): Some => {
  const { exportCancelled: cancelled } = list;
  const line = lineOf(name);
  return { ...list, exporting: { line: lineOffered(cancelled === undefined ? line : { ...line, cancelled }) } };
};

/** The form's line changed: what was said of another name holds no more. */
export const exportEdited = <Some extends Exported>(list: Some, edit: LineEdit): Some =>
  list.exporting === undefined ? list : { ...list, exporting: { line: edit(list.exporting.line) } };

/** The rows are being written. */
export const exportBegun = <Some extends Exported>(list: Some): Some =>
  list.exporting === undefined ? list : { ...list, exporting: { line: list.exporting.line, isWriting: true } };

/** The name was not taken, or nothing could be written. */
export const exportRefused = <Some extends Exported>(list: Some, problem: string): Some =>
  list.exporting === undefined ? list : { ...list, exporting: { line: list.exporting.line, problem } };

/** There is such a file: the next Enter replaces it. */
export const exportFound = <Some extends Exported>(list: Some, file: string): Some =>
  list.exporting === undefined ? list : { ...list, exporting: { line: list.exporting.line, replaces: file } };

/** The rows were written. */
export const exportDone = <Some extends Exported>(list: Some): Some => ({ ...list, exporting: undefined });

/** The form was cancelled. */
export const exportCancelled = <Some extends Exported>(list: Some): Some => {
  if (list.exporting === undefined) return list;
  const { cancelled } = lineCancelled(list.exporting.line);
  return { ...list, exporting: undefined, ...(cancelled !== undefined && { exportCancelled: cancelled }) };
};
