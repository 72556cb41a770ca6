-- When a person proved to read the mail of the address: with a link that the service mailed, or the operator said so. An
-- address without proof belongs to no one in particular, so several accounts can have a user with it.
alter table access.user add column email_proven_at timestamptz;
update access.user set email_proven_at = created_at;
alter table access.user drop constraint user_email_key_key;
create unique index user_email_key_key on access.user (email_key) where email_proven_at is not null;
create unique index user_account_id_email_key_key on access.user (account_id, email_key);
create index user_email_key on access.user (email_key);

-- The link that an admin can copy proves nothing about the address; the link in the email does.
alter table access.invitation add column mailed_token_hash bytea;
create unique index invitation_mailed_token_hash_key on access.invitation (mailed_token_hash);

-- Whether the request to join began with the link in the email.
alter table access.single_sign_on_request add column is_email_proven boolean not null default false;
