-- The dead-letter list of the back office.
create index webhook_deliveries_dead on webhook_deliveries (id) where dead_at is not null;
