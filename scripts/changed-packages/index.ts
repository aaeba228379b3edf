/** Every published package that the program changes. Each has its file here; nothing else changes one. */
import type { Change } from './change.ts';
import { inkDevtools } from './ink-devtools.ts';
import { inkOutput } from './ink-output.ts';
import { inkReconciler } from './ink-reconciler.ts';
import { inkTable } from './ink-table.ts';
import { inkTextCaches } from './ink-text-caches.ts';
import { restoreCursor } from './restore-cursor.ts';
import { stringWidth } from './string-width.ts';
import { undici } from './undici.ts';
import { yogaInExecutable } from './yoga-in-executable.ts';
import { yogaLayout } from './yoga-layout.ts';
import { zodLocales } from './zod-locales.ts';

/** Without these the program can be neither bundled nor loaded. */
export const NEEDED: readonly Change[] = [inkDevtools, inkTable];

export const CHANGES: readonly Change[] = [
  ...NEEDED,
  inkOutput,
  inkTextCaches,
  restoreCursor,
  stringWidth,
  undici,
  yogaLayout,
  zodLocales,
];

/** The changes under which the program becomes one CommonJS script, for the single executable. */
export const CHANGES_OF_EXECUTABLE: readonly Change[] = [
  ...CHANGES.filter((change) => change !== inkDevtools && change !== yogaLayout),
  inkReconciler,
  yogaInExecutable,
];
