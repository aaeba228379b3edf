/** What the local service's starter and its worker thread tell each other. */
import * as z from 'zod';
import { once } from '../../base/once.ts';

/** How the service in the worker is to run: as `ServiceOptions`, without what cannot cross threads. */
export const workerOptions = once(() =>
  z.object({
    port: z.number(),
    dataFile: z.string(),
    offers: z.number().optional(),
    seed: z.number().optional(),
    still: z.boolean(),
    thresholds: z.boolean(),
    hasBeginning: z.boolean().optional(),
  }),
);

/** The worker's one message: it serves, or why it does not. */
export const workerAnswer = once(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('ready'),
      url: z.string(),
      apiKey: z.string(),
      userId: z.number(),
      /** What its market was made from; absent where something is amiss with the file that keeps it. */
      market: z.object({ seed: z.number(), offers: z.number(), filledMinute: z.number() }).optional(),
      /** What the user is to know of the service's file. */
      notice: z.string().optional(),
    }),
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
);

/** The options as they cross. */
export type WorkerOptions = z.infer<ReturnType<typeof workerOptions>>;

/** The answer as it crosses. */
export type WorkerAnswer = z.infer<ReturnType<typeof workerAnswer>>;
