-- What each journal entry of overnight financing was computed from, so that the audit recomputes the
-- amount with the rate of that night. The leverage is that of the position.
create table financing_charges (
  posting_id bigint not null,
  -- The margin of the position when it was charged.
  amount_cents bigint,
  -- What of it stayed open when a part closed, and was charged later.
  remaining_cents bigint,
  -- Hundredths of a percent a year; negative when the customer earned it.
  rate_bps_year integer,
  constraint financing_charges_pkey primary key (posting_id),
  constraint financing_charges_whole
    check (num_nulls(amount_cents, remaining_cents, rate_bps_year) in (0, 3)),
  constraint financing_charges_remaining check (remaining_cents between 0 and amount_cents - 1)
);

-- The rate of earlier nights was not recorded.
insert into financing_charges (posting_id) select id from postings where kind = 'financing';
