import type { Accounts, Customer } from '#features/accounts/accounts.ts';

const ID = /^[1-9]\d{0,15}$/;

/** The customer that an operator named by id or email; tells them when there is none. */
export async function findNamedCustomer(
  accounts: Pick<Accounts, 'findCustomer'>,
  name: string,
  print: (line: string) => void,
): Promise<Customer | undefined> {
  const idOrEmail = ID.test(name) ? Number(name) : name.trim().toLowerCase();
  const customer = await accounts.findCustomer(idOrEmail);
  if (customer === undefined) print(`There is no customer ${name}.`);
  return customer;
}
