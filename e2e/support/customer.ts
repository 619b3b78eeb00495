// A customer opened over the wire, without the browser.

const PASSWORD = 'correct horse battery staple';

export type Customer = {
  readonly email: string;
  readonly password: string;
  /** Of the session that opening the account began. */
  readonly token: string;
};

let opened = 0;

/** Everything that a profile wants beyond what opening an account asks for. */
const PROFILE = {
  first_name: 'Test',
  last_name: 'Customer',
  phone: '+493023125123',
  birth_date: '1990-12-31',
  state: 'Berlin',
  city: 'Berlin',
  street: 'Unter den Linden 1',
  zip_code: '10117',
};

/** A new account with its profile filled in: not verified, without money. */
export async function openAccount(url: string): Promise<Customer> {
  const customer = await registerAccount(url);
  await saveProfile(url, customer);
  return customer;
}

/** Saves the profile that every account of a journey has, with what is another. */
export async function saveProfile(
  url: string,
  { token, email }: Customer,
  change: Partial<typeof PROFILE> = {},
): Promise<void> {
  const country_id = await countryId(url, 'DE');
  await post(url, 'accounts/update', { token, email, ...PROFILE, country_id, ...change });
}

/** A new account as it is at once after signing up. */
export async function registerAccount(url: string): Promise<Customer> {
  opened += 1;
  const email = `customer-${process.pid}-${opened}@halyard.example`;
  const { access_token: token } = await post<{ access_token: string }>(url, 'accounts/register', {
    first_name: 'Test',
    last_name: 'Customer',
    email,
    phone: '+493023125123',
    password: PASSWORD,
    agree: true,
  });
  return { email, password: PASSWORD, token };
}

async function countryId(url: string, alpha2: string): Promise<number> {
  const response = await fetch(`${url}/api/get/countries`);
  const { data } = (await response.json()) as { data: { id: number; alpha2: string }[] };
  const country = data.find((one) => one.alpha2 === alpha2);
  if (country === undefined) throw new Error(`no country is called ${alpha2}`);
  return country.id;
}

/** What the API answers to a call; throws unless it did what was asked. */
export async function post<Data>(url: string, path: string, body: object): Promise<Data> {
  const response = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: Data };
  return data;
}
