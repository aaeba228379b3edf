/** What was sent, as records: null is what is not known. */
import { utcTime } from '../../../base/time.ts';
import type { DaySpan } from '../../../money/days.ts';
import type { JournalAccess } from '../../../storage/journal/profile-journal.ts';
import type { Trace } from '../../../storage/journal/trace.ts';

const DAY_MS = 86_400_000;

/** Those of these days, the newest first; or why there are none. */
export const recordsOf = (
  journal: JournalAccess,
  { days, kind, id }: { readonly days: DaySpan; readonly kind: string | undefined; readonly id: number | undefined },
) => {
  if ('problem' in journal) return journal;
  const found = journal.traces({ fromMs: days.fromDay * DAY_MS, toMs: (days.toDay + 1) * DAY_MS, kind, id });
  return 'problem' in found ? found : found.map(recordOf);
};

const recordOf = ({ atEpochMs, author, id, instanceId, words, ...told }: Trace) => ({
  at: utcTime(atEpochMs),
  by: author.by,
  command: author.command ?? null,
  agent: author.agent ?? null,
  plan: author.plan ?? null,
  kind: told.kind,
  id: id ?? null,
  instance_id: instanceId ?? null,
  value: told.value,
  outcome: told.outcome,
  words,
});
