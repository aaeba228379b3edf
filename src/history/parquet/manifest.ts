/** What a folder with a data set says of itself: which days are in it, in which files, and up to when each question is told. */

import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { SCHEMA_VERSION, TABLES } from './columns.ts';

const FORMAT = 'gpudeck-history';

const wholeNumber = z.number().int().nonnegative();

const MANIFEST = z.object({
  format: z.literal(FORMAT),
  version: wholeNumber,
  /** Of which service all of it is. */
  service: z.string(),
  /** By their dates, such as 2026-11-26. */
  days: z.record(
    z.string(),
    z.object({
      /** By the names of questions, up to when they are told, Unix epoch milliseconds. */
      told: z.record(z.string(), z.number().int()),
      files: z.array(
        z.object({
          table: z.enum(Object.keys(TABLES) as [keyof typeof TABLES]),
          /** From the folder on. */
          path: z.string(),
          rows: wholeNumber,
          bytes: wholeNumber,
        }),
      ),
    }),
  ),
});

/** What the file says. */
export type Manifest = z.infer<typeof MANIFEST>;

/** What is there of a day. */
export type ManifestDay = Manifest['days'][string];

/** Where it stands. */
export const manifestFile = (folder: string): string => join(folder, 'manifest.json');

/** A folder that cannot be used as a data set. The message says what to do. */
export class StrangeDataSet extends Error {}

/** The manifest in `folder`; undefined where there is none. Throws a StrangeDataSet, or what the file system throws. */
export const readManifest = (folder: string): Manifest | undefined => {
  const file = manifestFile(folder);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw error;
  }
  const manifest = MANIFEST.safeParse(parseJson(text));
  if (!manifest.success)
    throw new StrangeDataSet(
      `${file} is no manifest of an exported history, or damaged: name another folder, or move it away.`,
    );
  if (manifest.data.version !== SCHEMA_VERSION)
    throw new StrangeDataSet(
      `${file} is of another version of gpudeck (${manifest.data.version}): use that one, or name another folder.`,
    );
  return manifest.data;
};

/** The same for the export of what was recorded of `service`: a new one where there is none. */
export const manifestOf = (folder: string, service: string): Manifest => {
  const manifest = readManifest(folder) ?? { format: FORMAT, version: SCHEMA_VERSION, service, days: {} };
  if (manifest.service !== service)
    throw new StrangeDataSet(
      `${folder} holds what was recorded of ${manifest.service}, not of ${service}: name another folder.`,
    );
  return manifest;
};

/** Puts `manifest` in the place of the one that is there: whoever reads it finds one of both whole. */
export const writeManifest = (folder: string, manifest: Manifest): void => {
  const draft = `${manifestFile(folder)}.new`;
  const descriptor = openSync(draft, 'w');
  try {
    writeFileSync(descriptor, `${JSON.stringify(manifest, undefined, 1)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, manifestFile(folder));
};
