import { operatorWebhooks } from '@halyard/contract/backoffice/operator-webhooks';
import { DAY_MS } from '@halyard/core/time';
import { useState } from 'react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { Notice } from '#ui/feedback/notice.tsx';
import type { PagePartProps } from '../content/page-part-props.ts';
import { momentText } from '../lists/figure-texts.ts';
import { filteredListPath } from '../names.ts';
import { TEXTS } from '../texts.ts';

const { row: fields, detail } = operatorWebhooks.shape;
const Shown = z.object({
  disabled: fields.disabled.schema,
  retried_deliveries: detail.retried_deliveries.schema,
  last_failed_at: detail.last_failed_at.schema,
  last_error: detail.last_error.schema,
});

/**
 * Warns if the webhook is disabled, if deliveries have failed since yesterday, or if some are being
 * retried.
 */
export function OperatorWebhookState({ row }: PagePartProps) {
  const [nowMs] = useState(() => Date.now());
  const { disabled, retried_deliveries: retried, ...last } = z.parse(Shown, row);
  if (disabled) return <Notice tone="warn">{TEXTS.webhookDisabled}</Notice>;
  const { last_failed_at: at, last_error: error } = last;
  if (at !== null && nowMs - Date.parse(at) < DAY_MS) {
    return (
      <Notice tone="down">
        {`${TEXTS.webhookFails} ${momentText(new Date(at))}: ${error ?? ''}. `}
        <DeliveriesLink status="dead" text={TEXTS.showFailed} />
      </Notice>
    );
  }
  if (retried === 0) return undefined;
  return (
    <Notice tone="warn">
      {`${TEXTS.webhookRetries} ${retried}. ${TEXTS.lastError}: ${error ?? ''}. `}
      <DeliveriesLink status="pending" text={TEXTS.showPending} />
    </Notice>
  );
}

function DeliveriesLink({ status, text }: { readonly status: string; readonly text: string }) {
  const path = filteredListPath('webhook-deliveries', { status, owner: 'operator' });
  return <Link to={path}>{text}</Link>;
}
