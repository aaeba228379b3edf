/**
 * What lies over a pane, as one value: its keys and effects, how it is drawn, and what of it a later run resumes. A pane has a list
 * of them, from which its layers, its drawing and what it saves are derived; a further page is a file and a line of that list.
 */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Binding, Layer } from '../../keys/binding.ts';
import type { Resume } from '../../state/resume.ts';
import { partChanged, type Slice } from '../../state/slice.ts';
import type { Guards, Place } from '../pane.ts';

/** The state of a pane over which pages lie, one at a time. */
type Paged = { readonly page?: { readonly kind: string } | undefined };

/** What is drawn of it. */
export type Drawn<State, Open> = { readonly page: Open; readonly state: State } & Place;

/** The page to its keys. */
export type PageSite<State, Open> = {
  readonly state: () => State;
  /** The page, while it is the one that is open. */
  readonly page: () => Open | undefined;
  /** Changes it, while it is open. */
  readonly change: (transition: (page: Open, state: State) => Open) => void;
  /** Opens it as this, in place of any other. */
  readonly show: (page: Open) => void;
  readonly close: () => void;
};

/** A page at work; what is left out has nothing to do. */
export type RunningPage<Open> = {
  /** The keys that open it, in force behind the pane's own. */
  readonly openers: readonly Binding[];
  /** The layers in force while it is open, innermost first. */
  readonly layers: (page: Open) => readonly Layer[];
} & Partial<PageEvents>;

/** What happens around it. */
type PageEvents = {
  /** Another service is in use. */
  readonly serviceChanged: () => void;
  /** The pane was opened. */
  readonly open: () => void;
  /** Another pane was opened. */
  readonly leave: () => void;
  /** An earlier run has left the page: what it shows is asked for. */
  readonly resumed: () => void;
  /** Why the service must not be left now; undefined when it may. */
  readonly refusalToLeave: () => string | undefined;
  /** What Ctrl-C means in every pane while something is sent from here, and what keeps the program from being quit meanwhile. */
  readonly stopLayers: () => readonly Layer[];
  readonly quitLayers: () => readonly Layer[];
  /** What it shows in the clear and keeps nowhere. */
  readonly revealedSecret: () => string | undefined;
};

/** What is being typed there, and which page it is, in words. */
type OpenWords = { readonly typed: readonly string[]; readonly open: readonly string[] };

/** A page in the list of its pane. */
export type Page<State, Needs> = {
  readonly create: (
    slice: Slice<State>,
    needs: Needs,
  ) => Omit<RunningPage<never>, 'layers'> & { readonly layers: () => readonly Layer[] | undefined };
  readonly draw: (state: State, place: Place) => ReactNode | undefined;
  /** The state with the page as it follows what lies below it, which is another than before. */
  readonly followed: (state: State) => State;
  readonly saved: (state: State) => unknown;
  readonly read: (
    saved: unknown,
  ) => { readonly words: OpenWords; readonly resumed: (state: State) => State } | undefined;
};

/** The page of these parts; `Open` is what the pane's state keeps of it. */
export const pageOf = <State extends Paged, Open extends NonNullable<State['page']>, Needs, Content = never>(parts: {
  readonly holds: (page: NonNullable<State['page']>) => page is Open;
  readonly create: (site: PageSite<State, Open>, needs: Needs) => RunningPage<Open>;
  readonly draw: (drawn: Drawn<State, Open>) => ReactNode;
  /** The page in view of what lies below it now; absent where that makes no difference. */
  readonly followed?: (page: Open, state: State) => Open;
  /** What a later run resumes; absent where that is nothing, or a part of its own of what the pane saves. */
  readonly saved?: {
    readonly schema: z.ZodType<Content>;
    readonly of: (page: Open) => unknown;
    readonly resumed: (state: State, saved: Content) => Open;
    readonly words: (saved: Content) => OpenWords;
  };
}): Page<State, Needs> => {
  const openIn = ({ page }: State): Open | undefined => (page !== undefined && parts.holds(page) ? page : undefined);
  return {
    create: (slice, needs) => {
      const running = parts.create(siteOf(slice, openIn), needs);
      return {
        ...running,
        layers: () => {
          const page = openIn(slice.get());
          return page && running.layers(page);
        },
      };
    },
    draw: (state, place) => {
      const page = openIn(state);
      return page && parts.draw({ page, state, ...place });
    },
    followed: (state) => {
      const page = openIn(state);
      return page === undefined || parts.followed === undefined
        ? state
        : { ...state, page: parts.followed(page, state) };
    },
    saved: (state) => {
      const page = openIn(state);
      return page && parts.saved?.of(page);
    },
    read: (content) => {
      const { saved } = parts;
      const read = saved?.schema.safeParse(content);
      if (saved === undefined || read?.success !== true) return undefined;
      const { data } = read;
      return {
        words: saved.words(data),
        resumed: (state) => ({ ...state, page: saved.resumed(state, data) }),
      };
    },
  };
};

