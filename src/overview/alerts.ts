/** The alerts that have fired, and what changed of the user's own since the user looked last. Pure. */
import { printableStart } from '../base/text.ts';
import { clockTimeAndDay } from '../base/time.ts';
import { standingOf } from '../catalogue/instance-columns.ts';
import { occupancyWords } from '../catalogue/machine-fields.ts';
import { gpusText } from '../catalogue/offer-columns.ts';
import type { HostMachine, Instance } from '../catalogue/values.ts';
import { dim, piece, plain, type Segment } from '../drawing/segments.ts';
import { type Listed, lookedAt, type OverviewFacts } from './facts.ts';
import { instanceName } from './instances.ts';
import { cutRows, type Door, doorLine, opens, type Part, type PartPlace, partBand, rowLines } from './part.ts';

/** Present where one has fired. */
export const alertsPart = (facts: OverviewFacts, place: PartPlace): Part | undefined => {
  const firings = (facts.firings ?? []).toReversed();
  if (firings.length === 0) return undefined;
  const { timeZone, nowEpochMs } = place;
  const sinceMs = lookedAt(facts);
  const isNew = (atMs: number): boolean => sinceMs !== undefined && atMs > sinceMs;
  const news = firings.filter(({ finding }) => isNew(finding.atEpochMs)).length;
  return {
    name: 'alerts',
    lines: [
      partBand(
        'Alerts that fired',
        [news === 0 ? [] : [piece(`${news} new`, 'mark')], opens('frame.notifications', place)],
        place.width,
      ),
      ...rowLines(
        firings,
        [
          {
            heading: 'at',
            rank: 0,
            cell: ({ finding: { atEpochMs } }) => [
              plain(clockTimeAndDay(atEpochMs, nowEpochMs, timeZone)),
              piece(isNew(atEpochMs) ? ' <' : '', 'mark'),
            ],
          },
          { heading: 'alert', rank: 1, most: 36, cell: ({ sentence }) => [piece(printableStart(sentence), 'strong')] },
          { heading: 'what came true', rank: 2, most: 48, cell: ({ words }) => [dim(printableStart(words))] },
        ],
        place,
        ({ key: firing }) => ({ to: 'alerts', key: firing }),
        { to: 'alerts' },
      ).slice(1),
    ],
  };
};

/** What became of one thing. */
type Change = { readonly name: string; readonly was: Segment; readonly is: Segment; readonly door: Door };

/** Present where something has. */
export const changesPart = (facts: OverviewFacts, place: PartPlace): Part | undefined => {
  const changes = changesIn(facts);
  const sinceMs = lookedAt(facts);
  if (sinceMs === undefined || changes.length === 0) return undefined;
  const since = clockTimeAndDay(sinceMs, place.nowEpochMs, place.timeZone);
  const { shown, more } = cutRows(changes, place.most, { to: 'instances' });
  return {
    name: 'changes',
    lines: [
      partBand('Since you looked last', [[dim(since)]], place.width),
      ...shown.map(({ name, was, is, door }) =>
        doorLine([plain(`${name}  `), was, dim(was.text === '' ? '' : ' → '), is], door),
      ),
      ...more,
    ],
  };
};

const changesIn = ({ instances, machines, before }: OverviewFacts): readonly Change[] => [
  ...differences(before?.instances, instances, 'instances', instanceName, (row) => {
    const { words, role = 'plain' } = standingOf(row);
    return piece(printableStart(words), role);
  }),
  ...differences(before?.machines, machines, 'machines', machineName, ({ gpu_occupancy: letters }) =>
    plain(printableStart(occupancyWords(letters) ?? '?')),
  ),
];

const machineName = ({ id, num_gpus: gpus, gpu_name: model }: HostMachine): string =>
  `machine ${id ?? '?'}, ${printableStart(gpusText(gpus, model))}`;

/** Of two lists, none of which says nothing: what is new, what is gone, and what is said otherwise of the same. What is missing in a part of a list proves nothing. */
const differences = <Row extends Instance | HostMachine>(
  before: Listed<Row> | undefined,
  now: Listed<Row> | undefined,
  to: Door['to'],
  nameOf: (row: Row) => string,
  saidOf: (row: Row) => Segment,
): readonly Change[] => {
  if (before === undefined || now === undefined) return [];
  const known = new Map(before.value.map((row) => [row.id, row]));
  const present = new Set(now.value.map(({ id }) => id));
  const changed = now.value.flatMap((row): readonly Change[] => {
    const was = known.get(row.id);
    const door: Door = { to, key: row.id ?? undefined };
    if (was === undefined)
      return before.isPartial ? [] : [{ name: nameOf(row), was: piece('new', 'mark'), is: saidOf(row), door }];
    return saidOf(was).text === saidOf(row).text
      ? []
      : [{ name: nameOf(row), was: dim(saidOf(was).text), is: saidOf(row), door }];
  });
  const gone = (now.isPartial ? [] : before.value)
    .filter(({ id }) => !present.has(id))
    .map((row) => ({ name: nameOf(row), was: dim(saidOf(row).text), is: piece('gone', 'strong'), door: { to } }));
  return [...changed, ...gone];
};
