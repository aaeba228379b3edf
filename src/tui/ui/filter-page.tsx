/** What stands over a list for its filter line: the search of earlier lines, or the whole of a long one. */
import type { ReactNode } from 'react';
import type { List } from '../state/list.ts';
import { FilterHistoryPage } from './filter-history-page.tsx';
import type { PiecesOf, Span } from './line-pieces.ts';
import { WholeFilterPage } from './whole-filter-page.tsx';

/** The page in `width` by `height` cells; undefined while the list itself is seen. */
export const filterPage = (
  { editing, whole, filter }: Pick<List<unknown>, 'editing' | 'whole' | 'filter'>,
  piecesOf: PiecesOf,
  problems: readonly Span[],
  size: { readonly width: number; readonly height: number },
): ReactNode | undefined => {
  if (editing?.history !== undefined) return <FilterHistoryPage search={editing.history} {...size} />;
  if (whole === undefined || editing !== undefined) return undefined;
  const { text } = filter;
  return <WholeFilterPage text={text} pieces={piecesOf(text)} problems={problems} top={whole.top} {...size} />;
};
