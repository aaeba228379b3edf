/** What a page of the notifications pane is, as one value, and the one bag that the pages take what they need from. */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { NotificationType } from '../../../api/records/replies.ts';
import type { Layer } from '../../keys/binding.ts';
import type { SavedWords } from '../../state/resume.ts';
import { partChanged, partOf, type Slice } from '../../state/slice.ts';
import type { Segment, Size } from '../../ui/segments.ts';
import type { Needs, Place, Preview } from '../pane.ts';
import type { NotificationsState, TabName } from './state.ts';

/** `screen` is what is left below the titles of the pages. */
export type NotificationsNeeds = Needs & {
  /** Why nothing may be sent; undefined when it may. */
  readonly refusal: () => string | undefined;
  /** Types that can be picked, and that stand in the grid without having a setting. */
  readonly offered: () => readonly string[];
  /** What the service says of types. */
  readonly types: () => readonly NotificationType[];
  /** Whether the webhooks channel of a type is on, as far as the preferences are known here. */
  readonly isTypeOn: () => (type: string) => boolean | undefined;
  /** A type was typed that shall be offered from now on. */
  readonly remember: (type: string) => void;
  /** Somebody looks at what the preferences tell: they are asked for, unless they were before. */
  readonly askPreferences: () => void;
  /** They have changed from here: they are asked for anew where that can be done. */
  readonly preferencesChanged: () => void;
};

/** A page at work; what is left out has nothing to do. */
export type RunningTab = {
  /** The key layers in force while it is open, innermost first. */
  readonly layers: () => readonly Layer[];
  /** It is seen: what it was not asked for before is asked for. */
  readonly open: () => void;
} & Partial<{
  /** It is not seen any more: what failed is not tried again by itself. */
  readonly leave: () => void;
  /** Reads the journal anew. */
  readonly read: () => void;
  /** The journal was read at the user's wish: the service is asked again too. */
  readonly askAgain: () => void;
  readonly resize: () => void;
  /** Another service or key is in use. */
  readonly serviceChanged: () => void;
  /** Alerts have fired. */
  readonly alertsFired: () => void;
  /** The settings have changed from here. */
  readonly changedHere: () => void;
  /** Asked before the program, its service or its session is left: why that has to wait. */
  readonly holdBack: () => string | undefined;
  /** What keeps it from being left half way while something is sent from it, as of any page. */
  readonly stopLayers: () => readonly Layer[];
  readonly quitLayers: () => readonly Layer[];
  readonly refusalToLeave: () => string | undefined;
  /** The secret in the clear while the user has it revealed. For the view alone: it must be kept nowhere. */
  readonly revealedSecret: () => string | undefined;
}>;

/** What a later run resumes of a page that was read. */
type ReadBack = { readonly words: SavedWords; readonly resumed: (state: NotificationsState) => NotificationsState };

/** What every page says in the same way. */
type TabFace = {
  readonly title: string;
  /** True where the journal is read at a key. */
  readonly isJournaled?: true;
  /** True where nothing is sent to the service, so that what speaks against it is not said. */
  readonly isLocal?: true;
  /** A line below the titles. */
  readonly note?: (state: NotificationsState) => string;
  /** What the footer says of it, and what it is waiting for; absent: what the pane says. */
  readonly footnote?: (state: NotificationsState) => readonly Segment[];
  readonly status?: (state: NotificationsState) => readonly Segment[];
  /** What must not wait for a pause in typing to be saved. */
  readonly step?: (state: NotificationsState) => unknown;
  readonly draw: (state: NotificationsState, place: Place) => ReactNode;
  /** Absent where it has no rows that a cursor rests on. */
  readonly preview?: Preview<NotificationsState>;
};

/** What a page that shows notification types is drawn from; `types` is what the service says of them. */
export type ShowingTypes<State> = Size &
  Pick<NotificationsState, 'offered'> &
  Required<Pick<NotificationsState, 'types'>> & { readonly state: State; readonly timeZone: string };

/** A page in the list of the pane. */
export type Tab = TabFace & {
  readonly name: TabName;
  readonly create: (slice: Slice<NotificationsState>, needs: NotificationsNeeds) => RunningTab;
  readonly saved?: { readonly schema: z.ZodType<ReadBack>; readonly of: (state: NotificationsState) => unknown };
};

/** The page of this name, whose part of the state has the same. */
export const tabOf = <Name extends TabName, Content>(
  name: Name,
  {
    create,
    saved,
    ...face
  }: TabFace & {
    readonly create: (slice: Slice<NotificationsState[Name]>, needs: NotificationsNeeds) => RunningTab;
    readonly saved?: {
      readonly schema: z.ZodType<Content>;
      readonly of: (part: NotificationsState[Name]) => unknown;
      readonly resumed: (part: NotificationsState[Name], saved: Content) => NotificationsState[Name];
      readonly words: (saved: Content) => SavedWords;
    };
  },
): Tab => {
  return {
    ...face,
    name,
    create: (slice, needs) => create(partOf(slice, name), needs),
    ...(saved && {
      saved: {
        of: (state) => saved.of(state[name]),
        schema: saved.schema.transform((content) => ({
          words: saved.words(content),
          resumed: (state) => partChanged(state, name, (part) => saved.resumed(part, content)),
        })),
      },
    }),
  };
};
