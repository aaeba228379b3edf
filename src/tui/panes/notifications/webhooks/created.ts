/**
 * The page of a webhook that was just created: what becomes of its secret there, and what stands on it. A secret passes through here and
 * is kept nowhere. Pure.
 */

import { grouped } from '../../../../base/figures.ts';
import { printable } from '../../../../base/text.ts';
import { momentWords } from '../../../../base/time.ts';
import { type LineEdit, lineCancelled, lineOf, lineOffered } from '../../../state/line.ts';
import {
  BLANK,
  paragraph,
  RECORD_TITLE_LINES,
  type RecordLine,
  said,
  sectionLines,
  setInBy,
} from '../../../ui/record-lines.ts';
import { band, piece, plain } from '../../../ui/segments.ts';
import { pageHeight } from '../measures.ts';
import { stageOpened } from './form-state.ts';
import { MASKED_SECRET } from './secret.ts';
import type { CreatedWebhook, Keeping, WebhooksState } from './state.ts';

/** True while a secret is held that was neither revealed nor copied nor saved. */
export const isSecretAtRisk = ({ stage }: WebhooksState): boolean =>
  stage.kind === 'created' && stage.created.hasSecret && stage.created.kept.length === 0;

/** The webhook exists, or has a new secret: what the answer says of it is shown. */
export const secretCame = (
  state: WebhooksState,
  created: Pick<CreatedWebhook, 'webhook' | 'switchedOn' | 'hasSecret' | 'secretProblem' | 'isRotated'>,
): WebhooksState => ({
  ...stageOpened(state, 'list'),
  stage: { kind: 'created', created: { ...created, isRevealed: false, kept: [], isLeavingAsked: false } },
});

/** The secret was shown in the clear, or hidden again. */
export const secretToggled = (state: WebhooksState): WebhooksState =>
  createdChanged({ ...state, top: 0 }, (created) => ({
    ...created,
    isRevealed: !created.isRevealed,
    kept: withKeeping(created, 'revealed'),
  }));

/** The secret was handed to the clipboard. */
export const secretCopied = (state: WebhooksState): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, kept: withKeeping(created, 'copied') }));

/** A file was asked for; `suggestion` stands in its field. */
export const savingBegun = (state: WebhooksState, suggestion: string): WebhooksState =>
  createdChanged(state, (created) => {
    const { cancelledFile } = created;
    const line = lineOf(suggestion);
    return {
      ...created,
      saving: lineOffered(cancelledFile === undefined ? line : { ...line, cancelled: cancelledFile }),
    };
  });

/** The name of the file changed. */
export const savingEdited = (state: WebhooksState, edit: LineEdit): WebhooksState =>
  createdChanged(state, (created) =>
    created.saving === undefined ? created : { ...created, saving: edit(created.saving) },
  );

/** The name of the file was cancelled. */
export const savingCancelled = (state: WebhooksState): WebhooksState =>
  createdChanged(state, ({ saving, ...created }) => {
    const cancelled = saving && lineCancelled(saving).cancelled;
    return cancelled === undefined ? created : { ...created, cancelledFile: cancelled };
  });

/** The secret was saved. */
export const secretSaved = (state: WebhooksState, savedIn: string): WebhooksState =>
  createdChanged(state, ({ saving: _, ...created }) => ({ ...created, savedIn, kept: withKeeping(created, 'saved') }));

/** The secret could not be kept in the way that was asked for. */
export const keepingFailed = (state: WebhooksState, problem: string): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, problem }));

/** Somebody wants to leave although the secret was not kept, or stays after all. */
export const leavingAsked = (state: WebhooksState, isLeavingAsked: boolean): WebhooksState =>
  createdChanged(state, (created) => ({ ...created, isLeavingAsked }));

const withKeeping = ({ kept }: CreatedWebhook, keeping: Keeping): readonly Keeping[] =>
  kept.includes(keeping) ? kept : [...kept, keeping];

/** Whatever happens on the page, a problem that was shown has been seen. */
const createdChanged = (state: WebhooksState, change: (created: CreatedWebhook) => CreatedWebhook): WebhooksState => {
  if (state.stage.kind !== 'created') return state;
  const { problem: _, ...created } = state.stage.created;
  return { ...state, stage: { kind: 'created', created: change(created) } };
};

/** The page: lines that stand still, and a title with the lines below it that are scrolled in `height` lines, title included. */
type CreatedPage = {
  readonly head: readonly RecordLine[];
  readonly title: string;
  readonly lines: readonly RecordLine[];
  readonly height: number;
};

