// Describes the events of the timeline in words.
import type { TimelineEvent, TimelineKind } from '@halyard/contract/backoffice/customer-page';
import { auditedText, choiceText, labelOf, valueText } from '../names.ts';
import { TEXTS } from '../texts.ts';

export type EventText = {
  readonly title: string;
  /** The line below the title, such as the reason. */
  readonly note: string;
  /** The state of the record, which is shown in its colour. */
  readonly state?: string;
};

const BY_KIND: Readonly<Record<TimelineKind, (event: TimelineEvent) => EventText>> = {
  'sign-ins': ({ event, detail, actor }) => ({
    title: labelOf(event),
    note: joined(valueText('device', detail ?? ''), actor),
  }),
  documents: ({ event, detail }) => ({
    title: `${TEXTS.uploaded} ${choiceText('kind', event)}`,
    note: '',
    ...stateOf(detail),
  }),
  deposits: ({ event, detail }) => ({
    title: valueText('type', event),
    note: '',
    ...stateOf(detail),
  }),
  withdrawals: ({ event, detail }) => ({
    title: valueText('type', event),
    note: '',
    ...stateOf(detail),
  }),
  trades: toTradeText,
  messages: ({ event, detail }) => ({ title: labelOf(event), note: labelOf(detail ?? '') }),
  'staff-actions': ({ event, detail, actor }) => ({
    title: auditedText(event),
    note: joined(actor, detail),
  }),
  notes: ({ detail, actor }) => ({ title: detail ?? '', note: actor ?? '' }),
};

const CLOSED = 'closed-';

export function toEventText(event: TimelineEvent): EventText {
  return BY_KIND[event.kind](event);
}

export function kindText(kind: TimelineKind): string {
  return labelOf(kind);
}

function toTradeText({ event, detail }: TimelineEvent): EventText {
  if (!event.startsWith(CLOSED)) {
    const words = event === 'buy' ? TEXTS.boughtEvent : TEXTS.soldEvent;
    return { title: `${words} ${detail ?? ''}`, note: TEXTS.marginNote };
  }
  const reason = choiceText('closing_reason', event.slice(CLOSED.length));
  return { title: `${TEXTS.closedEvent} ${detail ?? ''}`, note: `${reason} · ${TEXTS.profitNote}` };
}

function stateOf(detail: string | null) {
  return detail === null ? {} : { state: detail };
}

function joined(...words: readonly (string | null)[]): string {
  return words.filter((word) => word !== null && word !== '').join(' · ');
}
