/**
 * What a program does with alerts: it looks at them when something was recorded, runs their commands, and tells of what fired since it
 * was started, whoever found it.
 */
import type { Alert } from './alert.ts';
import { createEvaluator, type EvaluatorParts, type Fired } from './evaluator.ts';
import { FIRED, type Firing, firingIn } from './firing.ts';
import { type CommandRun, runCommand } from './run-command.ts';
import { claimRun, endWords, noteEnd } from './runs.ts';

type Parts = EvaluatorParts & {
  /** What commands inherit; nothing of this program's is handed on. */
  readonly environment: CommandRun['environment'];
  /** Told in a sentence what went wrong, or how a command ended. */
  readonly say: (text: string) => void;
};

/** Alerts of a program. */
type AlertWatch = {
  /** Looks at `alerts` once an answer was recorded, and begins what is to run. Never rejects: what the store says is said once. */
  readonly look: (alerts: readonly Alert[], stopping?: AbortSignal) => Promise<void>;
  /** What fired since the last time it was asked, or since the watch began. Never rejects. */
  readonly news: () => Promise<readonly Firing[]>;
  /** How many commands run. */
  readonly running: () => number;
  /** Resolves when no command runs any more. */
  readonly quiet: () => Promise<void>;
};

/** Firings that are told at once; of more the newest. */
const MOST_NEWS = 50;

/** Characters of what a command wrote that are said. */
const WROTE_SHOWN = 200;

/** Begins one. */
export const createAlertWatch = ({ environment, say, ...parts }: Parts): AlertWatch => {
  const { store, service, clock } = parts;
  const evaluator = createEvaluator(parts);
  const running = new Set<Promise<void>>();
  let failure: string | undefined;
  /** The number of the last firing that is old; undefined until the store could be asked. */
  let told: number | undefined;

  /** `work`, or what it was to be replaced by where the store fails, which is said once until it works again. */
  const safely = async <Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> => {
    try {
      const value = await work();
      failure = undefined;
      return value;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (text !== failure) say(`alerts cannot be looked at: ${text}`);
      failure = text;
      return otherwise;
    }
  };

  const run = async ({ alert, firing }: Fired): Promise<void> => {
    const { command } = alert;
    if (command === undefined) return;
    const claim = await claimRun(store, alert, firing, clock.now());
    if (claim === undefined) {
      say(`${alert.id}: its command has run as often as it may; gpudeck alerts arm ${alert.id} lets it run again`);
      return;
    }
    const input = `${JSON.stringify(toldToCommand(service, firing))}\n`;
    const end = await runCommand({ ...command, input, environment }, clock.after);
    await noteEnd(store, alert, claim, end, clock.now());
    const isGood = end.kind === 'exited' && end.code === 0;
    const [wrote = ''] = isGood ? [] : end.output.trim().split('\n');
    say(`${alert.id}: ${endWords(end)}${wrote === '' ? '' : `: ${wrote.slice(0, WROTE_SHOWN)}`}`);
  };

  const newest = async (): Promise<number> =>
    (await store.events({ service, kind: FIRED, most: 1 })).at(-1)?.number ?? 0;

  const begun = safely(async () => {
    told = await newest();
  }, undefined);

  return {
    look: async (alerts, stopping) => {
      await begun;
      await safely(async () => {
        const evaluation = await evaluator.evaluate(alerts, stopping);
        if (evaluation.kind === 'elsewhere') return;
        for (const fired of evaluation.fired.filter(({ mayRun }) => mayRun)) {
          const ending = safely(() => run(fired), undefined);
          running.add(ending);
          void ending.finally(() => running.delete(ending));
        }
      }, undefined);
    },
    news: async () => {
      await begun;
      return safely(async () => {
        told ??= await newest();
        const events = await store.events({ service, kind: FIRED, afterNumber: told, most: MOST_NEWS });
        told = events.at(-1)?.number ?? told;
        return events.flatMap((event) => firingIn(event) ?? []);
      }, []);
    },
    running: () => running.size,
    quiet: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
};

/** What a command is given. */
const toldToCommand = (service: string, { alert, sentence, words, finding }: Firing): object => ({
  alert,
  sentence,
  service,
  at: new Date(finding.atEpochMs).toISOString(),
  words,
  count: finding.count,
  offers: finding.offers,
  ...(finding.figure !== undefined && {
    figure: finding.figure.value,
    ...(finding.figure.before !== undefined && {
      before: finding.figure.before.value,
      before_at: new Date(finding.figure.before.atEpochMs).toISOString(),
    }),
  }),
});
