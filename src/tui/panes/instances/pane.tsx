/** The pane of instances: what the caller rents by the hour, what each is doing, what it costs and how it is reached. */
import { CALLS } from '../../../api/calls.ts';
import { wrappedLines } from '../../../base/wrap.ts';
import { displayText, formatValue } from '../../../catalogue/format.ts';
import { instanceColumns } from '../../../catalogue/instance-columns.ts';
import { INSTANCE_FIELDS } from '../../../catalogue/instance-fields.ts';
import { isUnderway, pressingOf, statusAdvice, statusOf, statusWords } from '../../../catalogue/instance-status.ts';
import { sshAddress } from '../../../catalogue/ssh-address.ts';
import type { Instance } from '../../../catalogue/values.ts';
import type { RecordLine } from '../../ui/record-lines.ts';
import { dim, plain, type Segment } from '../../ui/segments.ts';
import { recordList } from '../list-pane/record-list.tsx';
import { shellKeys } from './shell-keys.ts';

/** The command that opens a shell on it; undefined where there is no way to. */
const sshCommand = (instance: Instance): string | undefined => {
  const address = sshAddress(instance);
  return 'problem' in address ? undefined : `ssh -p ${address.port} root@${address.host}`;
};

/** How it is reached, and what to know of a state that does not pass. */
const adviceLines = (instance: Instance, room: number): readonly RecordLine[] => {
  const address = sshAddress(instance);
  const reached = 'problem' in address ? `Not by ssh: ${address.problem}.` : (sshCommand(instance) ?? '');
  const advice = statusAdvice(statusOf(instance));
  const told = advice === undefined ? [reached] : [advice, reached];
  return [...told.flatMap((text) => wrappedLines(text, room)).map((line) => [plain(line)]), []];
};

const RATE = INSTANCE_FIELDS.find(({ name }) => name === 'dph_total');

/** What those that are shown cost together, $/hour; a price that is not known makes it the least that they cost. */
const costSegments = (shown: readonly Instance[], came: number): readonly Segment[] => {
  if (shown.length === 0 || RATE === undefined) return [];
  const sum = shown.reduce((total, { dph_total: rate }) => total + (rate ?? 0), 0);
  const isWhole = shown.every(({ dph_total: rate }) => typeof rate === 'number');
  const who = shown.length === came ? 'all' : 'shown';
  return [dim(`${who}: ${isWhole ? '' : 'at least '}${formatValue(RATE, sum)} $/h`)];
};

const list = recordList({
  call: CALLS.instances,
  noun: 'instance',
  columns: ({ answeredAtEpochMs }) => instanceColumns(answeredAtEpochMs),
  orderValue: (instance, field) => (field === 'actual_status' ? pressingOf(instance) : instance[field]),
  pressing: pressingOf,
  unsorted: 'what is wrong first',
  isUnderway,
  emptyWords: [
    'You rent no instances.',
    'An instance is a machine, or a part of one, that you pay by the hour. The ones you rent are listed here.',
    'R asks again.',
  ],
  comparedAs: (instance) => statusWords(statusOf(instance)),
  title: (instance) =>
    `Instance ${instance.id ?? '?'}   ${statusWords(statusOf(instance))}   ${displayText(instance.label ?? '')}`.trimEnd(),
  firstLines: adviceLines,
  ownKeys: shellKeys,
  copied: { label: 'ssh command', text: sshCommand },
  footnote: ({ shown, rows }) =>
    costSegments(
      shown.map(({ record }) => record),
      rows.length,
    ),
  machines: { hostRow: (instance) => instance, areHeld: true },
});

export const instances: typeof list = {
  ...list,
  calls: [...list.calls, 'changeInstance', 'rebootInstance', 'bidForInstance', 'destroyInstance'],
};
