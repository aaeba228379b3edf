/**
 * The views of the user: those of the folder of views or, while that is missing, the ones that there are at first. What cannot
 * be read is told and left as it is; what cannot be written comes back as a sentence.
 */
import { USUAL_SEARCH } from '../api/requests.ts';
import { messageOf } from '../base/message.ts';
import { NO_SETS, type OwnSets } from '../filter/own-sets.ts';
import { unwrittenWords } from '../storage/files/typed-file.ts';
import type { ViewFiles } from '../storage/files/view-files.ts';
import type { KeptView, View } from './view.ts';
import {
  isSameName,
  nameProblem,
  noSuchView,
  readViewText,
  tidyName,
  type ViewReading,
  viewText,
} from './view-text.ts';

const starter = (name: string, view: Pick<View, 'filter' | 'order'>): KeptView & { readonly view: View } => ({
  name,
  view: {
    type: USUAL_SEARCH.type,
    storageGb: USUAL_SEARCH.allocatedStorageGb,
    limit: USUAL_SEARCH.limit,
    ...view,
  },
});

/** In the order in which they are shown, which is that of their names. Who has a set of machines called mine means those by it. */
const startersFor = ({ members }: Pick<OwnSets, 'members'>): readonly ReturnType<typeof starter>[] => {
  const hasMine = members.mine?.length && members.mine.every((id) => typeof id === 'number');
  return [
    starter('8-GPU machines in datacenters', { filter: 'num_gpus=8 datacenter', order: [['dph_total', 'asc']] }),
    starter('cheap single GPUs', { filter: 'num_gpus=1 reliability>=98%', order: [['dph_total', 'asc']] }),
    starter('mine', {
      filter: `${hasMine ? 'machine_id in @mine' : 'host_id=me'} verified=any rentable=any rented=any cpu_arch=any`,
      order: [['machine_id', 'asc']],
    }),
  ];
};

/** Views that are read at the most: a folder that is full of other things does not hold the program up. */
const MOST_VIEWS = 200;

/** The views. Names are compared without letter case. */
export type Views = {
  /** All of them by name, and what of the folder cannot be read. Each call reads the folder anew. */
  readonly list: () => { readonly kept: readonly KeptView[]; readonly problem?: string };
  /** The view of that name, or why it cannot be had. */
  readonly find: (name: string) => (KeptView & { readonly view: View }) | { readonly problem: string };
  /** The text of the view of that name as it is kept, comments included; its text may have an error. */
  readonly textOf: (name: string) => { readonly text: string } | { readonly problem: string };
  /** Keeps a view under a name, with `isReplacing` in place of the one that has it. Comments in its file stay. */
  readonly keep: (name: string, view: View, options: { readonly isReplacing: boolean }) => string | undefined;
  /** The same with the text of a view, which is kept as it is. */
  readonly takeOver: (name: string, text: string, options: { readonly isReplacing: boolean }) => string | undefined;
  /** Gives the view another name that no other has. */
  readonly rename: (name: string, to: string) => string | undefined;
  readonly remove: (name: string) => string | undefined;
};

