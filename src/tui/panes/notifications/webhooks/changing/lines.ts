/** What the review of a deletion, a new secret or a test says, line by line. Pure; no secret passes here. */
import { printable } from '../../../../../base/text.ts';
import { sentWords } from '../../../../../instances/fate.ts';
import { confirmationPrompt } from '../../../../../writes/confirmation.ts';
import { bodyLines } from '../../../../ui/body-lines.ts';
import type { RecordLine } from '../../../../ui/record-lines.ts';
import { plain } from '../../../../ui/segments.ts';
import type { Role } from '../../../../ui/theme.tsx';
import { paragraph } from '../../paragraph.ts';
import type { ServiceWebhook } from '../rows.ts';
import type { Act, Acting } from '../state.ts';
import { callOfWebhookChange, type SentWebhookChange } from './webhook-change.ts';

const BLANK: RecordLine = [plain(' ')];

const TITLES: Readonly<Record<Act, string>> = {
  delete: 'Delete',
  rotate: 'Make a new secret for',
  test: 'Send a test to',
};

/** `Delete webhook 7`. */
export const actTitle = ({ act, webhook }: Pick<Acting, 'act' | 'webhook'>): string =>
  `${TITLES[act]} webhook ${webhook.id}`;

const VERBS: Readonly<Record<Act, string>> = { delete: 'delete', rotate: 'make a new secret', test: 'test' };

/** Who is asked to confirm, in the words of the question. */
export const confirmingOf = ({ act, webhook }: Pick<Acting, 'act' | 'webhook'>) =>
  ({ ids: [webhook.id], noun: 'webhook', verb: VERBS[act] }) as const;

/** What is lost by it, and how much that is. */
const LOSSES: Readonly<Record<Act, readonly [words: string, role: Role]>> = {
  delete: [
    'Nothing is delivered to it any more, and what waits to be delivered is dropped. It does not come back: another one has another secret.',
    'danger',
  ],
  rotate: [
    'The secret that it has stops at once: a receiver that checks signatures refuses deliveries until it has the new one. The answer holds the new one, which the service shows only this once.',
    'warning',
  ],
  test: ['One delivery of the type webhook_test goes to its address. It is not tried again.', 'plain'],
};

/** The review in `width` cells: what it meets, what is lost, what was sent before, and exactly what is sent. */
export const actLines = (
  { act, webhook, look, changed }: Acting,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const { method, path, body } = callOfWebhookChange({ kind: act, webhookId: webhook.id });
  const [loss, role] = LOSSES[act];
  return [
    ...changed.flatMap((words) => paragraph(words, width, 'warning')),
    ...(changed.length === 0 ? [] : [BLANK]),
    ...webhookLines(webhook, width),
    BLANK,
    ...paragraph(loss, width, role),
    ...look.open.flatMap((sent) =>
      paragraph(`${sentBefore(sent, timeZone)} Confirming sends it again.`, width, 'warning'),
    ),
    BLANK,
    ...paragraph('This is exactly what will be sent:', width),
    ...paragraph(`${method} ${path}`, width, 'strong'),
    ...(body === undefined ? [] : bodyLines(JSON.stringify(body), width).map((line) => [plain(line)])),
  ];
};

const webhookLines = ({ id, name, url, types }: ServiceWebhook, width: number): readonly RecordLine[] => [
  ...paragraph(`${id}  ${name}`, width, 'strong'),
  ...paragraph(url, width),
  ...paragraph(types.join('  '), width, 'dim'),
];

/** `delete was sent 2026-11-22 14:05, outcome unknown: ...`, of what a name is enough for. */
export const sentBefore = (sent: SentWebhookChange, timeZone: string): string =>
  printable(sentWords({ ...sent, value: '' }, timeZone));

/** What is to be done with the review; `typing` is the label of the field while that is open. */
export const actFoot = (acting: Acting, width: number): { readonly rest: string; readonly typing: string } => {
  const confirming = confirmingOf(acting);
  const prompt = confirmationPrompt(confirming);
  const typing = ` ${prompt.length + 14 > width ? confirmationPrompt(confirming, true) : prompt}`;
  if (acting.act === 'test') return { rest: ' Enter sends it, Esc goes back.', typing };
  return { rest: ` Enter, then type the id, ${acting.webhook.id}. Esc leaves it.`, typing };
};