/** Lines of a secret that stand still at the most. */
const STANDING_LINES = 3;

/** Lines that must be left below words that stand still: two around them, and a page with a title and two lines. */
const STANDING_ROOM = 2 + RECORD_TITLE_LINES + 2;

const SECRET_TITLE = ' Its signing secret   ';
const SAID = 'What the service says about it';

/** The page in `width` by `height` cells. `revealed` is the secret while the user wants to see it. */
export const createdPage = (
  created: CreatedWebhook,
  revealed: string | undefined,
  timeZone: string,
  width: number,
  height: number,
): CreatedPage => {
  const done: RecordLine = [
    piece(
      created.isRotated ? ' The webhook has a new secret; the one before is void.' : ' The webhook was created.',
      'good',
    ),
  ];
  const said = createdLines(created, timeZone, width - 4);
  const below: readonly RecordLine[] = [BLANK, band(SAID), ...said];
  const standing = (head: readonly RecordLine[]): CreatedPage => ({
    head,
    title: SAID,
    lines: said,
    height: pageHeight(height) - head.length,
  });
  if (!created.hasSecret) {
    const words = paragraph(withoutWords(created), width - 4, 'warning');
    return pageHeight(height) - words.length >= STANDING_ROOM
      ? standing([done, ...words.map(setInBy(1)), BLANK])
      : {
          head: [done, BLANK],
          title: SECRET_TITLE.trim(),
          lines: [...words, ...below],
          height: pageHeight(height) - 2,
        };
  }
  if (revealed === undefined) return standing([done, [plain(SECRET_TITLE), plain(MASKED_SECRET)], BLANK, BLANK]);
  const secret = secretLines(revealed, width - 4);
  if (secret.length <= STANDING_LINES) return standing([done, [plain(SECRET_TITLE)], ...secret.map(setInBy(2)), BLANK]);
  const title = `Its signing secret, ${grouped(revealed.length)} characters in ${grouped(secret.length)} lines`;
  return { head: [done, BLANK], title, lines: [...secret, ...below], height: pageHeight(height) - 2 };
};

const withoutWords = ({ secretProblem }: CreatedWebhook): string => {
  switch (secretProblem) {
    case undefined:
      return 'The answer held no signing secret.';
    case 'too short':
      return 'Its signing secret cannot be used: it has fewer than 8 characters, so anyone could guess it. It is not shown or kept. Make a new one for this webhook in the web console, or delete the webhook there.';
    case 'too long':
      return 'Its signing secret cannot be used: it has more than 100,000 characters. It is not shown or kept. Make a new one for this webhook in the web console, or delete the webhook there.';
  }
};

/**
 * A secret is cut where a line is full, and nowhere else: whoever reads it must find each of its characters. One beyond ASCII
 * may take two cells.
 */
const secretLines = (secret: string, width: number): readonly RecordLine[] => {
  const characters = Array.from(printable(secret));
  const each = /[^\x20-\x7e]/.test(secret) ? Math.floor(width / 2) : width;
  return Array.from({ length: Math.ceil(characters.length / each) }, (_, line) => [
    plain(characters.slice(line * each, (line + 1) * each).join('')),
  ]);
};

/** What the service says of a created webhook, in `width` cells. */
const createdLines = (
  { webhook, switchedOn, isRotated }: CreatedWebhook,
  timeZone: string,
  width: number,
): readonly RecordLine[] => {
  const { id, user_id: userId, name, webhook_url: url, event_types: types, created_at: createdAtS } = webhook;
  const created = createdAtS === undefined ? undefined : momentWords(createdAtS * 1000, timeZone);
  const entries = [
    said('id', id?.toString()),
    said('user id', userId?.toString()),
    said('name', name),
    said('times are in', timeZone),
    said('created', created),
  ];
  return [
    ...sectionLines([{ title: 'The webhook', entries }], Math.min(width, 60)),
    BLANK,
    band('Its address'),
    ...paragraph(`  ${url ?? 'The answer named no address.'}`, width),
    ...listLines('Its event types', types, 'The answer named none.', width),
    ...(isRotated
      ? []
      : listLines(
          'Preferences that this call switched on (webhooks channel)',
          switchedOn,
          'The answer did not say.',
          width,
        )),
  ];
};

const listLines = (
  title: string,
  types: readonly string[] | undefined,
  unsaid: string,
  width: number,
): readonly RecordLine[] => [
  BLANK,
  band(title),
  ...paragraph(`  ${types === undefined ? unsaid : types.length === 0 ? 'none' : types.join('  ')}`, width),
];
