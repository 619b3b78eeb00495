-- The ids that assets have on the wire. What an asset is stands in the catalogue; its id must
-- outlive the catalogue's order.
create table assets (
  id integer generated always as identity,
  symbol text collate "C" not null,
  constraint assets_pkey primary key (id),
  constraint assets_symbol_unique unique (symbol)
);
