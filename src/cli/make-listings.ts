/** What machines are to be listed with, for a command: of what was said, of the list of machines, of the market and of what was sent before. */
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors/error.ts';
import { isListWhole } from '../api/records/replies.ts';
import { printable } from '../base/printable.ts';
import type { HostMachine } from '../catalogue/values.ts';
import { type ListingWish, type Needed, type PlannedListing, planOf } from '../hosting/list-plan.ts';
import { areSame, termName } from '../hosting/list-terms.ts';
import { differenceOf, isNotedAs, type ListWrite, notedPrice } from '../hosting/list-write.ts';
import { listingOf } from '../hosting/machine.ts';
import { type MachineMarket, readMarkets } from '../hosting/machine-market.ts';
import { sentWords } from '../instances/fate.ts';
import { dollars } from '../money/money.ts';
import { ANSWERED_KEPT_MS, type SentChange } from '../storage/journal/changes.ts';
import { EXIT, type ExitCode } from './exit.ts';
import type { CommandIo } from './io.ts';
import type { Making } from './run-write.ts';
import type { WriteOptions } from './shared-options.ts';
import { readForCommand } from './with-service.ts';

/** What was said. */
export type ListingOptions = Pick<WriteOptions<unknown>, 'ids' | 'consent'> & {
  readonly verb: ListWrite['request']['verb'];
  readonly wish: ListingWish;
  /** Bounds of a price, $/GPU/h. */
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
};

/** The options that say what has to be known. */
const OPTIONS: Readonly<Record<Needed, string>> = {
  pricePerGpu: '--price',
  diskPrice: '--disk-price',
  upPrice: '--up-price',
  downPrice: '--down-price',
  minChunk: '--min-chunk',
  end: '--end',
  discount: '--discount',
};

/** Offers of others that a place in the market takes where nobody looks at it, and how old they may be, in milliseconds. */
const FEWEST = 10;
const OLDEST_MS = 10 * 60_000;

type Problem = { readonly problem: string; readonly code: ExitCode };

type Own = HostMachine & { readonly id: number };

/** Makes them. */
export const createMaking =
  (options: ListingOptions, io: CommandIo): Making<ListWrite> =>
  async (reply, client, journal) => {
    const { ids, verb } = options;
    const { records: rows } = reply;
    const isOwnWhole = isListWhole(reply);
    const machines = rows.filter((row): row is Own => typeof row.id === 'number' && ids.includes(row.id));
    const markets = await marketsFor({ machines, all: rows }, options, client, io);
    const sent = journal?.machineWrites.list.newest(ids, 'list') ?? [];
    if ('problem' in sent) return { problems: [sent.problem], code: EXIT.failed };
    const nowEpochMs = io.clock.now();
    const made = machines.map((machine) => {
      const { id } = machine;
      const before = sent.find(({ instanceId }) => instanceId === id);
      const known = { market: markets.get(id), isOwnWhole, before, nowEpochMs, timeZone: io.setup.timeZone };
      return madeFor(machine, options, known);
    });
    const problems = made.filter((one) => 'problem' in one);
    if (problems.length > 0)
      return {
        problems: problems.map(({ problem }) => problem),
        code: problems.find(({ code }) => code === EXIT.badUsage)?.code ?? problems[0]?.code ?? EXIT.failed,
      };
    const planned = made.filter((one) => 'planned' in one);
    for (const { doneWords } of planned)
      if (doneWords !== undefined) io.writeError(`gpudeck machine: ${printable(doneWords)}\n`);
    return {
      request: { kind: 'list', verb, listings: planned.map((one) => one.planned), atEpochMs: nowEpochMs },
      done: planned.flatMap(({ planned: { sent: listing }, doneWords }) =>
        doneWords === undefined ? [] : listing.machineId,
      ),
    };
  };

/** Where the machines stand: nothing of it is needed for a price that stays, and for a figure it may be lacking. */
const marketsFor = async (
  { machines, all }: { readonly machines: readonly Own[]; readonly all: readonly HostMachine[] },
  { wish: { price }, verb }: ListingOptions,
  client: Client,
  io: CommandIo,
): Promise<ReadonlyMap<number, MachineMarket>> => {
  if (price === undefined && verb !== 'list') return new Map();
  try {
    const call = (wishes: object) => readMarkets(machines, client, { ...wishes, all, now: io.clock.now });
    return await readForCommand({ read: 'search', call }, client, io);
  } catch (error) {
    if (!(error instanceof ApiError) || price?.kind === 'market') throw error;
    return new Map();
  }
};

