// Custom parts of record pages, by resource name. Each is loaded when it is first shown.
import type { ComponentType } from 'react';
import type { Resource } from '@halyard/contract/backoffice/resource';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import { CONTENT_TEXTS } from './content-texts.ts';
import { RichText } from './page-inputs.ts';
import type { RichTextProps } from './rich-text.tsx';
import type { ActionPreviewProps, PagePartProps } from './page-part-props.ts';

const ContentPage = lazyPart(async () => (await import('./content-page.tsx')).ContentPage);
const DocumentViewer = lazyPart(
  async () => (await import('../document-viewer.tsx')).DocumentViewer,
);
const DocumentHead = lazyPart(
  async () => (await import('../compliance/document-comparison.tsx')).DocumentHead,
);
const CustomerGlance = lazyPart(
  async () => (await import('../customer/customer-glance.tsx')).CustomerGlance,
);
const CustomerTimeline = lazyPart(
  async () => (await import('../customer/customer-timeline.tsx')).CustomerTimeline,
);
const RelatedAccounts = lazyPart(
  async () => (await import('../customer/related-accounts.tsx')).RelatedAccounts,
);
const ApprovalState = lazyPart(
  async () => (await import('../approvals/approval-state.tsx')).ApprovalState,
);
const WithdrawalDecision = lazyPart(
  async () => (await import('../withdrawal/withdrawal-decision.tsx')).WithdrawalDecision,
);
const WithdrawalEvidence = lazyPart(
  async () => (await import('../withdrawal/withdrawal-decision.tsx')).WithdrawalEvidence,
);
const OperatorWebhookState = lazyPart(
  async () => (await import('../parts/operator-webhook-state.tsx')).OperatorWebhookState,
);
const ShownPopup = lazyPart(async () => (await import('./popup-preview.tsx')).ShownPopup);
const TypedPopup = lazyPart(async () => (await import('./popup-preview.tsx')).TypedPopup);

export const PAGE_PARTS: Readonly<Record<string, ComponentType<PagePartProps>>> = {
  approvals: ApprovalState,
  customers: CustomerGlance,
  documents: DocumentHead,
  'operator-webhooks': OperatorWebhookState,
  popups: ShownPopup,
  withdrawals: WithdrawalDecision,
};

/** The parts of rows beside their actions. */
export const ROW_PARTS: Readonly<Record<string, ComponentType<PagePartProps>>> = {
  documents: DocumentViewer,
};

/** The resources whose part shows the actions of the record within it. */
export const PARTS_WITH_ACTIONS: ReadonlySet<string> = new Set(['documents']);

/** The part below the actions, on pages whose first part is their header. */
export const EVIDENCE_PARTS: Readonly<Record<string, ComponentType<PagePartProps>>> = {
  withdrawals: WithdrawalEvidence,
};

/** The parts of tabs that a declaration can't describe, by resource and tab. */
export const TAB_PARTS: Readonly<Record<string, ComponentType<PagePartProps>>> = {
  'customers.timeline': CustomerTimeline,
  'customers.related-accounts': RelatedAccounts,
};

/** Previews an action's effect while its form is filled in. */
export const ACTION_PREVIEWS: Readonly<Record<string, ComponentType<ActionPreviewProps>>> = {
  'popups.create': TypedPopup,
};

/** The inputs of actions whose text is formatted. */
export const FORMATTED_INPUTS: Readonly<Record<string, ComponentType<RichTextProps>>> = {
  'popups.content': RichText,
};

type OwnScreen = {
  /** Replaces the record page that the declaration would generate. */
  readonly Page: ComponentType<{ readonly resource: Resource }>;
  /** The label of the create screen; absent: the action `create` opens a dialog. */
  readonly createText?: string;
};

/**
 * The resources that have screens of their own, because editing takes longer than a dialog permits.
 */
export const OWN_SCREENS: Readonly<Record<string, OwnScreen>> = {
  pages: { Page: ContentPage, createText: CONTENT_TEXTS.newPage },
  singletons: { Page: ContentPage },
};
