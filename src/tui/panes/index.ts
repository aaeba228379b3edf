/** Every pane that there is: one line each. `names.ts` says what they are called, and in which order they stand. */
import { account } from './account/pane.ts';
import { instances } from './instances/pane.tsx';
import { ledger } from './ledger/pane.ts';
import { machines } from './machines/pane.tsx';
import { maintenance } from './maintenance/pane.tsx';
import { money } from './money/pane.tsx';
import type { PaneName } from './names.ts';
import { notifications } from './notifications/pane.tsx';
import { offers } from './offers/pane.tsx';
import { overview } from './overview/pane.tsx';
import type { Pane } from './pane.ts';
import { volumes } from './volumes/pane.tsx';

const panes = {
  overview,
  offers,
  volumes,
  connections: account,
  maintenance,
  notifications,
  ledger,
  instances,
  money,
  machines,
} satisfies Readonly<Record<PaneName, unknown>>;

/** What each pane keeps in the store. */
export type PaneStates = { readonly [Name in PaneName]: StateOf<(typeof panes)[Name]> };

/** The panes by name. */
export const PANES: { readonly [Name in PaneName]: Pane<PaneStates[Name]> } = panes;

type StateOf<Some> = Some extends Pane<infer State> ? State : never;
