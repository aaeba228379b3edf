/**
 * ink-table for tables of a few rows. As published it cannot be loaded beside this Ink: what is imported here is the package
 * as scripts/changed-packages makes it.
 */
import * as inkTable from 'ink-table';
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

/** The table component. The package's own types need a global JSX namespace, which React no longer declares. */
export const Table = inkTable.default as unknown as InkTable;