/** What is known of a machine besides: its market, and what was sent for it before. */
type Known = {
  readonly market: MachineMarket | undefined;
  /** False where the list may lack machines of the host's, whose offers are no others'. */
  readonly isOwnWhole: boolean;
  readonly before: SentChange<'list'> | undefined;
  readonly nowEpochMs: number;
  readonly timeZone: string;
};

/** What is sent for a machine, and why nothing is where it was carried out before. */
const madeFor = (
  machine: Own,
  options: ListingOptions,
  { market, isOwnWhole, before, nowEpochMs, timeZone }: Known,
): Problem | { readonly planned: PlannedListing; readonly doneWords: string | undefined } => {
  const { id } = machine;
  const { verb, wish } = options;
  const no = (text: string, code: ExitCode = EXIT.failed): Problem => ({ problem: `Machine ${id}: ${text}`, code });
  if (verb !== 'list' && machine.listed !== true)
    return no(
      `${machine.listed === false ? 'it is not listed' : 'the list does not say that it is listed'}; gpudeck machine list lists it.`,
    );
  const blind = isBlind(options) ? blindProblem(options, market, isOwnWhole) : undefined;
  if (blind !== undefined) return no(blind.problem, blind.code);
  const { price } = wish;
  const noted = before && price?.kind === 'change' ? notedPrice(before.value, price.word) : undefined;
  const isOpen = before?.outcome.kind === 'unknown';
  if (price?.kind === 'change' && isOpen && noted === undefined)
    return no(
      `${sentWords(before, timeZone)} What ${price.word} is of is not known: write a figure.`,
      EXIT.outcomeUnknown,
    );
  const isSame =
    before !== undefined &&
    noted !== undefined &&
    (isOpen || isHeldStill(machine, noted, before.sentAtEpochMs, nowEpochMs));
  const planned = planOf(machine, wish, { market, figure: isSame ? noted : undefined, nowEpochMs });
  if ('problem' in planned) return no(planned.problem);
  if ('lacking' in planned) {
    const { lacking, hasEnded } = planned;
    const unknown = lacking.map(termName).join(', ');
    const why = hasEnded ? ' Its end is past, and is not sent back.' : '';
    return no(`not known: ${unknown}.${why} Say ${lacking.map((term) => OPTIONS[term]).join(', ')}.`, EXIT.badUsage);
  }
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = options;
  const { pricePerGpu } = planned.sent;
  if (pricePerGpu < atLeast || pricePerGpu > atMost)
    return no(`${dollars(String(pricePerGpu))}/GPU/h is not within --at-least and --at-most.`);
  const isDone =
    (isOpen || isSame) &&
    isNotedAs(before.value, planned) &&
    differenceOf(planned.sent, machine, nowEpochMs) === undefined;
  const doneWords = isDone
    ? `Machine ${id}: ${sentWords(before, timeZone)} The list shows that it was carried out: nothing is sent for it.`
    : undefined;
  const untilEpochMs = isBlind(options) && market !== undefined ? market.readAtEpochMs + OLDEST_MS : undefined;
  return { planned: { ...planned, ...(untilEpochMs !== undefined && { untilEpochMs }) }, doneWords };
};

/** A place in the market is taken, and nobody looks at it, now or when it is applied. */
const isBlind = ({ consent, wish: { price } }: ListingOptions): boolean =>
  (consent === 'given' || consent === 'plan') && price?.kind === 'market';

/** Whether the machine still has the price that a run of the last day has given it. */
const isHeldStill = (machine: HostMachine, price: number, sentAtEpochMs: number, nowEpochMs: number): boolean =>
  nowEpochMs - sentAtEpochMs < ANSWERED_KEPT_MS &&
  areSame('pricePerGpu', price, listingOf(machine).pricePerGpu ?? null);

/** Why it is not taken then; undefined where it is. */
const blindProblem = (
  { atLeast, atMost }: ListingOptions,
  { others, isWhole }: Pick<MachineMarket, 'others' | 'isWhole'> = { others: [], isWhole: true },
  isOwnWhole: boolean,
): Problem | undefined => {
  const checks: readonly (readonly [isWrong: boolean, why: string, code: ExitCode])[] = [
    [atLeast === undefined || atMost === undefined, 'needs --at-least and --at-most', EXIT.badUsage],
    [!isWhole, 'is not taken of an answer that is not whole', EXIT.failed],
    [!isOwnWhole, 'is not taken while the list of your machines is not whole: an offer may be yours', EXIT.failed],
    [others.length < FEWEST, `takes ${FEWEST} comparable offers of others: there are ${others.length}`, EXIT.failed],
  ];
  const [, why, code] = checks.find(([isWrong]) => isWrong) ?? [];
  return why === undefined || code === undefined
    ? undefined
    : { problem: `a place in the market, with --yes, ${why}.`, code };
};
