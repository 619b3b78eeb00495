// A customer as the accounts feature knows them.

export type Profile = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string | null;
  readonly countryId: number | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly street: string | null;
  readonly zipCode: string | null;
};

export type Customer = {
  readonly id: number;
  readonly email: string;
  readonly profile: Profile;
  readonly uniqid: string;
  readonly pin: string | null;
  readonly level: string;
  readonly autoTrading: boolean;
  readonly createdAtMs: number;
  /** Whether the engine is known to have the account. */
  readonly hasAccount: boolean;
};

/** What sign-in needs and nothing else ever sees. */
export type Credentials = {
  readonly customerId: number;
  readonly passwordHash: string;
};

export type NewCustomer = {
  readonly email: string;
  readonly passwordHash: string;
  readonly profile: Profile;
  readonly uniqid: string;
  readonly termsVersion: string;
  readonly referredBy: string | null;
  readonly sourcePage: string | null;
  readonly atMs: number;
};
