import type { Customers, Customer } from '#features/customers/customers.ts';

const ID = /^[1-9]\d{0,15}$/;

/** Returns the customer with the id or email; prints a message if there is none. */
export async function findNamedCustomer(
  customers: Pick<Customers, 'findCustomer'>,
  name: string,
  print: (line: string) => void,
): Promise<Customer | undefined> {
  const idOrEmail = ID.test(name) ? Number(name) : name.trim().toLowerCase();
  const customer = await customers.findCustomer(idOrEmail);
  if (customer === undefined) print(`There is no customer ${name}.`);
  return customer;
}
