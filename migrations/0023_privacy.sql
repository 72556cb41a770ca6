-- What was told of somebody who was erased is told no more: the body is gone, and the rest says so.
alter table webhooks.event    add column erased_at timestamptz;
alter table webhooks.delivery add column erased_at timestamptz;

-- An erased contact keeps its id and its count, and is nobody any more.
alter table gifting.contact
  alter column email_key drop not null,
  add column erased_at timestamptz,
  add check ((email_key is null) = (erased_at is not null));

-- By the account's clock: when we forgot where its recipient lives, as it had ended long enough ago.
alter table gifting.gift_request add column forgotten_at timestamptz;
create index gift_request_ended on gifting.gift_request (account_id, updated_at)
  where forgotten_at is null and status in ('delivered', 'cancelled');

-- Any number of those who claimed may have been erased.
drop index gifting.gift_request_claim;
create unique index gift_request_claim on gifting.gift_request (account_id, one_link_id, email_key)
  where one_link_id is not null and contact_id is not null and email_key <> '';

-- A key may have been made of somebody's name: it is kept as SHA-256, in hexadecimal digits.
update access.idempotency_key set key = encode(sha256(convert_to(key, 'UTF8')), 'hex');
