-- By what staff look for positions. The reasons that are rare have an index of their own; those that
-- are not are soon found on the way through the newest.
create index positions_by_account on positions (account_id, id);
create index positions_by_symbol on positions (symbol, id);
create index positions_by_rare_reason on positions (closing_reason, id)
  where closing_reason in ('low-margin', 'ai-trade');
create index postings_corrections on postings (reference, id) where kind = 'correction';
