/** Draws the webhooks page. A secret comes as masked text, or in the clear while it is revealed. */

import { keyName } from '../../../../base/named-keys.ts';
import { printable } from '../../../../base/text.ts';
import { WEBHOOK_WRITE } from '../../../../notifications/webhook-write.ts';
import { Field } from '../../../ui/field.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { RecordPage } from '../../../ui/over-list.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { SegmentLine, SegmentLines } from '../../../ui/segment-line.tsx';
import { dim, piece, plain, type Segment, type Size } from '../../../ui/segments.ts';
import { WritePage } from '../../write-page/view.tsx';
import { failedLines } from '../failed-write.ts';
import type { ShowingTypes } from '../tab.ts';
import { createdPage } from './created.ts';
import { WebhookForm } from './form-view.tsx';
import { WebhookListView } from './list-view.tsx';
import { type IsTypeOn, recordLines } from './record-lines.ts';
import { idOf } from './rows.ts';
import { type CreatedWebhook, currentRow, type Keeping, type WebhooksState } from './state.ts';

type CreatedViewProps = Size & {
  readonly created: CreatedWebhook;
  readonly revealed: string | undefined;
  readonly timeZone: string;
  readonly top: number;
};

/** The page in `width` by `height` cells. `revealed` is the secret while the user wants to see it. */
const CreatedView = ({ created, revealed, timeZone, top, width, height }: CreatedViewProps) => {
  const page = createdPage(created, revealed, timeZone, width, height);
  return (
    <>
      <SegmentLines lines={page.head} width={width} />
      <RecordPage title={page.title} lines={page.lines} top={top} width={width} height={page.height} />
      <SegmentLine left={[plain(' ')]} width={width} />
      <SegmentLine left={askedSegments(created)} width={width} />
      {created.saving === undefined ? null : (
        <Field label=" Save the secret to" line={created.saving} isOpen width={width} />
      )}
    </>
  );
};

const KEPT_WORDS: Readonly<Record<Keeping, string>> = {
  revealed: 'shown on this screen',
  copied: "sent to your terminal's clipboard",
  saved: 'saved',
};

const askedSegments = ({ hasSecret, kept, savedIn, problem, isLeavingAsked }: CreatedWebhook): readonly Segment[] => {
  if (problem !== undefined) return [{ text: ` ${printable(problem)}`, role: 'danger' }];
  if (!hasSecret) return [plain(' ')];
  if (kept.length === 0) {
    return isLeavingAsked
      ? [
          piece(
            ` The secret was not saved. ${keyName('notifications.leave-behind')} leaves without it for good, Esc stays.`,
            'danger',
          ),
        ]
      : [{ text: ' It cannot be shown again later: reveal, copy or save it.', role: 'warning' }];
  }
  const words = kept.map((keeping) =>
    keeping === 'saved' && savedIn !== undefined ? `saved in ${printable(savedIn)}` : KEPT_WORDS[keeping],
  );
  return [dim(` The secret was ${words.join(', ')}.`)];
};

/** What the tab is drawn from. */
type Props = ShowingTypes<WebhooksState> & {
  /** Whether the webhooks channel of a type is on, as far as that is known. */
  readonly isTypeOn: IsTypeOn;
  /** The secret in the clear while the user has it revealed. */
  readonly revealedSecret: string | undefined;
  /** Why nothing may be sent. */
  readonly refusal: string | undefined;
};

/** The tab in `width` by `height` cells. */
export const WebhooksView = (props: Props) => {
  const { state, revealedSecret, width, height } = props;
  switch (state.stage.kind) {
    case 'list':
      return <WebhookListView {...props} />;
    case 'record': {
      const row = currentRow(state);
      if (row === undefined) {
        return (
          <>
            <SegmentLines lines={failedLines(state.failed?.words, width, state.failed?.seen)} width={width} />
            <MessagePage lines={['This webhook is no longer in the list.', 'Esc goes back.']} width={width} />
          </>
        );
      }
      const lines = recordLines(state, row, props.isTypeOn, props.timeZone, width - RECORD_MARGIN);
      return (
        <RecordPage
          title={`Webhook ${idOf(row) ?? ''}   ${printable(row.name)}`}
          lines={lines}
          // A newer answer may have fewer lines.
          top={Math.min(state.top, Math.max(0, lines.length - (height - RECORD_TITLE_LINES)))}
          width={width}
          height={height}
        />
      );
    }
    case 'form':
      return <WebhookForm {...props} />;
    case 'writing':
      return (
        <WritePage
          writing={state.stage.writing}
          kind={WEBHOOK_WRITE}
          context={{ timeZone: props.timeZone, describe: () => undefined }}
          width={width}
          height={height}
        />
      );
    case 'created':
      return <CreatedView {...props} created={state.stage.created} revealed={revealedSecret} top={state.top} />;
  }
};
