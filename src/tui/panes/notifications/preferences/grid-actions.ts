/** The keys of the grid, and what they do: channels are switched, types added and removed, edits taken back. */
import { type Binding, bind, destructive } from '../../../keys/binding.ts';
import { listBindings } from '../../../keys/cursor.ts';
import { gridHeight } from '../measures.ts';
import { refusalToSwitchOff, toldOf } from '../told-types.ts';
import type { GridRow } from './differences.ts';
import { channelChosen, channelToggled, editUndone, rowChosen, rowFound, typeAdded, typeRemoved } from './edits.ts';
import { headLines } from './lines.ts';
import type { PreferencesNeeds } from './needs.ts';
import { isShown, refusalToAsk } from './reading.ts';
import { channelOf } from './settings.ts';
import { changesOf, type PreferencesState, rowsOf } from './state.ts';
import { stageOpened, typingBegun } from './typing.ts';

/** What the grid's keys need from outside. */
type GridNeeds = Pick<PreferencesNeeds, 'slice' | 'timeZone' | 'screen' | 'offered' | 'types' | 'refusal'> & {
  /** Asks for the current settings. */
  readonly ask: () => void;
};

/** The grid's keys and actions. */
type GridActions = {
  readonly bindings: readonly Binding[];
  /** Adds a type and goes to its row. */
  readonly add: (type: string) => void;
};

/** Builds them. */
export const createGridActions = (needs: GridNeeds): GridActions => {
  const { slice, timeZone, screen, offered, types, refusal, ask } = needs;
  const change = (transition: (state: PreferencesState) => PreferencesState) => slice.change(transition);
  const rows = () => rowsOf(slice.get(), offered());
  const currentRow = (): GridRow | undefined => rows()[slice.get().cursor.row];
  const visibleRows = () => {
    const { width, height } = screen();
    return gridHeight(height, headLines(slice.get(), timeZone, width).length);
  };
  const defaultsOf = (type: string) => {
    const { confirmed } = slice.get();
    // A default says something only of a type that is known not to be set.
    return confirmed === undefined ? undefined : toldOf(types(), type)?.defaults;
  };
  const refusalOfRow = () =>
    refusal() ?? (currentRow() === undefined ? 'There is no type under the cursor.' : undefined);

  const toggle = () => {
    const row = currentRow();
    if (row !== undefined) change((state) => channelToggled(state, row, defaultsOf(row.type)));
  };
  const refusalOfToggling = () => {
    const { channel } = slice.get();
    const row = currentRow();
    const isOn = channelOf(row?.yours, channel) === 'on';
    return row !== undefined && isOn ? refusalToSwitchOff(types(), row.type, channel) : undefined;
  };
  const remove = () => {
    const row = currentRow();
    if (row !== undefined) change((state) => typeRemoved(state, row.type));
  };

  const bindings: readonly Binding[] = [
    bind('notifications.toggle', ['space', 'enter'], 'on / off', 'Preferences', toggle, {
      isInFooter: true,
      refusal: () => refusalOfRow() ?? refusalOfToggling(),
    }),
    bind('notifications.add', ['a'], 'add a type', 'Preferences', () => change((s) => typingBegun(s, 'type')), {
      isInFooter: true,
      refusal,
    }),
    bind(
      'notifications.review',
      ['s'],
      'review and send',
      'Preferences',
      () => change((s) => stageOpened(s, 'review')),
      {
        isInFooter: true,
        refusal: () => refusal() ?? nothingToSend(slice.get()),
      },
    ),
    bind('notifications.remove', ['x'], 'remove', 'Preferences', remove, {
      ...destructive,
      refusal: () => refusalOfRow() ?? (currentRow()?.yours === undefined ? 'This type is not set.' : undefined),
    }),
    bind('notifications.ask', ['R'], 'refresh', 'Preferences', ask, {
      isInFooter: true,
      refusal: () => refusalToAsk(slice.get().reading),
    }),
    bind('notifications.undo', ['U'], 'undo', 'Preferences', () => change(editUndone), {
      isInFooter: true,
      refusal: () => (slice.get().past.length === 0 ? 'There is no edit to undo.' : undefined),
    }),
    ...listBindings('notifications', (to) =>
      change((state) => rowChosen(state, to(state.cursor, { count: rows().length, height: visibleRows() }))),
    ),
    bind('notifications.channel-left', ['left', 'h'], 'previous channel', 'Move', () =>
      change((s) => channelChosen(s, -1)),
    ),
    bind('notifications.channel-right', ['right', 'l'], 'next channel', 'Move', () =>
      change((s) => channelChosen(s, 1)),
    ),
  ];

  return {
    bindings,
    add: (type) => {
      change((state) => typeAdded(state, type, defaultsOf(type)));
      const found = rows().findIndex((row) => row.type === type);
      change((state) => rowFound(state, found, rows().length, visibleRows()));
    },
  };
};

const nothingToSend = (state: PreferencesState): string | undefined => {
  if (changesOf(state).length > 0 || state.openSinceEpochMs !== undefined) return undefined;
  return state.confirmed === undefined
    ? 'Nothing is set here yet.'
    : isShown(state.reading)
      ? 'Nothing differs from what the service has.'
      : 'Nothing differs from what the service last reported.';
};
