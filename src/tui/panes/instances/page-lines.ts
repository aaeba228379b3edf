/** The page of an instance beside its fields: advice, how it is reached, what it costs, its ports, and where it came from. */

import { keyName } from '../../../base/named-keys.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { BREAKDOWN_FIGURES, type Breakdown } from '../../../catalogue/field.ts';
import { displayText, formatValue } from '../../../catalogue/format.ts';
import {
  addressWords,
  costSoFar,
  SO_FAR,
  sshAddress,
  statusAdvice,
  statusOf,
  statusWords,
} from '../../../catalogue/instance-columns.ts';
import { INSTANCE_FIELDS } from '../../../catalogue/instance-fields.ts';
import type { Instance } from '../../../catalogue/values.ts';
import { anewRefusal } from '../../../instances/anew.ts';
import { wantsWords } from '../../../instances/increase-write.ts';
import { costSpans, endNotes, hoursLeft, leftWords } from '../../../pricing/time-left.ts';
import { type LabelledValue, paragraph, type RecordLine, sectionLines } from '../../ui/record-lines.ts';
import { dim, plain } from '../../ui/segments.ts';
import type { ListPlace } from '../list-pane/description.ts';

/** The command that opens a shell on it; undefined where there is no way to. */
export const sshCommand = (instance: Instance): string | undefined => {
  const address = sshAddress(instance);
  return 'problem' in address ? undefined : `ssh -p ${address.port} root@${address.host}`;
};

/** How it is reached, and what to know of a state that does not pass. */
export const adviceLines = (
  instance: Instance,
  room: number,
  { answeredAtEpochMs, beside, timeZone }: Pick<ListPlace, 'answeredAtEpochMs' | 'beside' | 'timeZone'>,
): readonly RecordLine[] => {
  const address = sshAddress(instance);
  const reached = 'problem' in address ? `Not by ssh: ${address.problem}.` : (sshCommand(instance) ?? '');
  const advice = statusAdvice(statusOf(instance));
  const anew =
    anewRefusal(instance) === undefined
      ? [`${keyName('instances.anew')} rents another like it, and destroys this one, after asking.`]
      : [];
  const told = advice === undefined ? [reached] : [advice, ...anew, reached];
  const lines = told.flatMap((text) => wrappedLines(text, room)).map((line) => [plain(line)]);
  const { end_date: endS } = instance;
  const left = hoursLeft(typeof endS === 'number' ? endS - answeredAtEpochMs / 1000 : undefined);
  const { lease, dearer } = beside?.[String(instance.id)] ?? {};
  const filter = typeof instance.machine_id === 'number' ? wrappedLines(filterOf(instance.machine_id), room) : [];
  return [
    ...lines,
    ...(lease === undefined ? [] : paragraph(`Rented until ${lease.until}.`, room)),
    ...(dearer === undefined
      ? []
      : paragraph(`! ${wantsWords(dearer, timeZone)} ${keyName('instances.increases')} answers it.`, room, 'warning')),
    ...endNotes(left, 'It').flatMap(({ text, role }) => paragraph(text, room, role)),
    [],
    ...sectionLines(
      [costs(instance, left), soFar(instance, answeredAtEpochMs), ports(instance), origin(instance)].flat(),
      room,
    ),
    ...filter.map((line) => [dim(line)]),
    [],
  ];
};

/** What it costs, part by part. */
export const costLines = (instance: Instance, room: number): readonly RecordLine[] =>
  sectionLines(costs(instance, undefined), room);

/** Finds what is offered of a machine, also what the caller rents of it. */
const filterOf = (machineId: number): string =>
  `Among the offers it is machine_id=${machineId} rented=true rentable=any verified=any`;

/** What is told of an instance that has changed since it was looked at: not what changes by itself, as its load does. */
export const watchedOf = (instance: Instance) => {
  const address = sshAddress(instance);
  return {
    status: statusWords(statusOf(instance)),
    'what it is meant to be': displayText(instance.intended_status ?? ''),
    label: displayText(instance.label ?? ''),
    'what it costs in all': money(instance.dph_total),
    'how it is reached': 'problem' in address ? '' : addressWords(address),
  };
};

