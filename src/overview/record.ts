/** The overview as plain data for scripts: what is not known is null. Pure. */
import { utcTime } from '../base/time.ts';
import { IDLE_WORDS, presentRate, standingOf, statusOf } from '../catalogue/instance-columns.ts';
import { weekChange } from '../drawing/week.ts';
import { standingByMachine } from '../maintenance/standing-windows.ts';
import { increaseOf } from '../money/increase.ts';
import { bestOf } from './best.ts';
import { type Listed, lookedAt, newestAt, type OverviewFacts } from './facts.ts';
import { burnIn, netDayDollars } from './figures.ts';
import { earningsOf } from './machines.ts';
import { medianOf } from './market.ts';

/** One object. Amounts in dollars, times in UTC. */
export const overviewRecord = (facts: OverviewFacts) => {
  const { instances, machines, money, firings = [], market, searched } = facts;
  const at = newestAt(facts);
  const { dayDollars = null, isWhole = null } = machines === undefined ? {} : earningsOf(machines);
  const burn = burnIn(facts);
  const windows = standingByMachine(facts.windows?.value ?? [], at ?? 0);
  const sinceMs = lookedAt(facts);
  return {
    as_of: at === undefined ? null : utcTime(at),
    money: {
      [money?.standing?.what ?? 'credit']: money?.standing?.dollars ?? null,
      burn_per_hour: burn?.total ?? null,
      burn_complete: burn?.isWhole ?? null,
      runway_hours: finite(money?.runway?.hours),
      runway_until: money?.runway?.untilMs === undefined ? null : utcTime(money.runway.untilMs),
      earned_per_day: dayDollars,
      earned_complete: dayDollars === null ? null : isWhole,
      net_per_day: netDayDollars(facts) ?? null,
    },
    instances: listed(instances, (row) => ({
      id: row.id ?? null,
      label: row.label ?? null,
      status: statusOf(row),
      idle: standingOf(row).words === IDLE_WORDS,
      num_gpus: row.num_gpus ?? null,
      gpu_name: row.gpu_name ?? null,
      cost_per_hour: presentRate(row) ?? null,
      end_date: row.end_date ?? null,
    })),
    price_increases: listed(facts.increases, (row) => ({
      instance_id: row.contract_id ?? null,
      more_per_hour: increaseOf(row, instances?.value ?? []).more ?? null,
      from: row.contract_end_date ?? null,
    })),
    machines: listed(machines, (row) => ({
      id: row.id ?? null,
      num_gpus: row.num_gpus ?? null,
      gpu_name: row.gpu_name ?? null,
      gpu_occupancy: row.gpu_occupancy ?? null,
      earn_day: row.earn_day ?? null,
      next_window: windows.get(row.id)?.[0]?.start_time ?? null,
    })),
    alerts: firings.map(({ alert, sentence, words, finding }) => ({
      ...{ at: utcTime(finding.atEpochMs), alert, sentence, words },
      new: sinceMs !== undefined && finding.atEpochMs > sinceMs,
    })),
    market: (market?.models ?? []).map(({ model, week }) => ({
      ...{ gpu_name: model, median: medianOf(market, model) ?? null, week_change: weekChange(week) ?? null },
    })),
    best: (searched === undefined ? [] : bestOf(searched)).slice(0, MOST_OFFERS).map(({ offer, dollars }) => ({
      id: offer.id ?? null,
      num_gpus: offer.num_gpus ?? null,
      gpu_name: offer.gpu_name ?? null,
      job_total: dollars,
    })),
  };
};

const MOST_OFFERS = 20;

const finite = (figure: number | undefined): number | null =>
  figure !== undefined && Number.isFinite(figure) ? figure : null;

const listed = <Row, Record>(told: Listed<Row> | undefined, recordOf: (row: Row) => Record) =>
  told === undefined
    ? null
    : { as_of: utcTime(told.atEpochMs), complete: told.isPartial !== true, rows: told.value.map(recordOf) };
