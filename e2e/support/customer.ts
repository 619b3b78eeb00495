// A customer opened over the wire, without the browser.

const PASSWORD = 'correct horse battery staple';

export type Customer = {
  readonly email: string;
  readonly password: string;
  /** Of the session that opening the account began. */
  readonly token: string;
};

let opened = 0;

/** A new account: not verified, without money. */
export async function openAccount(url: string): Promise<Customer> {
  opened += 1;
  const email = `customer-${process.pid}-${opened}@halyard.example`;
  const response = await fetch(`${url}/api/accounts/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Test',
      last_name: 'Customer',
      email,
      phone: '+493023125123',
      password: PASSWORD,
      agree: true,
    }),
  });
  if (response.status !== 201) throw new Error(`no account was opened: ${await response.text()}`);
  const { data } = (await response.json()) as { data: { access_token: string } };
  return { email, password: PASSWORD, token: data.access_token };
}
