/**
 * ink-table for tables of a few rows. The package is CommonJS and requires Ink, which is ESM with a top-level await, so Node
 * refuses to load it as it comes: the evaluated Ink is put where `require` looks first. The build replaces this file by one
 * that wraps the package's source, because a bundle has no package to require.
 */
import { createRequire } from 'node:module';
import * as ink from 'ink';
import type { Component, ComponentType, PropsWithChildren } from 'react';

/** What a cell may hold. ink-table counts UTF-16 units and never cuts: pass printable text that already fits. */
export type Cell = string | number | undefined;

/** Properties of ink-table; `columns` gives order and headings. It is 2n + 3 lines high for n rows. */
type InkTableProps<Row extends Record<string, Cell>> = {
  readonly data: readonly Row[];
  readonly columns?: readonly (keyof Row)[];
  readonly padding?: number;
  readonly header?: ComponentType<PropsWithChildren>;
  readonly cell?: ComponentType<PropsWithChildren>;
  readonly skeleton?: ComponentType<PropsWithChildren>;
};

type InkTable = new <Row extends Record<string, Cell>>(props: InkTableProps<Row>) => Component<InkTableProps<Row>>;

const require = createRequire(import.meta.url);
const inkPath = require.resolve('ink');
const inkModule = {
  id: inkPath,
  filename: inkPath,
  path: inkPath,
  loaded: true,
  exports: ink,
  children: [],
  paths: [],
};
// The cache holds full modules, but a require that finds one reads `loaded` and `exports` only.
require.cache[inkPath] ??= inkModule as unknown as NodeJS.Module;

/** The table component. */
export const Table = (require('ink-table') as { default: InkTable }).default;
