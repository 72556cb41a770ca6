--! fits-older
-- The key of a row of a batch, so that a repeated batch creates each gift request once. The digest hides the key, which
-- can be personal data. The fingerprint is the digest of the other members of the row.
create table gifting.batch_row (
  account_id      uuid not null,
  key_digest      bytea not null,
  fingerprint     bytea not null,
  gift_request_id uuid not null,
  created_at      timestamptz not null,
  constraint batch_row_pkey primary key (account_id, key_digest),
  constraint batch_row_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request (account_id, id) deferrable initially deferred
);
create index batch_row_gift on gifting.batch_row (account_id, gift_request_id);
select platform.enable_rls('gifting.batch_row');
