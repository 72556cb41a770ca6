create schema campaigns;

-- Functions of the language SQL may name tables that are created below.
set local check_function_bodies = off;

create function campaigns.get_invitation_method(wanted_account uuid, wanted_campaign uuid)
returns table (invitation_method text) language sql stable as $$
  select c.invitation_method from campaigns.campaign c
   where c.account_id = wanted_account and c.id = wanted_campaign
$$;

create table campaigns.campaign (
  account_id            uuid not null,
  id                    uuid not null,
  name                  text not null,
  description           text not null,
  archived_at           timestamptz,
  invitation_method     text not null,
  selection_mode        text not null,
  visible_at_redemption boolean not null,
  expires_after_days    integer not null,
  email_message         jsonb not null,
  theme                 jsonb not null,
  sender_id             uuid not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  locale                text not null default 'en',
  time_zone             text not null default 'UTC',
  reminders             jsonb not null default '{"quiet": {"to": "08:00", "from": "20:00"}, "after_days": [5, 21], "before_expiry_days": [3]}'::jsonb,
  constraint campaign_pkey primary key (account_id, id),
  constraint campaign_account_id_fkey foreign key (account_id) references access.account(id),
  constraint campaign_account_id_sender_id_fkey foreign key (account_id, sender_id) references access.user(account_id, id),
  constraint campaign_expires_after_days_check check (expires_after_days >= 1 and expires_after_days <= 3650),
  constraint campaign_invitation_method_check check (invitation_method = any (array['email', 'gift_link', 'one_link', 'sender_provided_address'])),
  constraint campaign_selection_mode_check check (selection_mode = any (array['one', 'all']))
);
select platform.enable_rls('campaigns.campaign');
create trigger bump_revision after INSERT or delete or update on campaigns.campaign for each row execute function catalogue.bump_revision();

create table campaigns.campaign_variant (
  account_id  uuid not null,
  campaign_id uuid not null,
  variant_id  uuid not null,
  "position"  integer not null,
  constraint campaign_variant_pkey primary key (account_id, campaign_id, variant_id),
  constraint campaign_variant_account_id_campaign_id_fkey foreign key (account_id, campaign_id) references campaigns.campaign(account_id, id),
  constraint campaign_variant_account_id_fkey foreign key (account_id) references access.account(id),
  constraint campaign_variant_account_id_variant_id_fkey foreign key (account_id, variant_id) references catalogue.variant(account_id, id)
);
select platform.enable_rls('campaigns.campaign_variant');
create trigger bump_revision after INSERT or delete or update on campaigns.campaign_variant for each row execute function catalogue.bump_revision();
