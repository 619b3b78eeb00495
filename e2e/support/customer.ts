// Creates customers through the API, without the browser.

const PASSWORD = 'correct horse battery staple';

export type Customer = {
  readonly email: string;
  readonly password: string;
  /** The token of the session that the sign-up started. */
  readonly token: string;
};

let opened = 0;

/** The fields of the profile that the sign-up doesn't ask for. */
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

/** Creates an account with a complete profile, unverified and without money. */
export async function openAccount(url: string): Promise<Customer> {
  const customer = await registerAccount(url);
  await saveProfile(url, customer);
  return customer;
}

/** Saves the default profile of a test account with some changes. */
export async function saveProfile(
  url: string,
  { token, email }: Customer,
  change: Partial<typeof PROFILE> = {},
): Promise<void> {
  const country_id = await countryId(url, 'DE');
  await post(url, 'accounts/update', { token, email, ...PROFILE, country_id, ...change });
}

/** Creates an account as it is right after the sign-up. */
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

/** Returns the data of an API call; throws on an error. */
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
