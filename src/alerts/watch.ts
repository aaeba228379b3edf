/**
 * What a program does with alerts: it looks at them when something was recorded, runs their commands, and tells of what fired since it
 * was started, whoever found it. One program looks at a time: a baton in the store says which, and up to which answer it was done. A firing is an
 * event of the store, so that it is there once, whoever finds it (docs/alerts.md, Evaluation).
 */
import { type Clock, sleep } from '../base/clock.ts';
import type { WhatIsMeant } from '../history/asked.ts';
import type { HistoryStore } from '../history/store.ts';
import { type Alert, armingOf, isOfMarket, type MarketAlert } from './alert.ts';
import { FIRED, type Firing, firingIn, firingOf, noteFiring } from './firing.ts';
import { beginningFor, type Finding, holdAgainst, NOTHING_KNOWN, type Past } from './hold-against.ts';
import { answeringQuestions, recordedAnswers, whatIsMeant } from './recorded-answers.ts';
import { type CommandRun, runCommand } from './run-command.ts';
import { claimRun, endWords, noteEnd } from './runs.ts';

/** What came of a look at the alerts. */
type Evaluation =
  | { readonly kind: 'evaluated'; readonly fired: readonly Fired[] }
  /** Another program has the baton, and did not give it back while this one waited. */
  | { readonly kind: 'elsewhere' };

/** A firing that this program has noted; `mayRun` where its command may run: it came true just now, while this program looked, and not in the quiet time. */
type Fired = { readonly alert: Alert; readonly firing: Firing; readonly mayRun: boolean };

/** Looks at alerts, one look after the other. */
type Evaluator = {
  /** Rejects with what the store says. */
  readonly evaluate: (alerts: readonly Alert[], stopping?: AbortSignal) => Promise<Evaluation>;
};

const BATON = 'alerts';

/** A program that was killed holds the baton for so long. */
const BATON_MS = 60_000;

/** From one try to get the baton to the next, and how long it is tried. */
const TRY_AGAIN_MS = 500;
const TRIED_MS = BATON_MS + 5000;

/** Older than so much, an answer is no reason to run anything. */
const FRESH_MS = 2 * 60_000;

/** So long a program leaves what was recorded before it was started to the one that recorded it, whose commands may run. */
const OTHERS_TURN_MS = 5000;

type EvaluatorOptions = {
  readonly store: HistoryStore;
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  /** A text that no other program has. */
  readonly holder: string;
  readonly clock: Clock;
  readonly timeZone: string;
};

