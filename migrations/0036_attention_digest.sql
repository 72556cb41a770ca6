--! fits-older
-- The user of the web app who sent the gift of the item; null if the item is not about a gift.
alter table attention.item add column sender_id uuid;
update attention.item i set sender_id = g.sender_id from gifting.gift_request g
 where g.account_id = i.account_id and g.id = i.gift_request_id and i.cleared_at is null;
create index item_sender on attention.item (account_id, sender_id, number)
  where (cleared_at is null and sender_id is not null);

-- The daily email to a user about gifts that need attention: the last item that it covered, and when it was sent. Users
-- without a row have not received one.
create table attention.digest (
  account_id      uuid not null,
  user_id         uuid not null,
  last_number     bigint not null default 0,
  sent_at         timestamptz,
  unsubscribed_at timestamptz,
  constraint digest_pkey primary key (account_id, user_id),
  constraint digest_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('attention.digest');

-- A digest names several recipients, so the erasure of one of them erases the stored digests.
create index message_digest on mail.message (account_id)
  where (kind = 'attention_digest' and encrypted_payload is not null);
