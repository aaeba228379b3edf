/**
 * Fuzz: tens of thousands of calls, most of them nearly right. Each is answered with a documented status and shape within
 * a second, and afterwards the service still answers and its database is whole.
 */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { type Call, type Reply, send } from './call.ts';
import { undocumented } from './documented-answer.ts';
import { fuzzedCall } from './fuzz-calls.ts';
import { damageOf } from './kill-check.ts';
import { machinesIn } from './machines.ts';
import { type ServiceProcess, startServiceProcess, trialFolder } from './service-process.ts';
import type { LongTrial } from './trial.ts';

/** Of these about nine in ten carry a body. */
const CALLS = 60_000;
/** Longest time for an answer. */
const MOST_MS = 1000;
const CALLS_PER_REPORT = 10_000;

/** What was seen so far. */
type Findings = {
  bodies: number;
  slowest: { readonly tookMs: number; readonly call: Call } | undefined;
  readonly statuses: Map<number, number>;
};

/** The trial. */
export const fuzz: LongTrial = {
  name: 'fuzz',
  run: async ({ scale, report }) => {
    const { folder, remove } = trialFolder();
    const dataFile = join(folder, 'service.db');
    const service = await startServiceProcess(dataFile);
    try {
      const runs = Math.max(1, Math.round(CALLS * scale));
      // A short trial is the same each time; the long one finds something new.
      const seed = scale < 1 ? 1 : Date.now() % 0x8000_0000;
      const findings: Findings = { bodies: 0, slowest: undefined, statuses: new Map() };
      const failure = await fuzzService(service, dataFile, { runs, seed, findings, report });
      const alive = await send(service.url, new Agent(), ownVolumes(service));
      await service.end('SIGTERM');
      const database = new DatabaseSync(dataFile);
      const damage = damageOf(database);
      database.close();
      return {
        figures: { calls: runs, seed, ...figuresOf(findings) },
        failures: [...failure, ...damage, ...(alive.status === 200 ? [] : [`afterwards it answers ${alive.status}`])],
      };
    } finally {
      await service.end('SIGKILL');
      remove();
    }
  },
};

const ownVolumes = ({ apiKey }: ServiceProcess): Call => ({
  method: 'GET',
  path: '/api/v0/volumes',
  headers: { authorization: `Bearer ${apiKey}` },
});

const fuzzService = async (
  service: ServiceProcess,
  dataFile: string,
  { runs, seed, findings, report }: { runs: number; seed: number; findings: Findings; report: (line: string) => void },
): Promise<readonly string[]> => {
  const agent = new Agent({ keepAlive: true });
  let calls = 0;
  const property = fc.asyncProperty(
    fuzzedCall({ ...service, machines: machinesIn(dataFile, service.userId) }),
    async (call) => {
      calls += 1;
      if (calls % CALLS_PER_REPORT === 0) report(`${calls} calls`);
      const reply = await answerOf(service, () => send(service.url, agent, call));
      note(findings, call, reply);
      const problem = undocumented(call, reply);
      if (problem !== undefined) throw new Error(problem);
      if (reply.tookMs > MOST_MS) throw new Error(`an answer after ${reply.tookMs.toFixed(0)} ms`);
    },
  );
  const result = await fc.check(property, { numRuns: runs, seed });
  agent.destroy();
  if (!result.failed) return [];
  return [`${result.errorInstance}: ${JSON.stringify(result.counterexample)?.slice(0, 1000)}`];
};

/**
 * The answer; one that was too slow is asked for once more, and by the processor time that the service takes for it: the machine
 * may be busy with something else.
 */
const answerOf = async (service: ServiceProcess, ask: () => Promise<Reply>): Promise<Reply> => {
  const first = await ask();
  if (first.tookMs <= MOST_MS) return first;
  const beforeMs = service.processorMs();
  const second = await ask();
  return { ...second, tookMs: Math.min(second.tookMs, service.processorMs() - beforeMs) };
};

const note = (findings: Findings, call: Call, { status, tookMs }: Reply): void => {
  if (call.body !== undefined) findings.bodies += 1;
  findings.statuses.set(status, (findings.statuses.get(status) ?? 0) + 1);
  if (tookMs > (findings.slowest?.tookMs ?? 0)) findings.slowest = { tookMs, call };
};

const figuresOf = ({ bodies, slowest, statuses }: Findings) => ({
  bodies,
  'answers by status': [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status} x ${count}`)
    .join(', '),
  'slowest answer ms': `${slowest?.tookMs.toFixed(0)} (${slowest?.call.path.slice(0, 60)}, ${slowest?.call.body?.slice(0, 80)})`,
});
