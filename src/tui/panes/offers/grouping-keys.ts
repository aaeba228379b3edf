/** The keys that group the table of offers, and that fold a group. */
import { keyName } from '../../../base/named-keys.ts';
import { type Binding, bind, type Layer } from '../../keys/binding.ts';
import { cursorAt } from '../../state/cursor.ts';
import { firstLine, groupLineAt, groupTurned, lineCount, lineOfRow, placeAt } from '../../state/groups.ts';
import { arranged, heightChanged } from '../../state/list.ts';
import { partOf } from '../../state/slice.ts';
import { groupingLabel, nextGrouping } from './groupings.ts';
import { type OfferList, offersArranged } from './list.ts';
import type { OffersNeeds } from './needs.ts';

/** The list grouped by another field, or by none; the cursor stays on its row, or is on the first as before. */
const regrouped = (list: OfferList, by: string | undefined, height: number): OfferList => {
  const { groups: _, ...rest } = list;
  const isAtFirst = list.cursor.row <= firstLine(list);
  const held = list.shown[placeAt(list, list.cursor.row)];
  const next = arranged(
    { ...rest, ...(by !== undefined && { groups: { by, seen: {}, lines: [] } }) },
    offersArranged(height),
    false,
  );
  const line = isAtFirst || held === undefined ? firstLine(next) : lineOfRow(next, next.shown.indexOf(held));
  return { ...next, cursor: cursorAt(next.cursor, line, { count: lineCount(next), height }) };
};

export const groupingKeys = ({ slice, height, notify }: Pick<OffersNeeds, 'slice' | 'height' | 'notify'>) => {
  const list = partOf(slice, 'list');
  const group = () => {
    const by = nextGrouping(list.get().groups?.by);
    list.change((now) => regrouped(now, by, height()));
    const next = nextGrouping(by);
    const again = `${keyName('offers.group')} again: ${next === undefined ? 'not grouped' : `by ${groupingLabel(next)}`}.`;
    notify(
      by === undefined
        ? 'Not grouped any more.'
        : `Grouped by ${groupingLabel(by)}: Enter on a band folds it. ${again}`,
    );
  };
  const fold = () => list.change((now) => heightChanged(groupTurned(now), height()));
  return {
    find: bind('offers.group', ['#'], 'group', 'Find', group, {
      isInFooter: true,
      refusal: () => (list.get().shown.length === 0 ? 'There is no offer to group.' : undefined),
      help: 'groups by model, count, country ...',
      words: ['group by', 'together', 'bands', 'fold', 'overview'],
    }),
    /**
     * `layers`, of which the key that opens a row folds a group while the cursor is on what stands between groups. It is called the same:
     * a footer that changes costs more than the step of the cursor.
     */
    onLines: (layers: readonly Layer[]): readonly Layer[] => {
      if (groupLineAt(list.get(), list.get().cursor.row) === undefined) return layers;
      const folding = ({ refusal: _, ...binding }: Binding): Binding => ({ ...binding, run: fold });
      return layers.map(({ bindings, ...layer }) => ({
        ...layer,
        bindings: bindings.map((binding) => (binding.id === 'offers.open' ? folding(binding) : binding)),
      }));
    },
  };
};
