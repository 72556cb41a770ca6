create schema campaigns;

create table campaigns.campaign (
  account_id            uuid        not null references access.account,
  id                    uuid        not null,
  name                  text        not null,
  description           text        not null,
  archived_at           timestamptz, -- null while the campaign is available
  invitation_method     text        not null check (invitation_method in ('email', 'gift_link', 'one_link', 'sender_provided_address')),
  selection_mode        text        not null check (selection_mode in ('one', 'all')),
  visible_at_redemption boolean     not null,
  expires_after_days    int         not null check (expires_after_days between 1 and 3650),
  email_message         jsonb       not null, -- {subject, body}
  theme                 jsonb       not null, -- {color, logo_url, headline, message}
  sender_id             uuid        not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, sender_id) references access.person
);
select platform.wall_off('campaigns.campaign');

-- What a campaign puts in front of people, in this order.
create table campaigns.campaign_variant (
  account_id  uuid not null references access.account,
  campaign_id uuid not null,
  variant_id  uuid not null,
  position    int  not null,
  primary key (account_id, campaign_id, variant_id),
  foreign key (account_id, campaign_id) references campaigns.campaign,
  foreign key (account_id, variant_id) references catalogue.variant
);
select platform.wall_off('campaigns.campaign_variant');

-- It is a part of what a gift looks like.
create trigger note_change after insert or update or delete on campaigns.campaign for each row execute function catalogue.note_change();
create trigger note_change after insert or update or delete on campaigns.campaign_variant for each row execute function catalogue.note_change();
