/**
 * Load: fifty clients at once make all six calls, some of them wrong on purpose, for ten minutes. Every answer is the
 * documented one, every accepted write is recorded once, and the service's memory stays flat.
 */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from './call.ts';
import { undocumented } from './documented-answer.ts';
import { type CallName, createCallMaker, type PlannedCall } from './load-calls.ts';
import { growthOf, latencyFigures, type MemorySample } from './load-figures.ts';
import { type Machines, machinesIn } from './machines.ts';
import { type ServiceProcess, startServiceProcess, trialFolder } from './service-process.ts';
import type { LongTrial } from './trial.ts';

const CLIENTS = 50;
const DURATION_MS = 600_000;
/** How often the memory is read. */
const SAMPLES = 60;
/** Shorter trials are all warm-up and say nothing about growth. */
const LEAST_MS_FOR_GROWTH = 60_000;
/** Most growth from the second quarter to the last: of live objects, and of the process, whose heap breathes. */
const MOST_HEAP_GROWTH_MB = 5;
const MOST_RSS_GROWTH_MB = 30;
/** So many failures tell enough. */
const MOST_FAILURES = 20;

/** What the clients find, collected while they run. */
type Findings = {
  readonly latenciesMs: Map<CallName, number[]>;
  readonly accepted: Map<CallName, number>;
  readonly failures: string[];
  readonly samples: MemorySample[];
};

/** The trial. */
export const load: LongTrial = {
  name: 'load',
  run: async ({ scale, report }) => {
    const { folder, remove } = trialFolder();
    const dataFile = join(folder, 'service.db');
    const service = await startServiceProcess(dataFile);
    try {
      const durationMs = Math.max(1000, DURATION_MS * scale);
      const findings = await holdLoad(service, machinesIn(dataFile, service.userId), durationMs, report);
      await service.end('SIGTERM');
      const growth = growthOf(findings.samples);
      const hasGrown = growth.heapMb > MOST_HEAP_GROWTH_MB || growth.rssMb > MOST_RSS_GROWTH_MB;
      return {
        figures: { clients: CLIENTS, ...latencyFigures(findings.latenciesMs, durationMs), ...growth.figures },
        failures: [
          ...findings.failures,
          ...miscounts(dataFile, findings.accepted),
          ...(durationMs >= LEAST_MS_FOR_GROWTH && hasGrown ? ['the memory of the service is not flat'] : []),
        ],
      };
    } finally {
      await service.end('SIGKILL');
      remove();
    }
  },
};

const holdLoad = async (
  service: ServiceProcess,
  machines: Machines,
  durationMs: number,
  report: (line: string) => void,
): Promise<Findings> => {
  const findings: Findings = { latenciesMs: new Map(), accepted: new Map(), failures: [], samples: [] };
  const startedMs = performance.now();
  const isOver = () => performance.now() - startedMs >= durationMs || findings.failures.length >= MOST_FAILURES;
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const next = createCallMaker(service, machines, client);
    while (!isOver()) await makeCall(service.url, agent, next(), findings);
    agent.destroy();
  });
  while (!isOver()) {
    await delay(durationMs / SAMPLES);
    findings.samples.push({ atMs: performance.now() - startedMs, ...(await service.memory()) });
    if (findings.samples.length % 10 === 0) report(`${findings.samples.length} of ${SAMPLES} parts`);
  }
  await Promise.all(clients);
  return findings;
};

const makeCall = async (url: string, agent: Agent, planned: PlannedCall, findings: Findings): Promise<void> => {
  const { name, call, status } = planned;
  try {
    const reply = await send(url, agent, call);
    const latenciesMs = findings.latenciesMs.get(name) ?? [];
    findings.latenciesMs.set(name, latenciesMs);
    latenciesMs.push(reply.tookMs);
    const problem =
      reply.status === status
        ? undocumented(call, reply)
        : `${reply.status} in place of ${status}: ${reply.text.slice(0, 200)}`;
    if (problem !== undefined) findings.failures.push(`${name}: ${problem}`);
    if (reply.status === 200) findings.accepted.set(name, (findings.accepted.get(name) ?? 0) + 1);
  } catch (error) {
    findings.failures.push(`${name}: ${error}`);
  }
};

/** Writes that were accepted and are not recorded, or are recorded more often than they were accepted. */
const miscounts = (dataFile: string, accepted: ReadonlyMap<CallName, number>): readonly string[] => {
  const database = new DatabaseSync(dataFile);
  const count = (table: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
  const recorded = { maintenance: count('maintenance_windows'), webhooks: count('webhooks') } as const;
  database.close();
  return (['maintenance', 'webhooks'] as const)
    .filter((name) => recorded[name] !== (accepted.get(name) ?? 0))
    .map((name) => `${name}: ${accepted.get(name) ?? 0} accepted, ${recorded[name]} recorded`);
};
