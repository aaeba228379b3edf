/** Draws the webhooks tab. */
import type { NotificationType } from '../../../../api/records/replies.ts';
import { printable } from '../../../../base/text.ts';
import { footOf } from '../../../keys/confirmation-page.ts';
import { Field } from '../../../ui/field.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { RecordPage } from '../../../ui/over-list.tsx';
import { RECORD_MARGIN, RECORD_TITLE_LINES } from '../../../ui/record-lines.ts';
import { SegmentLine } from '../../../ui/segment-line.tsx';
import { plain } from '../../../ui/segments.ts';
import { pageHeight } from '../measures.ts';
import { failedLines } from '../paragraph.ts';
import { actFoot, actLines, actTitle } from './changing/lines.ts';
import { CreatedView } from './created-view.tsx';
import { WebhookForm } from './form-view.tsx';
import { reviewLines } from './lines.ts';
import { WebhookListView } from './list-view.tsx';
import { type IsTypeOn, recordLines } from './record-lines.ts';
import { idOf } from './rows.ts';
import { currentRow, type WebhooksState } from './state.ts';

/** What the tab is drawn from. */
type Props = {
  readonly state: WebhooksState;
  readonly offered: readonly string[];
  /** What the service says of types. */
  readonly types: readonly NotificationType[];
  /** Whether the webhooks channel of a type is on, as far as that is known. */
  readonly isTypeOn: IsTypeOn;
  readonly timeZone: string;
  /** The secret in the clear while the user has it revealed. */
  readonly revealedSecret: string | undefined;
  /** Why nothing may be sent. */
  readonly refusal: string | undefined;
  readonly width: number;
  readonly height: number;
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
            {failedLines(state.failed?.words, width, state.failed?.seen).map((line, index) => (
              <SegmentLine key={index} left={line} width={width} />
            ))}
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
    case 'review':
      return (
        <>
          <RecordPage
            title={state.editing === undefined ? 'Create this webhook?' : `Change webhook ${state.editing.id}?`}
            lines={reviewLines(state, props.timeZone, width - 4)}
            top={state.top}
            width={width}
            height={pageHeight(height)}
          />
          <SegmentLine left={[plain(' ')]} width={width} />
          <SegmentLine
            left={[
              {
                text: ` c ${state.editing === undefined ? 'creates' : 'changes'} it, Esc goes back to the form.`,
                role: 'strong',
              },
            ]}
            width={width}
          />
        </>
      );
    case 'sending':
      return (
        <MessagePage
          lines={[
            state.stage.what ?? 'The webhook is being created.',
            'The call is sent once; waiting for its answer.',
          ]}
          width={width}
        />
      );
    case 'act': {
      const { acting } = state.stage;
      const foot = actFoot(acting, width);
      const lines = actLines(acting, props.timeZone, width - RECORD_MARGIN);
      const below = lines.length - state.top - (pageHeight(height) - RECORD_TITLE_LINES);
      return (
        <>
          <RecordPage
            title={`${actTitle(acting)}?`}
            lines={lines}
            top={state.top}
            width={width}
            height={pageHeight(height)}
          />
          <SegmentLine left={[plain(' ')]} width={width} />
          {acting.typed === undefined ? (
            <SegmentLine left={[{ text: footOf(below, foot.rest), role: 'strong' }]} width={width} />
          ) : (
            <Field label={foot.typing} line={acting.typed} isOpen width={width} />
          )}
        </>
      );
    }
    case 'created':
      return <CreatedView {...props} created={state.stage.created} revealed={revealedSecret} top={state.top} />;
  }
};
