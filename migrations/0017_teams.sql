--! fits-older
-- Teams of an account: who sends which campaigns, and for which cost centre, purchase order and budget.

create table access.team (
  account_id            uuid not null,
  id                    uuid not null,
  name                  text not null,
  name_key              text collate "C" not null,
  lead_id               uuid,
  cost_centre           text,
  purchase_order_number text,
  budget_minor          bigint,
  budget_currency       text,
  budget_stops          boolean not null default false,
  suspended_at          timestamptz,
  created_at            timestamptz not null,
  constraint team_pkey primary key (account_id, id),
  constraint team_name_key unique (account_id, name_key),
  constraint team_account_id_fkey foreign key (account_id) references access.account(id),
  constraint team_lead_id_fkey foreign key (account_id, lead_id) references access.user(account_id, id),
  constraint team_budget_check check ((budget_minor is null) = (budget_currency is null) and budget_minor >= 0)
);
select platform.enable_rls('access.team');

create table access.team_member (
  account_id   uuid not null,
  team_id      uuid not null,
  user_id      uuid not null,
  -- When the member last sent for the team. A member of several teams sends for this one again.
  last_sent_at timestamptz,
  constraint team_member_pkey primary key (account_id, user_id, team_id),
  constraint team_member_team_id_fkey foreign key (account_id, team_id) references access.team(account_id, id),
  constraint team_member_user_id_fkey foreign key (account_id, user_id) references access.user(account_id, id)
);
create index team_member_team on access.team_member (account_id, team_id);
select platform.enable_rls('access.team_member');

-- New gift requests without a value of their own, of their campaign or of their team get these. `has_teams` saves an account
-- without teams the search for them.
alter table access.account
  add column cost_centre text,
  add column purchase_order_number text,
  add column has_teams boolean not null default false;

create function access.cost_defaults(wanted_account uuid)
returns table (cost_centre text, purchase_order_number text, has_teams boolean) language sql stable as $$
  select a.cost_centre, a.purchase_order_number, a.has_teams from access.account a where a.id = wanted_account
$$;

-- Teams are never deleted, so an array holds those that may send a campaign. Empty: everybody.
alter table campaigns.campaign
  add column purchase_order_number text,
  add column team_ids uuid[] not null default '{}';

alter table gifting.gift_request
  add column team_id uuid,
  add column purchase_order_number text;

-- An API token of a team sends for the team alone.
alter table access.api_token
  add column team_id uuid,
  add constraint api_token_team_id_fkey foreign key (account_id, team_id) references access.team(account_id, id);

alter table spend.cost add column team_id uuid;

-- As spend.budget_usage and spend.reservation, for the budgets of teams. A gift can reserve parts of both.
create table spend.team_budget_usage (
  account_id      uuid not null,
  team_id         uuid not null,
  currency        text not null,
  committed_minor bigint not null,
  constraint team_budget_usage_pkey primary key (account_id, team_id, currency),
  constraint team_budget_usage_team_id_fkey foreign key (account_id, team_id) references access.team(account_id, id),
  constraint team_budget_usage_committed_minor_check check (committed_minor >= 0)
) with (fillfactor=50);
select platform.enable_rls('spend.team_budget_usage');

create table spend.team_reservation (
  account_id      uuid not null,
  gift_request_id uuid not null,
  team_id         uuid not null,
  currency        text not null,
  amount_minor    bigint not null,
  constraint team_reservation_pkey primary key (account_id, gift_request_id),
  constraint team_reservation_usage_fkey foreign key (account_id, team_id, currency)
    references spend.team_budget_usage(account_id, team_id, currency),
  constraint team_reservation_gift_request_id_fkey foreign key (account_id, gift_request_id)
    references gifting.gift_request(account_id, id),
  constraint team_reservation_amount_minor_check check (amount_minor >= 0)
);
create index team_reservation_budget on spend.team_reservation (account_id, team_id, currency);
select platform.enable_rls('spend.team_reservation');

create or replace function spend.mirror_donation() returns trigger language plpgsql as $$
begin
  insert into spend.cost (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at, campaign_id,
    sender_id, cost_centre, team_id, voided_at)
  select new.account_id, new.gift_request_id, 'donation', new.id, new.currency, new.amount_minor, new.donated_at,
         g.campaign_id, g.sender_id, g.cost_centre, g.team_id, new.voided_at
    from gifting.gift_request g where g.account_id = new.account_id and g.id = new.gift_request_id
  on conflict on constraint cost_pkey do update set voided_at = excluded.voided_at;
  return null;
end $$;

create or replace function spend.mirror_label() returns trigger language plpgsql as $$
declare
  is_refunded boolean := new.label_price_minor is null or new.is_retired or (new.state = 'cancelled' and not new.has_left);
begin
  update spend.cost c set voided_at = new.updated_at
   where c.account_id = new.account_id and c.gift_request_id = new.gift_request_id and c.kind = 'shipping'
     and c.source_id = new.id and c.voided_at is null
     and (is_refunded or c.currency <> new.label_price_currency);
  if is_refunded then return null; end if;
  insert into spend.cost as c (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at,
    campaign_id, sender_id, cost_centre, team_id)
  select new.account_id, new.gift_request_id, 'shipping', new.id, new.label_price_currency, new.label_price_minor,
         new.updated_at, g.campaign_id, g.sender_id, g.cost_centre, g.team_id
    from gifting.gift_request g where g.account_id = new.account_id and g.id = new.gift_request_id
  on conflict on constraint cost_pkey do update
    set amount_minor = excluded.amount_minor, voided_at = null,
        occurred_at = case when c.voided_at is null then c.occurred_at else excluded.occurred_at end;
  return null;
end $$;