/** The views that `files` hold; what they are at first depends on the `sets` of the user. */
export const createViews = (files: ViewFiles, sets: () => OwnSets = () => NO_SETS): Views => {
  const starters = () => startersFor(sets());

  const names = (): readonly string[] =>
    // Comparing as people do takes 7 ms the first time.
    files
      .names()
      ?.toSorted((a, b) => a.localeCompare(b))
      .slice(0, MOST_VIEWS) ?? starters().map(({ name }) => name);

  const textOf = (name: string): string => {
    const starter = files.names() === undefined ? starters().find((other) => other.name === name) : undefined;
    return starter === undefined ? files.read(name) : viewText(starter.view);
  };

  const read = (name: string): KeptView => {
    try {
      const reading = readViewText(textOf(name));
      return 'view' in reading
        ? { name, view: reading.view }
        : { name, problem: problemWords(files.fileOf(name), reading) };
    } catch (error) {
      return { name, problem: unreadWords(error, files.fileOf(name)) };
    }
  };

  /** The name as it is kept that `name` means, or that there is none. */
  const known = (name: string): { readonly name: string } | { readonly problem: string } => {
    const all = names();
    const found = all.find((other) => other === name) ?? all.find((other) => isSameName(other, name));
    return found === undefined ? { problem: noSuchView(tidyName(name), all) } : { name: found };
  };

  /** Those that there are at first become files, so that one of them can be changed or go. */
  const settle = () => {
    if (files.names() !== undefined) return;
    for (const { name, view } of starters()) files.create(name, viewText(view));
  };

  const written = (name: string, write: () => string | undefined): string | undefined => {
    try {
      settle();
      return write();
    } catch (error) {
      return unwrittenWords(error, files.fileOf(name));
    }
  };

  /** Keeps the text that `textFor` makes of the former one, which is readable. */
  const kept = (typed: string, textFor: (former?: string) => string, isReplacing: boolean): string | undefined => {
    const name = tidyName(typed);
    const problem = nameProblem(name);
    if (problem !== undefined) return problem;
    return written(name, () => {
      const found = names().find((other) => isSameName(other, name));
      if (found === undefined) {
        const text = textFor();
        const unreadable = unreadableText(text);
        if (unreadable === undefined) files.create(name, text);
        return unreadable;
      }
      if (!isReplacing) return alreadyThere(found);
      const before = read(found);
      if ('problem' in before) return `${before.problem} It is left as it is: mend it, or choose another name.`;
      const text = textFor(textOf(found));
      const unreadable = unreadableText(text);
      if (unreadable === undefined) files.replace(found, text);
      return unreadable;
    });
  };

  return {
    list: () => {
      try {
        return { kept: names().map(read) };
      } catch (error) {
        return { kept: [], problem: unreadWords(error, files.fileOf('')) };
      }
    },
    find: (name) => {
      try {
        const found = known(name);
        return 'problem' in found ? found : read(found.name);
      } catch (error) {
        return { problem: unreadWords(error, files.fileOf(name)) };
      }
    },
    textOf: (name) => {
      try {
        const found = known(name);
        return 'problem' in found ? found : { text: textOf(found.name) };
      } catch (error) {
        return { problem: unreadWords(error, files.fileOf(name)) };
      }
    },
    keep: (name, view, { isReplacing }) => kept(name, (former) => viewText(view, former), isReplacing),
    takeOver: (name, text, { isReplacing }) => kept(name, () => text, isReplacing),
    rename: (name, typed) => {
      const to = tidyName(typed);
      const problem = nameProblem(to);
      if (problem !== undefined) return problem;
      return written(to, () => {
        const found = known(name);
        if ('problem' in found) return found.problem;
        if (found.name === to) return undefined;
        const other = names().find((candidate) => candidate !== found.name && isSameName(candidate, to));
        if (other !== undefined) return alreadyThere(other);
        files.rename(found.name, to);
        return undefined;
      });
    },
    remove: (name) =>
      written(name, () => {
        const found = known(name);
        if ('problem' in found) return found.problem;
        files.remove(found.name);
        return undefined;
      }),
  };
};

const alreadyThere = (name: string): string => `There is a view "${name}" already.`;

/** What was written is what is read: a view that its text could not hold is not kept. */
const unreadableText = (text: string): string | undefined => {
  const reading = readViewText(text);
  return 'problem' in reading ? `This cannot be kept as a view: ${reading.problem}.` : undefined;
};

const problemWords = (file: string, { line, problem }: Exclude<ViewReading, { view: View }>): string =>
  `${file}, line ${line}: ${problem}${problem.endsWith('.') || problem.endsWith('?') ? '' : '.'}`;

const unreadWords = (error: unknown, file: string): string => {
  const message = messageOf(error);
  return message.startsWith(file) ? `${message}.` : `${file} cannot be read: ${message}.`;
};
