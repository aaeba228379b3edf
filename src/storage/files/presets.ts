/**
 * The user's presets for renting: `presets.json` beside the profiles, written by hand and checked here. Where a value of the
 * environment comes from stands in it, never the value.
 */
import { join } from 'node:path';
import * as z from 'zod';
import { RUN_TYPES } from '../../api/requests.ts';
import { readHandWritten } from './hand-written.ts';
import type { Places } from './places.ts';

/** `presets.json`, which nobody has to have. */
export const presetsFile = ({ configFolder }: Pick<Places, 'configFolder'>): string =>
  join(configFolder, 'presets.json');

const MAXIMUM_BYTES = 128 * 1024;

const FORM = 'presets are written as {"presets": {"train": {"image": "ubuntu:24.04", "disk": 40}}}';
const SOURCE_FORM =
  'where a value comes from is written as {"from_env": "HF_TOKEN"} or {"from_file": "~/token"}, never the value itself';
const OPTION_FORM = 'an option is written as "-p 8080:8080": true';
const VOLUME_FORM = 'a volume is written as {"id": 12, "mount_path": "/data"} or {"new_gb": 50, "mount_path": "/data"}';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,59}$/u;
const IMAGE = /^[^\s\p{Cc}]{1,512}$/u;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,199}$/;
const OPTION = /^-p \S{1,200}$/;

const path = z.string('is the path of a file').min(1, 'is the path of a file').max(4096, 'is no path');

const source = z.union(
  [
    z.strictObject({
      from_env: z.string().regex(VARIABLE, 'is no name of a variable'),
    }),
    z.strictObject({ from_file: path }),
  ],
  SOURCE_FORM,
);

const environment = z
  .record(z.string(), z.union([source, z.literal(true)], SOURCE_FORM), SOURCE_FORM)
  .superRefine((sources, context) => {
    for (const [name, from] of Object.entries(sources)) {
      const isOption = OPTION.test(name);
      const message =
        !isOption && !VARIABLE.test(name)
          ? 'the name of a variable has letters, digits and "_"; an option is written as "-p 8080:8080"'
          : isOption !== (from === true)
            ? isOption
              ? OPTION_FORM
              : SOURCE_FORM
            : undefined;
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: [name] });
    }
  });

const mountPath = z.string(VOLUME_FORM).regex(/^\/\S{1,1000}$/, 'is an absolute path without spaces');

const volume = z.union(
  [
    z.strictObject({ id: z.int(VOLUME_FORM).positive(VOLUME_FORM), mount_path: mountPath }),
    z.strictObject({ new_gb: z.number(VOLUME_FORM).positive(VOLUME_FORM), mount_path: mountPath }),
  ],
  VOLUME_FORM,
);

const preset = z.strictObject(
  {
    image: z.string().regex(IMAGE, 'is the name of an image, such as ubuntu:24.04').optional(),
    disk: z.number('is a number of GB, 8 or more').min(8, 'is a number of GB, 8 or more').optional(),
    label: z.string('is a text').max(256, 'is longer than 256 characters').optional(),
    runtype: z.enum(RUN_TYPES, `is one of ${RUN_TYPES.join(', ')}`).optional(),
    env: environment.optional(),
    onstart_file: path.optional(),
    volume: volume.optional(),
    target_reliability: z
      .number('is more than 0 and less than 1')
      .gt(0, 'is more than 0 and less than 1')
      .lt(1, 'is more than 0 and less than 1')
      .optional(),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type'
        ? FORM
        : 'a preset has image, disk, label, runtype, env, onstart_file, volume and target_reliability, and nothing else',
  },
);

/** A preset as it is written. */
export type Preset = z.infer<typeof preset>;

/** What is written in the file. */
export const presetsSchema = z.strictObject(
  {
    presets: z.record(z.string(), preset, FORM).superRefine((presets, context) => {
      for (const name of Object.keys(presets))
        if (!NAME.test(name))
          context.addIssue({
            code: 'custom',
            message: 'the name of a preset is written with letters, digits, "_" and "-", 60 at most',
            path: [name],
          });
    }),
  },
  { error: ({ code }) => (code === 'invalid_type' ? FORM : undefined) },
);

/** Every preset by its name, and the file in which they are written; none where that has a `problem`. */
export type PresetsReading = {
  readonly presets: Readonly<Record<string, Preset>>;
  readonly file: string;
  readonly problem?: string;
};

/** The file of the presets, looked through to its end. */
export const checkPresetsFile = (places: Pick<Places, 'configFolder'>) =>
  readHandWritten(presetsFile(places), () => presetsSchema, MAXIMUM_BYTES);

/** Reads the presets. A file that is not there holds none; every problem names the file, the line and the key. */
export const readPresets = (places: Pick<Places, 'configFolder'>): PresetsReading => {
  const { file, value, problem } = checkPresetsFile(places);
  return { presets: value?.presets ?? {}, file, ...(problem !== undefined && { problem }) };
};
