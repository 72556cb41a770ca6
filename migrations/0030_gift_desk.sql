-- What the admin area asks of gift requests that nobody else does.

-- The country a gift request goes to, once that is known. The rest of the address stays sealed.
alter table gifting.gift_request add country text;
create index gift_request_country on gifting.gift_request (account_id, country, id) where country is not null;
create index gift_request_sender  on gifting.gift_request (account_id, sender_id, id);
-- Those that may rest where they should not: a gift request is in here for some days of its life at most.
create index gift_request_stalled on gifting.gift_request (account_id, updated_at)
  where state in ('backordered', 'shipping_error', 'delivery_attempt_failed', 'ordered');

-- Rows of lists that were sent, each known by what it asked for: the same list again sends nothing twice.
create table gifting.sent_row (
  account_id      uuid        not null,
  key             bytea       not null, -- SHA-256 of what the row asked for
  gift_request_id uuid        not null,
  made_at         timestamptz not null,
  primary key (account_id, key),
  foreign key (account_id, gift_request_id) references gifting.gift_request deferrable initially deferred
);
create index sent_row_gift on gifting.sent_row (account_id, gift_request_id);
select platform.wall_off('gifting.sent_row');

-- Filters of a list that somebody gave a name.
create table access.saved_view (
  account_id uuid        not null,
  id         uuid        not null,
  person_id  uuid        not null,
  list       text        not null, -- which list it is of
  name       text        not null,
  query      text        not null, -- as the address of the list has it
  made_at    timestamptz not null,
  primary key (account_id, id),
  unique (account_id, person_id, list, name),
  foreign key (account_id, person_id) references access.person
);
select platform.wall_off('access.saved_view');
