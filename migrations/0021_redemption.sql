-- Goods that are promised to somebody and have not left yet. What is available does not count them.
create table catalogue.reservation (
  account_id   uuid        not null,
  holder_id    uuid        not null, -- the gift request they are promised to
  variant_id   uuid        not null,
  warehouse_id uuid        not null,
  quantity     int         not null check (quantity > 0),
  made_at      timestamptz not null,
  primary key (account_id, holder_id, variant_id, warehouse_id),
  foreign key (account_id, variant_id, warehouse_id) references catalogue.stock_level
);
select platform.wall_off('catalogue.reservation');

-- What the recipient did on their page. No row: they have not been there, or it was forgotten.
create table gifting.visit (
  account_id      uuid not null,
  gift_request_id uuid not null,
  opened_at       timestamptz, -- when they first unwrapped it
  chosen          uuid[], -- variants they picked and have not confirmed
  locale          text, -- the language they asked for
  declined_at     timestamptz,
  decline_reason  text,
  asked_at        timestamptz, -- when they asked the sender for another chance, after it had expired
  asked_text      text,
  primary key (account_id, gift_request_id),
  foreign key (account_id, gift_request_id) references gifting.gift_request
);
select platform.wall_off('gifting.visit');

-- Thank-you notes: one for each gift at most.
create table gifting.thanks (
  account_id      uuid        not null,
  gift_request_id uuid        not null,
  text            text        not null,
  written_at      timestamptz not null,
  changed_at      timestamptz, -- null: never
  primary key (account_id, gift_request_id),
  foreign key (account_id, gift_request_id) references gifting.gift_request
);
select platform.wall_off('gifting.thanks');

-- What fulfilment has to take up: the latest word about each gift request, until it was heard.
create table gifting.handover (
  account_id      uuid        not null,
  gift_request_id uuid        not null,
  kind            text        not null check (kind in ('place', 'call_off')),
  made_at         timestamptz not null,
  primary key (account_id, gift_request_id),
  foreign key (account_id, gift_request_id) references gifting.gift_request
);
create index handover_made on gifting.handover (made_at);
select platform.wall_off('gifting.handover');

-- Nobody has taken up yet what was redeemed before there was anybody to do it.
insert into gifting.handover (account_id, gift_request_id, kind, made_at)
select account_id, id, 'place', updated_at from gifting.gift_request where state = 'redeemed';
