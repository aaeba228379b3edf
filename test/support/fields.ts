/** Every field of text in the program: the way to it, what stands in it, and how much it takes. */
import type { DeckState } from '../../src/tui/frame/deck-state.ts';
import type { Line } from '../../src/tui/state/line.ts';
import type { DeckOptions, OpenDeck } from './deck.tsx';
import { listIn } from './list-state.ts';

/** One field. */
export type TypedField = {
  readonly name: string;
  /** The pane that it is in; the palette lies over the offers. */
  readonly pane: 'offers' | 'volumes' | 'connections' | 'ledger' | 'maintenance' | 'notifications';
  /** What the program is put together from, where that is not the usual. */
  readonly parts?: DeckOptions['parts'];
  /** Bindings that lead from the open pane into the field, or text to be typed on the way. */
  readonly way: readonly (string | { readonly typed: string })[];
  /** The bindings of Enter and Esc. */
  readonly accept: string;
  readonly cancel: string;
  /** The bindings that bring back what was cancelled, where that is found in a history. */
  readonly bringBack?: readonly string[];
  readonly line: (state: DeckState) => Line | undefined;
  /** Most characters that it takes. */
  readonly maximum: number;
  /** What stands in it, selected, when it is opened. */
  readonly offered?: string;
};

const list = (pane: 'volumes' | 'connections' | 'ledger', title: string = pane): TypedField => ({
  name: `the filter of the ${title}`,
  pane,
  way: [`${pane}.filter`],
  accept: `${pane}.filter-keep`,
  cancel: `${pane}.filter-restore`,
  bringBack: [`${pane}.filter-history`, `${pane}.history-take`],
  line: (state) => listIn(state, pane).filter,
  maximum: 2000,
});

const prompt = (name: string, binding: string, offered: string): TypedField => ({
  name,
  pane: 'offers',
  way: [binding],
  accept: 'offers.prompt-submit',
  cancel: 'offers.prompt-close',
  line: ({ offers }) => offers.prompt?.line,
  maximum: 40,
  offered,
});

const step = (
  name: 'typed' | 'start' | 'length' | 'reason',
  title: string,
  maximum: number,
  way: readonly string[],
): TypedField => ({
  name: `the wizard's ${title}`,
  pane: 'maintenance',
  way,
  accept: 'maintenance.keep',
  cancel: 'maintenance.leave',
  line: ({ maintenance }) => maintenance.draft[name],
  maximum,
});

const formField = (name: 'name' | 'url' | 'typed', title: string, maximum: number, steps: number): TypedField => ({
  name: `a webhook's ${title}`,
  pane: 'notifications',
  way: ['notifications.new', ...Array.from({ length: steps }, () => 'notifications.field-next')],
  accept: 'notifications.field-enter',
  cancel: 'notifications.field-leave',
  line: ({ notifications }) => notifications.webhooks.draft[name],
  maximum,
});

const preference = (
  name: 'userId' | 'type' | 'confirmation',
  title: string,
  maximum: number,
  way: readonly string[],
): TypedField => ({
  name: `the preferences' ${title}`,
  pane: 'notifications',
  way: ['notifications.tab', ...way],
  accept: 'notifications.field-enter',
  cancel: 'notifications.field-leave',
  line: ({ notifications }) => notifications.preferences.lines[name],
  maximum,
  ...(name === 'userId' ? {} : { parts: { userId: 204117 } }),
});

const FILLED_PLAN: TypedField['way'] = [
  'maintenance.edit',
  { typed: '8207' },
  'maintenance.keep',
  { typed: '2026-12-01 03:00' },
  'maintenance.keep',
  { typed: '90m' },
  'maintenance.keep',
  'maintenance.pick-and-type',
  'maintenance.keep',
  'maintenance.confirm',
];

const FILLED_FORM: TypedField['way'] = [
  'notifications.new',
  { typed: 'alerts' },
  'notifications.field-enter',
  { typed: 'https://hooks.example/gpu' },
  'notifications.field-enter',
  { typed: 'client:low_credit' },
  'notifications.field-enter',
  'notifications.field-leave',
  'notifications.review',
  'notifications.create',
  'notifications.save-secret',
];

/** All of them but the question for a key, whose text stands in no state. */
export const FIELDS: readonly TypedField[] = [
  {
    name: 'the filter of the offers',
    pane: 'offers',
    way: ['offers.filter'],
    accept: 'offers.filter-keep',
    cancel: 'offers.filter-restore',
    bringBack: ['offers.filter-history', 'offers.history-take'],
    line: ({ offers }) => offers.list.filter,
    maximum: 2000,
  },
  prompt('the disk', 'offers.storage', '8'),
  prompt('the limit', 'offers.limit', '1000'),
  {
    name: 'the palette',
    pane: 'offers',
    way: ['frame.palette'],
    accept: 'palette.run',
    cancel: 'palette.close',
    line: ({ frame }) => (frame.overlay?.kind === 'palette' ? frame.overlay.line : undefined),
    maximum: 200,
  },
  list('volumes'),
  list('connections'),
  list('ledger', 'requests'),
  step('typed', 'machines', 10_000, ['maintenance.edit']),
  step('start', 'start', 200, ['maintenance.next']),
  step('length', 'length', 40, ['maintenance.next', 'maintenance.edit-next']),
  step('reason', 'reason', 1000, [
    'maintenance.next',
    'maintenance.edit-next',
    'maintenance.edit-next',
    'maintenance.pick-and-type',
  ]),
  {
    ...step('reason', 'confirmation', 40, []),
    way: FILLED_PLAN,
    line: ({ maintenance }) => maintenance.confirmation,
  },
  formField('name', 'name', 120, 0),
  formField('url', 'URL', 2048, 1),
  formField('typed', 'event type', 128, 2),
  {
    ...formField('name', 'secret file', 4096, 0),
    way: FILLED_FORM,
    line: ({ notifications: { webhooks } }) =>
      webhooks.stage.kind === 'created' ? webhooks.stage.created.saving : undefined,
    offered: 'webhook-1-secret.txt',
  },
  preference('userId', 'user id', 20, ['notifications.user']),
  preference('type', 'new type', 128, ['notifications.add']),
  preference('confirmation', 'confirmation', 40, [
    'notifications.toggle',
    'notifications.review',
    'notifications.confirm',
  ]),
];

/** Goes the way into the field. */
export const enterField = async (deck: OpenDeck, { way }: Pick<TypedField, 'way'>): Promise<void> => {
  for (const part of way) await (typeof part === 'string' ? deck.press(part) : deck.type(part.typed));
};