const RATE = INSTANCE_FIELDS.find(({ name }) => name === 'dph_total');
const money = (rate: number | null | undefined): string =>
  RATE === undefined || typeof rate !== 'number' ? '' : formatValue(RATE, rate);

const TOTALS = { day: 'Total of a day', month: 'Total of 30 days', end: 'Total to its end' } as const;

/** What is charged now, and what is while it runs where that is something else. */
const costs = ({ instance: now, search: running }: Instance, left: number | undefined) => {
  const isSame = now?.totalHour === running?.totalHour;
  return [
    { title: isSame ? 'What it costs' : 'What it costs now', entries: costEntries(now ?? running, left) },
    ...(isSame ? [] : [{ title: 'What it costs while it runs', entries: costEntries(running, left) }]),
  ].filter(({ entries }) => entries.length > 0);
};

/** Reckoned, and said to be so: gpudeck charges tells what was charged. */
const soFar = (instance: Instance, atEpochMs: number) => {
  const cost = costSoFar(instance, atEpochMs);
  if (cost === undefined) return [];
  const unit = SO_FAR in instance ? '$, charged, then reckoned' : '$, at what it costs now';
  const entry = { label: 'Since it was rented', value: `~${cost.toFixed(2)}`, unit };
  return [{ title: 'What it has cost', entries: [entry] }];
};

const costEntries = (breakdown: Breakdown | null | undefined, left: number | undefined): readonly LabelledValue[] => {
  const figures = BREAKDOWN_FIGURES.flatMap(({ name, label }) =>
    entryOf(OWN_LABELS[name] ?? label, breakdown?.[name], '$/h'),
  );
  const total = breakdown?.totalHour;
  if (typeof total !== 'number') return figures;
  return [
    ...figures,
    ...costSpans(left).map(({ name, hours }) => ({
      label: TOTALS[name],
      value: (total * hours).toFixed(2),
      unit: name === 'end' ? `$, in ${leftWords(hours)}` : '$',
    })),
  ];
};

/** An offer's discount is that of a reserved instance; this is the instance's own. */
const OWN_LABELS: Readonly<Partial<Record<keyof Breakdown, string>>> = {
  discountTotalHour: 'Discount',
  discountedTotalPerHour: 'Total less discount',
};

const entryOf = (label: string, figure: number | null | undefined, unit: string): readonly LabelledValue[] =>
  typeof figure === 'number' ? [{ label, value: money(figure), unit }] : [];

/** Ports of a record that are listed: a machine has as many as its owner likes. */
const MOST_PORTS = 50;

const ports = ({ ports: mapped, public_ipaddr: host }: Instance) => {
  if (typeof mapped !== 'object' || mapped === null) return [];
  const entries = Object.entries(mapped).flatMap(([inner, outer]) =>
    outerPorts(outer).map((port) => ({
      label: `${displayText(inner)} is at`,
      value: `${displayText(host ?? '?')}:${port}`,
      unit: '',
    })),
  );
  return entries.length === 0 ? [] : [{ title: 'Ports', entries: entries.slice(0, MOST_PORTS) }];
};

const outerPorts = (outer: unknown): readonly string[] => {
  if (!Array.isArray(outer)) return [];
  const named = outer.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'HostPort' in one ? displayText(String(one.HostPort)) : [],
  );
  return [...new Set(named)];
};

const origin = ({ machine_id: machine, host_id: host, is_bid: isBid }: Instance) => {
  if (typeof machine !== 'number') return [];
  const entries = [
    { label: 'Offer', value: `of machine ${machine}${typeof host === 'number' ? `, host ${host}` : ''}`, unit: '' },
    ...(typeof isBid === 'boolean' ? [{ label: 'Rented', value: isBid ? 'by a bid' : 'on demand', unit: '' }] : []),
  ];
  return [{ title: 'Where it came from', entries }];
};
