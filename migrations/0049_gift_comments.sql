--! fits-older
-- Comments of members on a gift request. Recipients do not see them.

create table gifting.gift_comment (
  account_id      uuid not null,
  id              uuid not null,
  gift_request_id uuid not null,
  author_id       uuid not null,
  author_name     text not null,
  encrypted_text  bytea not null,
  created_at      timestamptz not null,
  constraint gift_comment_pkey primary key (account_id, id),
  constraint gift_comment_gift_request_id_fkey
    foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id)
);
create index gift_comment_gift on gifting.gift_comment (account_id, gift_request_id, id);
select platform.enable_rls('gifting.gift_comment');
