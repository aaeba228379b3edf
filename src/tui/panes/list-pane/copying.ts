/** The keys of the menu of what can be copied, the same in every fetched list, and what they do. */
import { bind, inFooter, type Layer } from '../../keys/binding.ts';
import { copyMenuClosed, copyMenuMoved, copyMenuOpened } from '../../state/over-list.ts';
import type { PaneNeeds } from '../pane.ts';
import { type CopyItem, type CopySubject, copiedAs, copyItems, copyText } from './copy-menu.ts';
import { createExporting, type ExportingNeeds } from './exporting.ts';

/** What the menu works on. */
type CopyingNeeds<Row, Query> = ExportingNeeds<Row, Query> &
  Pick<PaneNeeds<never>, 'copy' | 'refuse'> & {
    /** What is chosen now. */
    readonly subject: () => CopySubject<Row>;
  };

/** How the menu is opened and told of. */
const TOLD = {
  label: 'copy',
  help: 'copy as JSON, CSV, text, a command',
  words: ['clipboard', 'json', 'csv', 'curl', 'id'],
} as const;

/** What a list's layers need for the menu: its key, and the layer in force while it is open. */
export const createCopying = <Row, Query>(needs: CopyingNeeds<Row, Query>) => {
  const { owner, slice, subject, copy, refuse, run } = needs;
  const close = () => slice.change(copyMenuClosed);
  const move = (by: number) => slice.change((list) => copyMenuMoved(list, by, copyItems(subject()).length));

  const take = ({ id, label }: CopyItem) => {
    const taken = subject();
    close();
    run(async () => {
      const text = await copyText(taken, id);
      if (text === '') refuse(`There is nothing to copy as ${label} of ${taken.named(taken.rows.length)}.`);
      else copy(text, copiedAs(taken, id));
    });
  };

  const chosen = () => copyItems(subject())[slice.get().copying?.at ?? 0];

  const layer = (): Layer => ({
    isModal: true,
    bindings: [
      bind(
        `${owner}.copy-take`,
        ['enter'],
        'copy',
        'Copy',
        () => {
          const item = chosen();
          if (item !== undefined) take(item);
        },
        inFooter,
      ),
      bind(`${owner}.copy-down`, ['down', 'j'], 'next', 'Copy', () => move(1), inFooter),
      bind(`${owner}.copy-up`, ['up', 'k'], 'previous', 'Copy', () => move(-1)),
      ...copyItems(subject()).map((item) =>
        bind(`${owner}.copy-${item.id}`, [item.key], item.label, 'Copy', () => take(item)),
      ),
      bind(`${owner}.copy-close`, ['escape', 'q', 'ctrl-c'], 'back', 'Copy', close, inFooter),
    ],
  });

  const exporting = createExporting(needs);
  return {
    copy: { ...TOLD, run: () => slice.change(copyMenuOpened) },
    save: exporting.open,
    inFront: (): readonly Layer[] => (slice.get().copying === undefined ? exporting.inFront() : [layer()]),
  };
};
