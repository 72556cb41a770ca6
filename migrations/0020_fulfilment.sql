create schema fulfilment;

-- What became of a gift request once its items and its address were locked.
create table fulfilment.shipping_order (
  account_id      uuid        not null,
  gift_request_id uuid        not null,
  made_at         timestamptz not null,
  called_off_at   timestamptz, -- the gift request was cancelled: what is not on its way stays here
  primary key (account_id, gift_request_id),
  foreign key (account_id, gift_request_id) references gifting.gift_request
);
select platform.wall_off('fulfilment.shipping_order');

create table fulfilment.parcel (
  account_id      uuid        not null,
  id              uuid        not null,
  gift_request_id uuid        not null,
  number          int         not null, -- 1 for the first parcel of its gift request
  round           int         not null default 1, -- how often it was made ready anew; part of our reference
  state           text        not null,
  has_left        boolean     not null default false,
  replaces        uuid, -- the parcel whose lines this one ships again
  warehouse_id    uuid, -- null while it waits for stock
  carrier         text        not null, -- which of our carriers has it
  carrier_ref     text, -- what the carrier knows it by
  carrier_name    text, -- who drives it, in people's words
  tracking_code   text,
  tracking_url    text,
  label_url       text,
  estimated_at    timestamptz,
  problem_reason  text,
  problem_remedy  text,
  task            text check (task in ('place', 'cancel')), -- what is to be done at the carrier
  tries           int         not null default 0,
  due_at          timestamptz, -- by the real clock: when the task is due
  leased_until    timestamptz,
  scenario        text, -- of the simulator: what is going to happen to it …
  played          int         not null default 0, -- … how much of it has happened …
  plays_at        timestamptz, -- … and when the next of it does, by the real clock
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (account_id, id),
  unique (account_id, gift_request_id, number),
  foreign key (account_id, gift_request_id) references fulfilment.shipping_order
);
create index parcel_due on fulfilment.parcel (due_at) where task is not null;
create index parcel_plays on fulfilment.parcel (plays_at) where plays_at is not null;
create index parcel_waiting on fulfilment.parcel (account_id, created_at) where state = 'waiting' and task is null;
create unique index parcel_carrier_ref on fulfilment.parcel (carrier, carrier_ref) where carrier_ref is not null;
select platform.wall_off('fulfilment.parcel');

create table fulfilment.parcel_line (
  account_id   uuid not null,
  parcel_id    uuid not null,
  line_item_id uuid not null,
  variant_id   uuid not null,
  sku          text not null,
  name         text not null,
  quantity     int  not null check (quantity > 0),
  primary key (account_id, parcel_id, line_item_id),
  foreign key (account_id, parcel_id) references fulfilment.parcel on delete cascade
);
select platform.wall_off('fulfilment.parcel_line');

-- What carriers said, each once: a message that comes again finds itself here.
create table fulfilment.scan (
  account_id  uuid        not null,
  parcel_id   uuid        not null,
  carrier     text        not null,
  message_id  text        not null, -- the carrier's own, or made of what it said
  carrier_ref text        not null, -- of the label it was about
  state       text        not null,
  occurred_at timestamptz not null, -- by the carrier's clock, but never after it was heard of
  received_at timestamptz not null,
  words       text        not null,
  place       text,
  primary key (account_id, parcel_id, carrier, message_id),
  foreign key (account_id, parcel_id) references fulfilment.parcel on delete cascade
);
select platform.wall_off('fulfilment.scan');
