/** A program that records until it is killed: answer by answer, each told on stdout once the store has it. */
import { systemClock } from '../../src/base/clock.ts';
import type { Offer } from '../../src/catalogue/values.ts';
import { keptOf } from '../../src/history/kept-offer.ts';
import { openHistory } from '../../src/history/open-store.ts';
import type { Round } from '../../src/history/store.ts';

export const RECORDED = 'https://market.example';

/** The answer of a minute: what is in it follows from the minute. */
export const answerOf = (minute: number): Round => ({
  service: RECORDED,
  asked: { type: 'ondemand', storageGb: 8, filters: {} },
  atEpochMs: Date.UTC(2026, 10, 22) + minute * 60_000,
  isWhole: true,
  offers: offersOf(minute).flatMap((offer) => keptOf(offer) ?? []),
});

const offersOf = (minute: number): readonly Offer[] =>
  [1, 2, 3, 4, 5, 6, 7, 8].flatMap((id) =>
    (minute * id) % 7 === 0
      ? []
      : [{ id, dph_total: ((minute + id) % 5) / 10, gpu_name: `GPU ${id % 2}`, num_gpus: 1 }],
  );

const run = async (name: string, from: number): Promise<void> => {
  const opened = await openHistory(JSON.parse(name), {
    clock: systemClock,
    environment: {},
    isOnlyRead: false,
    say: (text) => process.stdout.write(`! ${text}\n`),
  });
  if ('problem' in opened) throw new Error(opened.problem);
  for (let minute = from; ; minute++) {
    const { kind } = await opened.store.record(answerOf(minute));
    process.stdout.write(`${kind} ${minute}\n`);
  }
};

const [, , name, from] = process.argv;
if (import.meta.main && name !== undefined) void run(name, Number(from));
