/** A list of three pages that a script reads: faults strike the second one, and pages come that do not end. */
import type { Play, WholeAnswer } from '../../support/fault-proxy.ts';
import { bytesOf } from '../../support/fault-proxy.ts';
import { impatientClock, TIME_LIMITS_MS } from '../../support/impatient-clock.ts';
import { gpudeck } from '../../support/one-shot.ts';
import { type Fault, rowOf } from '../fault.ts';
import { judged } from '../judged.ts';
import { within } from '../patience.ts';
import type { CellResult, Problem } from '../result.ts';
import type { World } from '../world.ts';
import { REFUSED_CODES } from './command-call.ts';

/** One page: its ids, and the token of the next one. */
type Page = { readonly ids: readonly number[]; readonly next?: string };

const THREE: readonly Page[] = [{ ids: [1, 2], next: '1' }, { ids: [3, 4], next: '2' }, { ids: [5, 6] }];
const thereIn = (pages: readonly Page[]) => (place: number) => pages[place] ?? { ids: [] };

/** Pages that are not as they should be, the ids that there are in all, and what is said of them. */
type Row = {
  readonly name: string;
  readonly at: (place: number) => Page;
  readonly ids: readonly number[];
  readonly says?: RegExp;
};

const ENDLESS = /the list is not whole: the service names more pages, which bring no new record after these/;

/** All of them. */
export const PAGE_ROWS: readonly Row[] = [
  { name: 'without an end', at: (place) => ({ ids: [1, 2], next: `${place + 1}` }), ids: [1, 2], says: ENDLESS },
  {
    name: 'the same token again',
    at: thereIn([
      { ids: [1], next: '1' },
      { ids: [2], next: '1' },
    ]),
    ids: [1, 2],
    says: ENDLESS,
  },
  {
    name: 'an empty one that is not the last',
    at: thereIn([
      { ids: [1], next: '1' },
      { ids: [], next: '2' },
    ]),
    ids: [1],
    says: ENDLESS,
  },
  {
    name: 'a record that moved on',
    at: thereIn([{ ids: [1, 2], next: '1' }, { ids: [2, 3], next: '2' }, { ids: [4] }]),
    ids: [1, 2, 3, 4],
  },
];

const answerOf = ({ ids, next }: Page): WholeAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(
    JSON.stringify({ success: true, instances: ids.map((id) => ({ id })), total_instances: 6, next_token: next }),
  ),
});

/** The faults that can be tried on one page among others. */
export const isOfPages = ({ group, calls, play, isOnKeptConnection, clockJumpMs, isLarge, isSilent }: Fault): boolean =>
  calls?.includes('listVolumes') !== false &&
  play !== undefined &&
  // Texts that fill everything fill the token of the next page too.
  group !== 'text' &&
  clockJumpMs === undefined &&
  !isOnKeptConnection &&
  !isLarge &&
  !isSilent;

/** Plays `fault` on the second of three pages. A service without the list by pages is asked for the whole one. */
export const playPage = (world: World, fault: Fault): Promise<CellResult> => {
  let struckCount = 0;
  const strike: Play = (caught) => {
    const isStruck = struckCount++ < (fault.times ?? Number.POSITIVE_INFINITY);
    const passOn = () => Promise.resolve(answerOf(thereIn(THREE)(1)));
    return isStruck
      ? fault.play?.({ ...caught, passOn })
      : void caught.socket.end(bytesOf(answerOf(thereIn(THREE)(1))));
  };
  const isElsewhere = fault.name === '404';
  const isAnswered = fault.outcomes.includes('answered');
  return play(world, rowOf(fault), (place) => (place === 1 ? strike : undefined), {
    at: thereIn(THREE),
    ids: isAnswered ? [1, 2, 3, 4, 5, 6] : isElsewhere ? [world.instanceId] : undefined,
    ...(isAnswered || isElsewhere || fault.says === undefined ? {} : { says: fault.says }),
  });
};

/** Plays pages that are not as they should be. */
export const playPages = (world: World, row: Row): Promise<CellResult> =>
  play(world, `pages: ${row.name}`, () => undefined, row);

const play = async (
  world: World,
  row: string,
  playAt: (place: number) => Play | undefined,
  { at, ids, says }: Omit<Row, 'name' | 'ids'> & { readonly ids: readonly number[] | undefined },
): Promise<CellResult> => {
  world.begin();
  const clock = impatientClock(Date.UTC(2026, 10, 22), TIME_LIMITS_MS);
  world.proxy.decide(({ path }) => {
    if (!path.startsWith('/api/v1/instances/')) return undefined;
    const place = Number(new URLSearchParams(path.split('?')[1]).get('after_token') ?? 0);
    return playAt(place) ?? (({ socket }) => void socket.end(bytesOf(answerOf(at(place)))));
  });
  const problems: Problem[] = [];
  let shown = '?';
  let said = '';
  try {
    const run = gpudeck(['list', 'instances', '--fields', 'id', '--ndjson'], {
      environment: { GPUDECK_BASE_URL: world.proxy.url, GPUDECK_API_KEY: world.service.apiKey },
      clock,
    });
    const { code, out, errors } = await within('the list', run);
    said = out + errors;
    const told = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).id);
    shown = code === 0 ? 'done' : 'not done';
    const isRight =
      ids === undefined ? REFUSED_CODES.includes(code) && out === '' : code === 0 && `${told}` === `${ids}`;
    if (!isRight) problems.push({ kind: 'outcome', text: `ended with ${code} and ${told}, where ${ids} are there` });
    if (says?.test(errors.replace(/\s+/g, ' ')) === false)
      problems.push({ kind: 'words', text: `${says} is not said` });
    if (ids !== undefined && says === undefined && /not whole|cut the list/.test(errors))
      problems.push({ kind: 'words', text: 'a whole list is called cut' });
  } catch (error) {
    problems.push({ kind: 'crash', text: error instanceof Error ? `${error.stack}` : String(error) });
  }
  world.hear('what the command said', () => said);
  return judged(world, { row, call: 'listInstances', shown, problems, screen: problems.length === 0 ? '' : said });
};
