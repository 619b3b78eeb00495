-- Indexes of the day's figures, which the home page of the back office shows for 60 days. Positions
-- and journal entries are written in the order of their time, so that a BRIN index is small and
-- costs a commit almost nothing.
create index positions_by_opened on positions using brin (opened_at) with (autosummarize = on);
create index postings_by_posted on postings using brin (posted_at) with (autosummarize = on);
create index transactions_by_settled on transactions (settled_at) where settled_at is not null;