const siteOf = <State extends Paged, Open extends NonNullable<State['page']>>(
  slice: Slice<State>,
  openIn: (state: State) => Open | undefined,
): PageSite<State, Open> => ({
  state: () => slice.get(),
  page: () => openIn(slice.get()),
  change: (transition) =>
    slice.change((state) => {
      const page = openIn(state);
      return page === undefined ? state : { ...state, page: transition(page, state) };
    }),
  show: (page) => slice.change((state) => ({ ...state, page })),
  close: () => slice.change((state) => (state.page === undefined ? state : { ...state, page: undefined })),
});

/** The same for one of several pages that belong together. */
export const narrowed = <State, Open, Narrow extends Open>(
  { page, change, ...site }: PageSite<State, Open>,
  is: (page: Open) => page is Narrow,
): PageSite<State, Narrow> => ({
  ...site,
  page: () => {
    const open = page();
    return open !== undefined && is(open) ? open : undefined;
  },
  change: (transition) => change((open, state) => (is(open) ? transition(open, state) : open)),
});

/** All pages of a pane at work. */
type RunningPages = Omit<PageEvents, keyof Guarding> & {
  readonly openers: Layer;
  readonly layers: () => readonly Layer[];
  readonly guards: Guards;
};

/** What something has that sends and must not be left half done. */
type Guarding = Pick<PageEvents, 'stopLayers' | 'quitLayers' | 'refusalToLeave'>;

/** What keeps the user from leaving a pane, of all that may send from there. */
export const guardsOf = (all: readonly Partial<Guarding>[]): Guards => ({
  layersInFront: () => all.flatMap(({ stopLayers }) => stopLayers?.() ?? []),
  layersBehind: () => all.flatMap(({ quitLayers }) => quitLayers?.() ?? []),
  refusalToLeave: () => all.map(({ refusalToLeave }) => refusalToLeave?.()).find((words) => words !== undefined),
  holdBack: () => false,
});

/** Builds them. */
export const createPages = <State extends Paged, Needs>(
  pages: readonly Page<State, Needs>[],
  slice: Slice<State>,
  needs: Needs,
): RunningPages => {
  const running = pages.map((page) => page.create(slice, needs));
  const all = (event: 'serviceChanged' | 'open' | 'leave' | 'resumed') => () => {
    for (const page of running) page[event]?.();
  };
  return {
    openers: { bindings: running.flatMap(({ openers }) => openers) },
    layers: () => running.map(({ layers }) => layers()).find((found) => found !== undefined) ?? [],
    serviceChanged: all('serviceChanged'),
    open: all('open'),
    leave: all('leave'),
    resumed: all('resumed'),
    guards: guardsOf(running),
    revealedSecret: () => running.map((page) => page.revealedSecret?.()).find((secret) => secret !== undefined),
  };
};

/** The page that is open, drawn. */
export const drawnOver = <State, Needs>(pages: readonly Page<State, Needs>[], state: State, place: Place): ReactNode =>
  pages.map((page) => page.draw(state, place)).find((drawn) => drawn !== undefined);

/** The state with the page that is open as it follows what lies below it. */
export const followedOver = <State, Needs>(pages: readonly Page<State, Needs>[], state: State): State =>
  pages.reduce((next, page) => page.followed(next), state);

/** The list of a pane as a slice: what lies over it follows other rows. */
export const listUnder = <State extends { readonly list: { readonly list: { readonly rows: unknown } } }, Needs>(
  pages: readonly Page<State, Needs>[],
  { get, change }: Slice<State>,
): Slice<State['list']> => ({
  get: () => get().list,
  change: (transition) =>
    change((state) => {
      const next = partChanged(state, 'list', transition);
      return next.list.list.rows === state.list.list.rows ? next : followedOver(pages, next);
    }),
});

/** What the pane saves of the page that is open, and how that comes back; what is not understood is left out. */
export const savedOver = <State extends Paged, Needs>(pages: readonly Page<State, Needs>[]) => {
  const read = (saved: unknown) => pages.map((page) => page.read(saved)).find((found) => found !== undefined);
  return {
    saved: (state: State): unknown => pages.map((page) => page.saved(state)).find((found) => found !== undefined),
    resumed: (state: State, saved: unknown): State => read(saved)?.resumed(state) ?? state,
    words: (saved: unknown): OpenWords => read(saved)?.words ?? { typed: [], open: [] },
  };
};

/** How a pane is saved and resumed with the page that is open, where that is all that its list, saved as `below`, has over it. */
export const resumedWithPage = <State extends Paged, Needs>(
  below: Resume<State>,
  pages: readonly Page<State, Needs>[],
): Resume<State> => {
  if ('nothingSaved' in below) return below;
  const over = savedOver(pages);
  return {
    ...below,
    saved: (state) => ({ ...Object(below.saved(state)), over: over.saved(state) }),
    steps: (state) => [...below.steps(state), state.page?.kind],
    read: (content) => {
      const back = below.read(content);
      const page: unknown = Object(content).over;
      const { typed, open } = over.words(page);
      return (
        back && {
          words: { work: [...typed, ...back.words.work], place: [...back.words.place, ...open] },
          resumed: (state) => over.resumed(back.resumed(state), page),
        }
      );
    },
  };
};
