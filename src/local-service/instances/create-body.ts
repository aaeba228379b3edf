/** Reads what an instance is to be (docs/interface.md, Create instance): the body of a creation, or why it is refused. */

import * as z from 'zod';
import { shellWords } from '../../base/other-programs.ts';
import { numeric, type Refusal, readBody, refused, storableText } from '../answer.ts';
import { readNumber } from '../search/operands.ts';
import { environment } from './environment.ts';
import { isRunType, RUN_TYPE_PROBLEM } from './run-types.ts';

/** What a creation asks for. */
export type Creation = {
  readonly image: string | undefined;
  readonly templateHashId: string | undefined;
  readonly diskGb: number;
  readonly label: string | null;
  readonly runtype: string;
  readonly targetState: 'running' | 'stopped';
  /** $/hour; absent: on demand. */
  readonly bid: number | undefined;
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly onstart: string | null;
  readonly args: readonly string[];
  readonly volume: VolumeRequest | undefined;
  readonly targetReliability: number | undefined;
  /** Created stopped where its GPUs are not free, instead of refused. */
  readonly isRentedStopped: boolean;
};

/** A volume that the instance is to have: one of the caller's, or a new one, then with the id of the volume's offer. Sizes in GB. */
export type VolumeRequest = { readonly mountPath: string; readonly volumeId: number; readonly newGb?: number };

const SMALLEST_DISK_GB = 8;
export const LONGEST_LABEL = { atCreation: 256, later: 1024 } as const;
const LONGEST_IMAGE = 512;
const LONGEST_ONSTART = 4048;

/** The creation that `body` asks for. A price that is none is refused with a code of its own. */
export const readCreation = (body: Readonly<Record<string, unknown>>): { ok: true; value: Creation } | Refusal => {
  const price = readPrice(body.price, 128);
  if (price !== undefined && typeof price !== 'number') return price;
  const read = readBody(creationBody, body);
  return read.ok ? { ok: true, value: { ...read.value, bid: price } } : read;
};

/** A bid in $/hour, undefined when none is made, or the refusal of what is no bid. */
export const readPrice = (value: unknown, largest: number): number | undefined | Refusal => {
  if (value === undefined || value === null) return undefined;
  const price = readNumber(value);
  if (price !== undefined && price >= 0.001 && price <= largest) return price;
  return refused(400, 'invalid_price', `price: must be a number from 0.001 to ${largest} in $/h`);
};

/** A label of at most `longest` characters; empty and null take it away. */
export const labelText = (longest: number) =>
  storableText
    .refine((label) => [...label].length <= longest, `must be at most ${longest} characters`)
    .nullable()
    .transform((label) => label || null);

/** The SLA coverage that is asked for (docs/interface.md, Limits). */
export const targetReliability = numeric(
  (target) => target > 0 && target < 1,
  'must be greater than 0 and less than 1',
);

/** An image's name is a word: blanks and control characters stand in none. */
const image = storableText
  .min(1, 'must not be empty')
  .max(LONGEST_IMAGE, `must be at most ${LONGEST_IMAGE} characters`)
  .regex(/^[^\s\p{Cc}]+$/u, 'must be the name of an image, such as ubuntu:24.04');

const truth = z.boolean('must be true or false').nullish();

const volume = z
  .object({
    create_new: truth,
    volume_id: z.unknown().optional(),
    size: z.unknown().optional(),
    mount_path: storableText.regex(/^\/\S+$/, 'must be an absolute path'),
  })
  .transform((body, context): VolumeRequest => {
    const volumeId = readNumber(body.volume_id);
    const newGb = readNumber(body.size);
    if (body.create_new === true && volumeId !== undefined && newGb !== undefined && newGb > 0)
      return { mountPath: body.mount_path, newGb, volumeId };
    if (body.create_new !== true && volumeId !== undefined) return { mountPath: body.mount_path, volumeId };
    context.addIssue('needs volume_id, of a volume or with create_new and a size in GB of the offer of one');
    return z.NEVER;
  });

const creationBody = z
  .object({
    image: image.nullish(),
    template_hash_id: storableText.nullish(),
    disk: numeric((gb) => gb >= SMALLEST_DISK_GB, `must be a number of GB, ${SMALLEST_DISK_GB} or more`).nullish(),
    label: labelText(LONGEST_LABEL.atCreation).optional(),
    runtype: z.string(RUN_TYPE_PROBLEM).refine(isRunType, RUN_TYPE_PROBLEM).nullish(),
    target_state: z.enum(['running', 'stopped'], 'must be running or stopped').nullish(),
    env: environment.optional(),
    onstart: storableText.max(LONGEST_ONSTART, `must be at most ${LONGEST_ONSTART} characters`).nullish(),
    args: z.array(storableText, 'must be a list of texts').nullish(),
    args_str: storableText.transform(shellWords).nullish(),
    cancel_unavail: truth,
    volume_info: volume.nullish(),
    target_reliability: targetReliability.nullish(),
  })
  .transform((body) => ({
    image: body.image ?? undefined,
    templateHashId: body.template_hash_id ?? undefined,
    diskGb: body.disk ?? SMALLEST_DISK_GB,
    label: body.label ?? null,
    runtype: body.runtype ?? ((body.args ?? body.args_str) ? 'args' : 'ssh'),
    targetState: body.target_state ?? ('running' as const),
    env: body.env ?? [],
    onstart: body.onstart ?? null,
    args: body.args ?? body.args_str ?? [],
    volume: body.volume_info ?? undefined,
    targetReliability: body.target_reliability ?? undefined,
    isRentedStopped: body.cancel_unavail === false,
  }))
  .refine((body) => body.image !== undefined || body.templateHashId !== undefined, {
    path: ['image'],
    message: 'is missing: give an image, or template_hash_id',
  });
