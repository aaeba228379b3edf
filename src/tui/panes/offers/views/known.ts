/** What the offers pane knows of views: those that are kept, the open one, and how many offers each had when it was asked for last. */
import type { KeptView, View } from '../../../../views/view.ts';

/** The views as they were read last. */
export type ViewsState = {
  readonly kept: readonly KeptView[];
  /** When that was, Unix epoch milliseconds. */
  readonly readAtEpochMs?: number | undefined;
  /** Why the folder could not be read. */
  readonly problem?: string | undefined;
  readonly open?: OpenView | undefined;
  /** By the name of the view. */
  readonly counts: Readonly<Record<string, ViewCount>>;
  /** The name that was typed last and not used. */
  readonly cancelledName?: string | undefined;
};

/** The view that the list was opened with, as it is kept; with `ownHost` its filter has that id in the place of `me`. */
export type OpenView = { readonly name: string; readonly view: View; readonly ownHost?: number | undefined };

/** How many offers a view showed, whether there may be more, and when that was (Unix epoch milliseconds). */
type ViewCount = { readonly shown: number; readonly isCut: boolean; readonly atEpochMs: number };

/** Before any was read. */
export const NO_VIEWS: ViewsState = { kept: [], counts: {} };

/** The views that can be opened, in their order. */
export const openableViews = ({ kept }: ViewsState): readonly Extract<KeptView, { view: View }>[] =>
  kept.filter((view) => 'view' in view);
