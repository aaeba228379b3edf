/** What the preferences tab needs from outside. */
import type { QuestionParts } from '../../../../api/question.ts';
import type { NotificationType } from '../../../../api/records/replies.ts';
import type { JournalAccess } from '../../../../storage/journal/profile-journal.ts';
import type { Slice } from '../../../state/slice.ts';
import type { PreferencesState } from './state.ts';

export type PreferencesNeeds = QuestionParts & {
  readonly slice: Slice<PreferencesState>;
  readonly journal: () => JournalAccess;
  readonly timeZone: string;
  /** Columns and rows that the tab has. */
  readonly screen: () => { readonly width: number; readonly height: number };
  /** The user whom the key belongs to, where profile, environment or service say. */
  readonly userId: () => number | undefined;
  /** Types that stand in the grid without having a setting. */
  readonly offered: () => readonly string[];
  /** What the service says of types. */
  readonly types: () => readonly NotificationType[];
  /** A type was typed that shall be offered from now on. */
  readonly remember: (type: string) => void;
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  /** Says why something could not be done. */
  readonly refuse: (reason: string) => void;
};
