/** Keeps the page of the row that was laid out last: that takes milliseconds and is asked for at each key that scrolls. */
import type { RecordLine } from '../../ui/record-lines.ts';
import type { ListPlace } from './description.ts';

type Lines<Row> = (row: Row, place: ListPlace) => readonly RecordLine[];

/** `lines` with its last answer kept, and no other: a page may take ten times the room of its row. */
export const lastPageKept = <Row>(lines: Lines<Row>): Lines<Row> => {
  let last: { readonly row: Row; readonly place: ListPlace; readonly lines: readonly RecordLine[] } | undefined;
  return (row, place) => {
    if (last?.row !== row || !isSame(last.place, place)) last = { row, place, lines: lines(row, place) };
    return last.lines;
  };
};

const isSame = (one: ListPlace, other: ListPlace): boolean =>
  one.width === other.width &&
  one.timeZone === other.timeZone &&
  one.answeredAtEpochMs === other.answeredAtEpochMs &&
  one.beside === other.beside;
