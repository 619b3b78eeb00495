-- What is addressed to an erased customer goes with them, also what was sent and what was given up.
create index outbox_all_of_stream on outbox (stream, kind);
