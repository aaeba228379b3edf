/**
 * Alerts about the account at work: what those that are armed need is asked for, what has come to be so fires, and commands run
 * (docs/alerts.md, Money). The panes and the recorder look every few minutes; nothing is asked while none is armed.
 */
import { CALLS } from '../api/calls.ts';
import type { Client } from '../api/client.ts';
import { unlessFailed } from '../api/errors/explain.ts';
import type { Clock } from '../base/clock.ts';
import { burnOf, burnTold } from '../money/burn.ts';
import type { SeenById } from '../money/gpu-samples.ts';
import { standingOf } from '../money/standing.ts';
import type { Leases } from '../storage/journal/leases.ts';
import { type AccountFacts, soNow } from './account-facts.ts';
import { type AccountFired, createAccountFirings } from './account-firings.ts';
import type { AccountCondition } from './account-sentence.ts';
import type { Alert } from './alert.ts';
import type { Firing } from './firing.ts';
import { type CommandRun, runCommand } from './run-command.ts';
import { endWords } from './runs.ts';

type AccountWatchParts = {
  /** Where firings are kept (`accountAlertsFile`). */
  readonly file: string;
  /** The service by its one name (`serviceAt`). */
  readonly service: string;
  readonly timeZone: string;
  readonly clock: Clock;
  /** The alerts of the file, as it is now. */
  readonly alerts: () => readonly Alert[];
  /** What instances were seen doing, once they have been listed. */
  readonly seen: () => SeenById;
  /** Undefined where no journal is kept. */
  readonly leases: () => Leases | undefined;
  /** What commands inherit; nothing of this program's is handed on. */
  readonly environment: CommandRun['environment'];
  /** Told in a sentence what went wrong, or how a command ended. */
  readonly say: (text: string) => void;
};

type AccountWatch = {
  /** Looks once, and comes back with what fired since the last time, here or in another program. Never rejects. */
  readonly look: (client: Client) => Promise<readonly Firing[]>;
  /** What has fired, the newest last. */
  readonly firings: () => readonly Firing[];
  /** Resolves when no command runs any more. */
  readonly quiet: () => Promise<void>;
};

/** Begins one: what fired before is old. */
export const createAccountWatch = (parts: AccountWatchParts): AccountWatch => {
  const { service, clock, say } = parts;
  const firings = createAccountFirings(parts.file, parts.timeZone);
  const running = new Set<Promise<void>>();
  let told: number | undefined;
  let failure: string | undefined;

  const run = async ({ alert, firing }: AccountFired): Promise<void> => {
    const { command } = alert;
    if (command === undefined) return;
    const { sentence, words, finding } = firing;
    const at = new Date(finding.atEpochMs).toISOString();
    const input = `${JSON.stringify({ alert: alert.id, sentence, service, at, words })}\n`;
    const end = await runCommand({ ...command, input, environment: parts.environment }, clock.after);
    say(`${alert.id}: ${endWords(end)}`);
  };

  const news = (): readonly Firing[] => {
    const { firings: since, last } = firings.since(service, told ?? 0);
    const isFirst = told === undefined;
    told = last;
    return isFirst ? [] : since;
  };

  const lookOnce = async (client: Client): Promise<void> => {
    const armed = parts.alerts().flatMap((alert) => {
      const { sentence } = alert;
      if (sentence.kind !== 'account' || alert.service !== service || alert.armedAtMs === undefined) return [];
      return [{ alert, condition: sentence.condition }];
    });
    if (armed.length === 0) return;
    const facts = await factsFor(
      armed.map(({ condition }) => condition),
      client,
      parts,
    );
    const looked = armed.map(({ alert, condition }) => ({ alert, so: soNow(condition, facts) }));
    for (const fired of firings.note(service, looked, clock.now()).filter(({ mayRun }) => mayRun)) {
      const ending = run(fired);
      running.add(ending);
      void ending.finally(() => running.delete(ending));
    }
  };

  return {
    look: async (client) => {
      try {
        if (told === undefined) news();
        await lookOnce(client);
        failure = undefined;
        return news();
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        if (text !== failure) say(`alerts about the account cannot be looked at: ${text}`);
        failure = text;
        return [];
      }
    },
    firings: () => firings.since(service, 0).firings,
    quiet: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
};

/** What these conditions need, each call once; what does not come is not known. */
const factsFor = async (
  conditions: readonly AccountCondition[],
  client: Client,
  { clock, seen, leases }: Pick<AccountWatchParts, 'clock' | 'seen' | 'leases'>,
): Promise<AccountFacts> => {
  const needs = (...whats: readonly AccountCondition['what'][]) => conditions.some(({ what }) => whats.includes(what));
  const user = needs('balance', 'runway') ? await unlessFailed(() => client.read(CALLS.user, undefined)) : undefined;
  const rate = needs('burn', 'runway') ? await unlessFailed(() => client.read(CALLS.spendRate, undefined)) : undefined;
  const isListed = needs('idle', 'stopped') || (needs('burn', 'runway') && rate === undefined);
  const listed = isListed ? await unlessFailed(() => client.list(CALLS.instances)) : undefined;
  const instances = listed?.isTruncated === true ? undefined : listed?.records;
  const stored =
    isListed && needs('burn', 'runway') && rate === undefined
      ? await unlessFailed(() => client.list(CALLS.volumes))
      : undefined;
  const volumes = stored?.isTruncated === true ? undefined : stored?.records;
  const known = needs('lease') ? leases()?.list() : undefined;
  return {
    nowMs: clock.now(),
    standing: standingOf(user),
    burn: burnTold(rate, instances) ?? (instances && burnOf(instances, volumes)),
    instances,
    seen: seen(),
    leases: known === undefined || 'problem' in known ? undefined : known,
  };
};