/** Builds one. `startedMs` is the moment from which on what came true may run a command. */
export const createEvaluator = ({ store, service, holder, clock, timeZone }: EvaluatorOptions): Evaluator => {
  const startedMs = clock.now();
  const baton = { service, name: BATON, holder };
  /** What is known of each alert, by its arming and what it says. */
  const known = new Map<string, { readonly past: Past; readonly uptoMs: number }>();

  const taken = async (stopping: AbortSignal | undefined): Promise<string | undefined> => {
    const endTicks = clock.ticks() + TRIED_MS;
    for (;;) {
      const content = await store.takeBaton({ ...baton, nowEpochMs: clock.now(), forMs: BATON_MS });
      if (content !== undefined) return content;
      if (clock.ticks() >= endTicks || !(await sleep(clock, TRY_AGAIN_MS, stopping))) return undefined;
    }
  };

  /** What `alert` finds after `fromMs`, and the time of the last answer that it was held against. */
  const found = async (alert: MarketAlert, fromMs: number, toMs: number) => {
    const meant: WhatIsMeant = whatIsMeant(alert.sentence, alert);
    const key = JSON.stringify([armingOf(alert), alert.sentence, alert.debounceMs, meant.asked]);
    const rule = { sentence: alert.sentence, debounceMs: alert.debounceMs };
    const questions = await answeringQuestions(store, service, meant);
    const before = known.get(key);
    let past = before?.past ?? NOTHING_KNOWN;
    let uptoMs = before?.uptoMs ?? (await beginningFor(store, questions, { rule, meant, fromEpochMs: fromMs })) - 1;
    let lastAnswerMs = 0;
    const findings: Finding[] = [];
    const stretch = { fromEpochMs: uptoMs + 1, toEpochMs: toMs + 1 };
    for (const answer of await recordedAnswers(store, questions, meant, stretch)) {
      const held = holdAgainst(rule, past, answer);
      past = held.past;
      uptoMs = answer.atEpochMs;
      lastAnswerMs = uptoMs;
      if (held.finding !== undefined && uptoMs > fromMs) findings.push(held.finding);
    }
    return { key, findings, now: { past, uptoMs }, lastAnswerMs };
  };

  /** What it has noted; undefined where something was found that another program is about to note. */
  const look = async (
    alerts: readonly MarketAlert[],
    content: string,
    isPatient: boolean,
  ): Promise<readonly Fired[] | undefined> => {
    const nowMs = clock.now();
    const doneMs = Math.min(doneIn(content), nowMs);
    const all: (Awaited<ReturnType<typeof found>> & { readonly alert: MarketAlert })[] = [];
    for (const alert of alerts) {
      const { armedAtMs } = alert;
      if (alert.service !== service || armedAtMs === undefined) continue;
      all.push({ alert, ...(await found(alert, Math.max(doneMs, armedAtMs), nowMs)) });
    }
    const isOthers = ({ atEpochMs }: Finding) =>
      isPatient && atEpochMs < startedMs && atEpochMs > nowMs - OTHERS_TURN_MS;
    if (all.some(({ alert, findings }) => alert.command !== undefined && findings.some(isOthers))) return undefined;
    let lastMs = doneMs;
    const fired: Fired[] = [];
    for (const { alert, findings, lastAnswerMs } of all) {
      lastMs = Math.max(lastMs, lastAnswerMs);
      for (const finding of findings) {
        const isLate = finding.atEpochMs < Math.max(startedMs, nowMs - FRESH_MS);
        const firing = firingOf(alert, finding, { isLate, timeZone });
        if (await noteFiring(store, service, firing))
          fired.push({ alert, firing, mayRun: alert.command !== undefined && !isLate && !firing.isQuiet });
      }
    }
    known.clear();
    for (const { key, now } of all) known.set(key, now);
    await store.writeBaton(baton, JSON.stringify({ doneMs: lastMs }));
    return fired;
  };

  return {
    evaluate: async (all, stopping) => {
      const alerts = all.filter(isOfMarket);
      if (!alerts.some((alert) => alert.service === service && alert.armedAtMs !== undefined))
        return { kind: 'evaluated', fired: [] };
      const endTicks = clock.ticks() + OTHERS_TURN_MS;
      for (;;) {
        const content = await taken(stopping);
        if (content === undefined) return { kind: 'elsewhere' };
        let fired: readonly Fired[] | undefined;
        try {
          fired = await look(alerts, content, clock.ticks() < endTicks);
        } finally {
          await store.endBaton(baton);
        }
        if (fired !== undefined) return { kind: 'evaluated', fired };
        if (!(await sleep(clock, TRY_AGAIN_MS, stopping))) return { kind: 'elsewhere' };
      }
    },
  };
};

/** Up to which answer the alerts were looked at; 0 where they never were. */
const doneIn = (content: string): number => {
  if (content === '') return 0;
  const { doneMs } = JSON.parse(content) as { readonly doneMs?: unknown };
  return typeof doneMs === 'number' ? doneMs : 0;
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
export const createAlertWatch = ({
  environment,
  say,
  ...parts
}: Parameters<typeof createEvaluator>[0] & {
  /** What commands inherit; nothing of this program's is handed on. */
  readonly environment: CommandRun['environment'];
  /** Told in a sentence what went wrong, or how a command ended. */
  readonly say: (text: string) => void;
}): AlertWatch => {
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
