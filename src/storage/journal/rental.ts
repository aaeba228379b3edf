/** One call that rented, or covered what was rented, as the journal keeps it, and how a row of the table is read back by this run of the program. */
import { z } from 'zod';
import { storedMoment, storedText } from './journal.ts';

/** What came of the call, as far as is known here. Times are Unix epoch milliseconds. */
type RentalOutcome =
  /** This very program is sending it. */
  | { readonly kind: 'sending' }
  /** The service's yes; `contract` is the instance, undefined where nobody has named it. */
  | { readonly kind: 'accepted'; readonly contract: number | undefined; readonly atEpochMs: number }
  /** It was certainly not carried out. */
  | { readonly kind: 'refused'; readonly reason: string; readonly atEpochMs: number }
  /** Nobody knows. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** One line of the journal. Never the environment or the script of the instance. */
export type Rental = {
  readonly id: number;
  /** `cover` is the SLA cover of what the line `rent` before it has rented. */
  readonly kind: 'rent' | 'cover';
  readonly offerId: number;
  /** Undefined where the offer did not name its machine. */
  readonly machineId: number | undefined;
  readonly image: string;
  readonly diskGb: number;
  readonly label: string;
  /** Ids of all instances that there were just before. */
  readonly before: readonly number[];
  readonly sentAtEpochMs: number;
  readonly outcome: RentalOutcome;
};

/** What is said of a line that another program, or an earlier run of this one, began and did not end. */
const LEFT_OPEN = 'no answer was recorded: the program ended first, or another gpudeck is still waiting for it';

/** Reads a row; one that another `session` left open is an outcome unknown. Throws for a row that is not as it was written. */
export const readRental = (row: unknown, session: string): Rental => {
  const { id, kind, image, label, before_ids: before, ...stored } = rowSchema.parse(row);
  return {
    id,
    kind,
    offerId: stored.offer_id,
    machineId: stored.machine_id ?? undefined,
    image,
    diskGb: stored.disk_gb,
    label,
    before,
    sentAtEpochMs: stored.sent_at_ms,
    outcome: outcomeOf(stored, session),
  };
};

const ids = z.string().transform((text) => z.array(z.int()).parse(JSON.parse(text)));

const rowSchema = z.object({
  id: z.number(),
  session: z.string(),
  kind: z.enum(['rent', 'cover']),
  offer_id: z.number(),
  machine_id: z.number().nullable(),
  image: storedText,
  disk_gb: z.number(),
  label: storedText,
  before_ids: ids,
  sent_at_ms: storedMoment,
  state: z.enum(['sending', 'accepted', 'refused', 'unknown']),
  contract: z.number().nullable(),
  words: storedText.nullable(),
  settled_at_ms: storedMoment.nullable(),
});

type Stored = Pick<
  z.infer<typeof rowSchema>,
  'session' | 'state' | 'contract' | 'words' | 'settled_at_ms' | 'sent_at_ms'
>;

const outcomeOf = (row: Stored, session: string): RentalOutcome => {
  const atEpochMs = row.settled_at_ms ?? row.sent_at_ms;
  switch (row.state) {
    case 'sending':
      return row.session === session ? { kind: 'sending' } : { kind: 'unknown', reason: LEFT_OPEN };
    case 'accepted':
      return { kind: 'accepted', contract: row.contract ?? undefined, atEpochMs };
    case 'refused':
      return { kind: 'refused', reason: row.words ?? '', atEpochMs };
    case 'unknown':
      return { kind: 'unknown', reason: row.words ?? '' };
  }
};
