// Generated from the database by `npm run table-types`. Change the migrations instead.

export type FinancingChargesTables = {
  financing_charges: {
    posting_id: number;
    amount_cents: number | null;
    remaining_cents: number | null;
    rate_bps_year: number | null;
  };
};
