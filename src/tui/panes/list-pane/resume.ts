/** What of a list pane a later run resumes: the list without its rows. */

import { listResumed, listSaved, listWords, type Resume, resumedBy, savedList } from '../../state/resume.ts';
import type { ListRow } from '../../state/row-words.ts';

import type { ListDescription } from './description.ts';
import { kindOf, type ListPaneState } from './state.ts';

/** Words, order and marks, and the row where the user was. */
export const listResume = <Row extends ListRow, Item, State extends ListPaneState<Row>>(
  description: ListDescription<Row, Item>,
): Resume<State> => {
  const kind = kindOf(description);
  return resumedBy({
    isWriting: false,
    schema: savedList,
    saved: ({ list }: State) => listSaved(list, kind),
    steps: () => [],
    words: (saved) => listWords(saved, description.noun),
    resumed: (state: State, saved) => ({ ...state, list: listResumed(state.list, saved, kind) }),
  });
};
