-- Two runs of a payment's query may overlap: only the one that began last says when the next one is
-- due, and each has jobs of its own.
alter table payment_queries add column runs integer not null default 0;

-- An empty name names no payment. One that was kept made every later query of its payment fail.
update provider_payments set provider_reference = null where provider_reference = '';
