// Loads the fields of entry orders when such an order is first chosen.
import { type ComponentType, Suspense } from 'react';
import { lazyPart } from '#ui/feedback/lazy-part.tsx';
import type { Ticket } from './use-ticket.ts';

type FieldProps = { readonly ticket: Ticket };

const PriceField = lazyPart(async () => (await import('./entry-fields.tsx')).EntryPriceField);
const LastFields = lazyPart(async () => (await import('./entry-fields.tsx')).EntryLastFields);

/** The trigger price of the order. */
export function EntryPriceField({ ticket }: FieldProps) {
  return <Part ticket={ticket} part={PriceField} />;
}

/** The order's expiry and its OCO partner. */
export function EntryLastFields({ ticket }: FieldProps) {
  return <Part ticket={ticket} part={LastFields} />;
}

type PartProps = FieldProps & { readonly part: ComponentType<FieldProps> };

function Part({ ticket, part: Field }: PartProps) {
  if (ticket.form.kind === 'market') return null;
  return (
    <Suspense>
      <Field ticket={ticket} />
    </Suspense>
  );
}
