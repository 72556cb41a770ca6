--! fits-older
-- The address from which an account sends its emails, with the key that signs them (DKIM). The private key is encrypted.
-- Older processes send the emails of all accounts from the address of the installation.

create table mail.account_sender (
  account_id            uuid not null,
  id                    uuid not null,
  email                 text not null,
  domain                text not null,
  selector              text not null,
  public_key            text not null,
  encrypted_private_key bytea not null,
  enabled               boolean not null default false,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  constraint account_sender_pkey primary key (account_id, id),
  constraint account_sender_account_id_key unique (account_id),
  constraint account_sender_account_id_fkey foreign key (account_id) references access.account(id)
);
select platform.enable_rls('mail.account_sender');
