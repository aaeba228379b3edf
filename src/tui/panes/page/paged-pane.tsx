/**
 * A pane whose pages are panes of their own, one behind the other: `]` turns to the next one. Keys, drawing, saving and what is heard
 * of the program are those of the page that is open, or of all of them, as the case may be.
 */

import { z } from 'zod';
import { bind, inFooter } from '../../keys/binding.ts';
import { type Resume, resumedInPart, type SavedWords } from '../../state/resume.ts';
import { partOf } from '../../state/slice.ts';
import { CutColumn, SegmentLine } from '../../ui/segment-line.tsx';
import { below, pageTabsFitting } from '../../ui/segments.ts';
import { nothingComesBack, type Pane, type PaneNeeds, type PaneStart, type RunningPane, staysHere } from '../pane.ts';

/** The pages by name, in the order in which `]` turns to them: the title of each, and the pane that it is. */
type Pages<States> = { readonly [Name in keyof States]: { readonly title: string; readonly pane: Pane<States[Name]> } };

/** What such a pane keeps: which page is open, and the state of each. */
type PagedState<States> = { readonly page: keyof States & string; readonly parts: States };

/** One of them with what it keeps among that of all. */
type InPane<States> = {
  readonly name: keyof States & string;
  readonly title: string;
  readonly calls: Pane<States>['calls'];
  readonly initial: (start: PaneStart) => unknown;
  readonly create: (needs: PaneNeeds<PagedState<States>>) => RunningPane;
  readonly face: Pane<States>['face'];
  readonly machines: Pane<States>['machines'];
  readonly resume: Resume<States>;
};

/** Lines of the titles. */
const TITLES = 1;

/** Builds the pane; `owner` is what the ids of its keys begin with. It opens with `first`, whose rows alone tell of machines. */
export const pagedPane = <States extends object>(
  owner: string,
  first: keyof States & string,
  pages: Pages<States>,
): Pane<PagedState<States>> => {
  const list = listOf(pages);
  const openIn = ({ page }: Pick<PagedState<States>, 'page'>) => list.find(({ name }) => name === page);
  const { machines } = inPane(first, pages[first]);
  return {
    initial: (start) => ({
      page: first,
      // Each page has given what it keeps under its name.
      parts: Object.fromEntries(list.map(({ name, initial }) => [name, initial(start)])) as States,
    }),
    goesAlong: staysHere,
    comesBack: nothingComesBack,
    create: (needs) => createPaged(owner, first, list, needs),
    face: {
      page: ({ page, parts }, place) => {
        const open = list.findIndex(({ name }) => name === page);
        return (
          <CutColumn height={place.height}>
            <SegmentLine
              {...pageTabsFitting(
                list.map(({ title }) => title),
                open,
                place.width,
              )}
              width={place.width}
            />
            {list[open]?.face.page(parts, { ...place, height: place.height - TITLES })}
          </CutColumn>
        );
      },
      preview: (state) => openIn(state)?.face.preview(state.parts),
      footnote: (state, width) => openIn(state)?.face.footnote(state.parts, width) ?? [],
      status: (state, timeZone) => openIn(state)?.face.status(state.parts, timeZone) ?? [],
      words: [...new Set(list.flatMap(({ face }) => face.words))],
    },
    calls: list.flatMap(({ calls }) => calls),
    machines: {
      ...machines,
      rows: ({ parts }) => machines.rows(parts),
      hostRows: ({ parts }) => machines.hostRows(parts),
      words: ({ parts }) => machines.words(parts),
    },
    resume: resumeOf(first, list),
  };
};

const listOf = <States extends object>(pages: Pages<States>): readonly InPane<States>[] => {
  const list: InPane<States>[] = [];
  for (const name in pages) list.push(inPane<States, typeof name>(name, pages[name]));
  return list;
};

const inPane = <States extends object, Name extends keyof States & string>(
  name: Name,
  { title, pane }: Pages<States>[Name],
): InPane<States> => {
  const { face, machines } = pane;
  return {
    name,
    title,
    calls: pane.calls,
    initial: pane.initial,
    create: (needs) =>
      pane.create({
        ...needs,
        slice: partOf(partOf(needs.slice, 'parts'), name),
        screen: () => below(needs.screen(), TITLES),
      }),
    face: {
      page: (parts, place) => face.page(parts[name], place),
      preview: (parts) => face.preview(parts[name]),
      footnote: (parts, width) => face.footnote(parts[name], width),
      status: (parts, timeZone) => face.status(parts[name], timeZone),
      words: face.words,
    },
    machines: {
      ...machines,
      rows: (parts) => machines.rows(parts[name]),
      hostRows: (parts) => machines.hostRows(parts[name]),
      words: (parts) => machines.words(parts[name]),
    },
    resume: resumedInPart(
      pane.resume,
      (parts: States) => parts[name],
      (parts, part) => ({ ...parts, [name]: part }),
    ),
  };
};

