-- Instants as the engine counts them, in milliseconds since 1970 (UTC).
create or replace function ms_to_timestamp(ms bigint) returns timestamptz
language sql immutable strict parallel safe
return to_timestamp(ms::double precision / 1000);

create or replace function timestamp_to_ms(at timestamptz) returns bigint
language sql immutable strict parallel safe
return round(date_part('epoch', at) * 1000)::bigint;
