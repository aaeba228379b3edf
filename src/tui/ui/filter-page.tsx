/** What stands over a list for its filter line: what it can say, the search of earlier lines, or the whole of a long one. */
import type { ReactNode } from 'react';
import { WORD_LANGUAGE } from '../state/language-help.ts';
import type { List } from '../state/list.ts';
import { FilterHistoryPage } from './filter-history-page.tsx';
import type { LanguageText } from './language-lines.ts';
import { LanguagePage } from './language-page.tsx';
import type { PiecesOf, Span } from './line-pieces.ts';
import { WholeFilterPage } from './whole-filter-page.tsx';

const WORDS: LanguageText = { sections: WORD_LANGUAGE };

/** The page in `width` by `height` cells; undefined while the list itself is seen. Without `languageOf` the line takes words. */
export const filterPage = (
  { editing, whole, filter, language }: Pick<List<unknown>, 'editing' | 'whole' | 'filter' | 'language'>,
  piecesOf: PiecesOf,
  problems: readonly Span[],
  size: { readonly width: number; readonly height: number },
  languageOf: () => LanguageText = () => WORDS,
): ReactNode | undefined => {
  if (language !== undefined) return <LanguagePage help={language} text={languageOf()} {...size} />;
  if (editing?.history !== undefined) return <FilterHistoryPage search={editing.history} {...size} />;
  if (whole === undefined || editing !== undefined) return undefined;
  const { text } = filter;
  return <WholeFilterPage text={text} pieces={piecesOf(text)} problems={problems} top={whole.top} {...size} />;
};