/** The pages at work, and the keys that turn them. */
const createPaged = <States extends object>(
  owner: string,
  first: keyof States & string,
  list: readonly InPane<States>[],
  needs: PaneNeeds<PagedState<States>>,
): RunningPane => {
  const { slice } = needs;
  const all = list.map(({ name, create }) => ({ name, ...create(needs) }));
  const current = () => all.find(({ name }) => name === slice.get().page);
  const each = (event: 'leave' | 'serviceChanged' | 'resize' | 'readJournal' | 'resumed') => () => {
    for (const page of all) page[event]();
  };
  const turning = (to: 1 | -1 | (keyof States & string)) => () => {
    current()?.leave();
    slice.change((state) => {
      const place = list.findIndex(({ name }) => name === state.page);
      const next = typeof to === 'string' ? to : list.at((place + to) % list.length)?.name;
      return { ...state, page: next ?? first };
    });
    current()?.open();
  };
  const turns = [
    bind(`${owner}.tab`, [']'], 'next page', 'Look', turning(1), inFooter),
    bind(`${owner}.previous-tab`, ['['], 'previous page', 'Look', turning(-1)),
    // For the palette alone, which finds a page by its title.
    ...list.map(({ name, title }) => bind(`${owner}.to-${name}`, [], title.toLowerCase(), 'Look', turning(name))),
  ];
  const leave = bind(`${owner}.leave-tab`, ['escape', 'q'], 'back', 'Look', turning(first));
  const guards = all.map((page) => page.guards);
  return {
    layers: () => {
      const layers = current()?.layers() ?? [];
      if (layers.some(({ isModal }) => isModal)) return layers;
      return [...layers, { bindings: slice.get().page === first ? turns : [...turns, leave] }];
    },
    open: () => current()?.open(),
    leave: each('leave'),
    serviceChanged: each('serviceChanged'),
    resize: each('resize'),
    readJournal: each('readJournal'),
    resumed: each('resumed'),
    hears: {
      callEnded: (exchange) => {
        for (const { hears } of all) hears.callEnded?.(exchange);
      },
      heldWanted: () => {
        for (const { hears } of all) hears.heldWanted?.();
      },
      instanceRented: (id) => {
        for (const { hears } of all) hears.instanceRented?.(id);
      },
      rowSought: (key) => current()?.hears.rowSought?.(key),
    },
    guards: {
      layersInFront: () => guards.flatMap(({ layersInFront }) => layersInFront()),
      layersBehind: () => guards.flatMap(({ layersBehind }) => layersBehind()),
      refusalToLeave: () => guards.map(({ refusalToLeave }) => refusalToLeave()).find((reason) => reason !== undefined),
      holdBack: () => guards.some(({ holdBack }) => holdBack()),
    },
    revealedSecret: () => current()?.revealedSecret(),
  };
};

const savedPages = z.object({ page: z.string(), parts: z.record(z.string(), z.unknown()) });

/** What `first` saves stands where it stood as long as it was all of the pane; what the others do is beside it. */
const resumeOf = <States extends object>(
  first: keyof States & string,
  list: readonly InPane<States>[],
): Resume<PagedState<States>> => {
  const saving = list.flatMap(({ name, resume }) => ('saved' in resume ? [{ name, ...resume }] : []));
  const steps = (state: PagedState<States>) => [state.page, ...saving.flatMap((page) => page.steps(state.parts))];
  return {
    isWriting: saving.some(({ isWriting }) => isWriting),
    saved: ({ page, parts }) => {
      const own = saving.map(({ name, saved }) => ({ name, saved: saved(parts) }));
      return {
        ...(own.find(({ name }) => name === first)?.saved ?? {}),
        page,
        parts: Object.fromEntries(own.flatMap(({ name, saved }) => (name === first ? [] : [[name, saved]]))),
      };
    },
    steps,
    read: (content) => {
      // An earlier program had the first page alone.
      const { data } = savedPages.safeParse(content);
      const back = saving.flatMap(({ name, read }) => read(name === first ? content : data?.parts[name]) ?? []);
      if (back.length === 0) return undefined;
      const words: SavedWords = {
        work: back.flatMap((part) => part.words.work),
        place: back.flatMap((part) => part.words.place),
      };
      return {
        words,
        resumed: ({ page, parts }) => ({
          page: list.find(({ name }) => name === data?.page)?.name ?? page,
          parts: back.reduce((before, part) => part.resumed(before), parts),
        }),
      };
    },
  };
};
