/**
 * Plans of what a command would send (docs/scripts.md, Plan and apply). With --plan a command ends where it would send, and what it would send is kept; `gpudeck apply`
 * runs the same command again, whose way out is then open only for exactly this.
 */
import { knownMark } from '../access/service-access.ts';
import type { Call } from '../api/call.ts';
import { printable } from '../base/printable.ts';
import { utcTime } from '../base/time.ts';
import { jsonLine } from '../formats/json.ts';
import { hourly } from '../money/money.ts';
import { readLimits } from '../storage/files/limits-file.ts';
import { type KeptPlan, planFiles } from '../storage/files/plan-files.ts';
import { EXIT } from './exit.ts';
import type { CommandIo, PlanGate, Planned } from './io.ts';
import { ownWords } from './own-words.ts';
import { writeText } from './record-writer.ts';

/** How long a plan can be applied, ms. */
const LASTS_MS = 10 * 60_000;

/** Prices that differ by less are the same, $/h. */
const ROUNDING = 1e-6;

/** Words that say how a command is confirmed, not what it does. */
const CONFIRMING = ['--plan', '--yes', '--dry-run'];

const limitsNow = ({ setup: { limits } }: CommandIo): string =>
  JSON.stringify(limits === undefined ? [] : readLimits(limits));

const sealedCalls = (calls: readonly Call[], { setup }: CommandIo): string =>
  planFiles(setup.places).seal(JSON.stringify(calls.map(({ method, path, body }) => [method, path, body ?? null])));

/** Keeps the plan and prints it. */
export const makingGate =
  (argv: readonly string[]): PlanGate =>
  async ({ calls, shown, perHour, consequences, restsOn, args = (words) => words }, io, complain) => {
    const { setup, clock, columns, stdout } = io;
    if (calls.length === 0) {
      complain('There is nothing to plan: nothing would be sent.');
      return EXIT.failed;
    }
    const now = clock.now();
    const { own, rest } = ownWords(argv);
    const plan: KeptPlan = {
      ...{ service: setup.service, service_name: setup.serviceName, account: knownMark(setup.address) },
      args: [...args([...own.filter((word) => !CONFIRMING.includes(word)), ...rest])],
      ...{ calls: [...shown], seal: sealedCalls(calls, io), cost_per_hour: perHour ?? null },
      ...{ consequences: [...consequences], rests_on: restsOn, limits: limitsNow(io) },
      ...{ made_at_ms: now, expires_at_ms: now + LASTS_MS },
    };
    const digest = planFiles(setup.places).keep(plan);
    const command = `gpudeck apply ${digest} --yes`;
    const told = {
      ...{
        digest,
        apply: command,
        expires_at: utcTime(plan.expires_at_ms),
        calls: shown,
        cost_per_hour: plan.cost_per_hour,
      },
      ...{ consequences, rests_on: restsOn },
    };
    await writeText(
      stdout,
      columns === undefined
        ? jsonLine(told)
        : `Nothing was sent. Until ${told.expires_at} this sends exactly that, where nothing else has changed by then:\n  ${command}\n`,
    );
    return EXIT.done;
  };

/** `$0.4900/h more`, `$0.0200/h less`. */
const moreWords = (perHour: number | null): string =>
  perHour === null ? 'an unknown rate more' : `${hourly(Math.abs(perHour))} ${perHour < 0 ? 'less' : 'more'}`;

/** What is otherwise than it was planned, in sentences; the cost may only have fallen. */
const differencesOf = (plan: KeptPlan, now: Planned, io: CommandIo): readonly string[] => {
  const differing: string[] = [];
  for (const [name, before] of Object.entries(plan.rests_on)) {
    const found = now.restsOn[name];
    if (found === undefined) differing.push(`nothing is to be sent for ${name} any more`);
    else
      for (const member of new Set([...Object.keys(before), ...Object.keys(found)])) {
        const [was, is] = [before[member], found[member]].map((value) => JSON.stringify(value) ?? 'not known');
        if (was !== is) differing.push(`${name}: ${member} was ${was} and is ${is}`);
      }
  }
  for (const name of Object.keys(now.restsOn))
    if (!Object.hasOwn(plan.rests_on, name)) differing.push(`${name} was not planned`);
  const { cost_per_hour: planned } = plan;
  const cost = now.perHour ?? null;
  const hasRisen = cost === null ? planned !== null : planned === null || cost > planned + ROUNDING;
  if (hasRisen && planned !== cost)
    differing.push(`it was to cost ${moreWords(planned)}, and costs ${moreWords(cost)}`);
  if (limitsNow(io) !== plan.limits) differing.push('the limits are others');
  if (differing.length === 0 && sealedCalls(now.calls, io) !== plan.seal)
    differing.push('the calls are others, or a secret in them is');
  return differing;
};

/** Lets go on only what is as it was planned. */
export const applyingGate =
  (plan: KeptPlan): PlanGate =>
  async (now, io, complain) => {
    const { setup, clock } = io;
    const strange =
      plan.service !== setup.service || plan.account !== knownMark(setup.address)
        ? [`it was made for another key or for ${plan.service_name}`]
        : clock.now() > plan.expires_at_ms
          ? [`it could be applied until ${utcTime(plan.expires_at_ms)}`]
          : differencesOf(plan, now, io);
    if (strange.length === 0) {
      const { cost_per_hour: planned } = plan;
      if (planned !== null && now.perHour !== undefined && now.perHour < planned - ROUNDING)
        complain(`It costs less than was planned: ${moreWords(now.perHour)}, not ${hourly(Math.abs(planned))}.`);
      return undefined;
    }
    for (const text of strange) complain(printable(`Not as planned: ${text}.`));
    complain('Nothing was sent, and the plan is used up: make a new one with --plan.');
    return EXIT.failed;
  };
