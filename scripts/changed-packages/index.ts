/** Every published package that the program changes. Each has its file here; nothing else changes one. */
import type { Change } from './change.ts';
import { inkDevtools } from './ink-devtools.ts';
import { inkKeptStyles, inkKeptTexts } from './ink-kept-texts.ts';
import { inkOutput } from './ink-output.ts';
import { inkReconciler } from './ink-reconciler.ts';
import { inkTable } from './ink-table.ts';
import { inkTextCaches } from './ink-text-caches.ts';
import { nodeServer } from './node-server.ts';
import { objectHash } from './object-hash.ts';
import { restoreCursor } from './restore-cursor.ts';
import { stringWidth } from './string-width.ts';
import { undici, undiciClient, undiciFormData, undiciHeaders } from './undici.ts';
import { yogaEntry, yogaLayout } from './yoga-layout.ts';
import { zodLocales } from './zod-locales.ts';

/** Without these the program can be neither bundled nor loaded. */
export const NEEDED: readonly Change[] = [inkDevtools, inkTable];

export const CHANGES: readonly Change[] = [
  inkTable,
  inkKeptStyles,
  inkKeptTexts,
  inkOutput,
  inkReconciler,
  inkTextCaches,
  nodeServer,
  objectHash,
  restoreCursor,
  stringWidth,
  undici,
  undiciClient,
  undiciFormData,
  undiciHeaders,
  yogaEntry,
  yogaLayout,
  zodLocales,
];
