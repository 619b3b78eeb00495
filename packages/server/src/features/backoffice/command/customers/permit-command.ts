import { customers } from '@halyard/contract/backoffice/customers';
import type { AccountTerms } from '@halyard/core/engine';
import { CATEGORIES, LEVERAGES } from '@halyard/core/instrument';
import type { Category } from '@halyard/core/instrument';
import { EXIT } from '#platform/operator/operator.ts';
import { actionRoles } from '../action-roles.ts';
import { findNamedCustomer } from '../find-named-customer.ts';
import type { OperatorCommand } from '#features/backoffice/operator-command.ts';

/** A permission for one category, as indexes into LEVERAGES; an empty list removes the category. */
type Permit = { readonly category: Category; readonly indexes: readonly number[] };
type Permissions = Pick<AccountTerms, 'permittedCategories' | 'leverageIndexes'>;

export const permitCommand: OperatorCommand = {
  name: 'permit',
  usage: ['permit EMAIL|ID CATEGORY=LEVERAGES…'],
  summary:
    'Sets what a customer may open: forex=1,2,5 or forex=all or forex=none; others stay as they are.',
  rolesFor: () => actionRoles(customers, 'permit'),
  run: async (deps, call) => {
    const [name, ...words] = call.words;
    const permits = words.map(parsePermit);
    const known = permits.filter((permit) => permit !== undefined);
    const isOnce = new Set(known.map(({ category }) => category)).size === permits.length;
    if (name === undefined || known.length === 0 || !isOnce) return 'usage';

    const customer = await findNamedCustomer(deps.customers, name, call.print);
    if (customer === undefined) return EXIT.failed;
    const { terms } = await deps.customers.changeTerms({
      customerId: customer.id,
      change: (stored) => permitted(stored, known),
      by: { actor: call.actor, action: 'customer.permit' },
    });
    call.print(`${customer.email} may trade: ${describePermissions(terms)}.`);
    return EXIT.done;
  },
};

/** Describes the permitted categories with their leverages, such as 'forex at 1,2,5'. */
export function describePermissions({ permittedCategories, leverageIndexes }: Permissions): string {
  const described = permittedCategories.map((category) => {
    const indexes = leverageIndexes[category] ?? [];
    return `${category} at ${indexes.map((index) => LEVERAGES[index]).join(',')}`;
  });
  return described.length === 0 ? 'nothing' : described.join('; ');
}

/** Returns the permissions with those of these categories replaced. */
export function permitted(terms: Permissions, permits: readonly Permit[]): Permissions {
  const leverageIndexes = { ...terms.leverageIndexes };
  const categories = new Set(terms.permittedCategories);
  for (const { category, indexes } of permits) {
    if (indexes.length > 0) {
      leverageIndexes[category] = indexes;
      categories.add(category);
    } else {
      delete leverageIndexes[category];
      categories.delete(category);
    }
  }
  return { permittedCategories: CATEGORIES.filter((one) => categories.has(one)), leverageIndexes };
}

function parsePermit(word: string): Permit | undefined {
  const [name, text, ...rest] = word.split('=');
  const category = CATEGORIES.find((one) => one === name);
  if (category === undefined || text === undefined || rest.length > 0) return undefined;
  if (text === 'none') return { category, indexes: [] };
  if (text === 'all') return { category, indexes: LEVERAGES.map((_, index) => index) };
  const wanted = new Set(text.split(','));
  const indexes = LEVERAGES.flatMap((leverage, index) =>
    wanted.delete(String(leverage)) ? [index] : [],
  );
  return wanted.size === 0 ? { category, indexes } : undefined;
}
