--! fits-older
-- What one unit of a variant costs the sender, in the smallest unit of the currency. Null: unknown.
alter table catalogue.variant
  add column unit_cost_minor integer,
  add column unit_cost_currency text,
  add constraint variant_unit_cost_check check ((unit_cost_minor is null) = (unit_cost_currency is null)),
  add constraint variant_unit_cost_minor_check check (unit_cost_minor >= 0);

create function catalogue.unit_cost_of(wanted_account uuid, wanted_variant uuid)
 returns table(amount_minor integer, currency text) language sql stable as $$
  select v.unit_cost_minor, v.unit_cost_currency from catalogue.variant v
   where v.account_id = wanted_account and v.id = wanted_variant and v.unit_cost_minor is not null
$$;

-- The cost centre that the gifts of a campaign are charged to, and how much its gifts may cost.
alter table campaigns.campaign
  add column cost_centre text,
  add column budget_minor bigint,
  add column budget_currency text,
  add column budget_stops boolean not null default false,
  add constraint campaign_cost_centre_check check (length(cost_centre) between 1 and 64),
  add constraint campaign_budget_check check ((budget_minor is null) = (budget_currency is null)),
  add constraint campaign_budget_minor_check check (budget_minor > 0);

-- The cost centre of the campaign when the gift request was created, and whether it reserves a part of a budget.
alter table gifting.gift_request
  add column cost_centre text,
  add column has_budget boolean not null default false;

-- The price of the label that was bought; null without one, and with carriers that report none.
alter table fulfilment.parcel
  add column label_price_minor integer,
  add column label_price_currency text;

create schema spend;

-- What gifts cost: the items at the redemption, labels, donations. Rows have no personal data, so they stay after the
-- erasure of a recipient. `source_id` is the gift request of items, the parcel of a label, or the donation.
create table spend.cost (
  account_id      uuid not null,
  gift_request_id uuid not null,
  kind            text not null,
  source_id       uuid not null,
  currency        text not null,
  amount_minor    bigint not null,
  occurred_at     timestamptz not null,
  campaign_id     uuid,
  sender_id       uuid not null,
  cost_centre     text,
  voided_at       timestamptz,
  constraint cost_pkey primary key (account_id, gift_request_id, kind, source_id, currency),
  constraint cost_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint cost_kind_check check (kind = any (array['items', 'shipping', 'donation'])),
  constraint cost_amount_minor_check check (amount_minor >= 0)
);
create index cost_time on spend.cost (account_id, occurred_at)
  include (kind, currency, amount_minor, campaign_id, sender_id, cost_centre, gift_request_id) where (voided_at is null);
select platform.enable_rls('spend.cost');

-- What the gifts of a campaign have cost, and what the open ones can cost, in one currency.
create table spend.budget_usage (
  account_id      uuid not null,
  campaign_id     uuid not null,
  currency        text not null,
  committed_minor bigint not null,
  constraint budget_usage_pkey primary key (account_id, campaign_id, currency),
  constraint budget_usage_account_id_campaign_id_fkey foreign key (account_id, campaign_id) references campaigns.campaign(account_id, id),
  constraint budget_usage_committed_minor_check check (committed_minor >= 0)
) with (fillfactor = 50);
select platform.enable_rls('spend.budget_usage');

-- The part of a budget that a gift request takes: at first the most that it can cost, then what it costs.
create table spend.reservation (
  account_id      uuid not null,
  gift_request_id uuid not null,
  campaign_id     uuid not null,
  currency        text not null,
  amount_minor    bigint not null,
  constraint reservation_pkey primary key (account_id, gift_request_id),
  constraint reservation_account_id_campaign_id_currency_fkey foreign key (account_id, campaign_id, currency) references spend.budget_usage(account_id, campaign_id, currency),
  constraint reservation_account_id_gift_request_id_fkey foreign key (account_id, gift_request_id) references gifting.gift_request(account_id, id),
  constraint reservation_amount_minor_check check (amount_minor >= 0)
);
create index reservation_budget on spend.reservation (account_id, campaign_id, currency);
select platform.enable_rls('spend.reservation');

-- Donations and labels have tables of their own. Triggers copy their amounts, so that no code path can forget it.
create function spend.mirror_donation() returns trigger language plpgsql as $$
begin
  insert into spend.cost (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at, campaign_id,
    sender_id, cost_centre, voided_at)
  select new.account_id, new.gift_request_id, 'donation', new.id, new.currency, new.amount_minor, new.donated_at,
         g.campaign_id, g.sender_id, g.cost_centre, new.voided_at
    from gifting.gift_request g where g.account_id = new.account_id and g.id = new.gift_request_id
  on conflict on constraint cost_pkey do update set voided_at = excluded.voided_at;
  return null;
end $$;
create trigger mirror_new_donation after insert on donations.donation
  for each row execute function spend.mirror_donation();
create trigger mirror_voided_donation after update of voided_at on donations.donation
  for each row when (new.voided_at is distinct from old.voided_at) execute function spend.mirror_donation();

-- A label that is cancelled is refunded. A parcel that left keeps its price.
create function spend.mirror_label() returns trigger language plpgsql as $$
declare
  is_refunded boolean := new.label_price_minor is null or new.is_retired or (new.state = 'cancelled' and not new.has_left);
begin
  update spend.cost c set voided_at = new.updated_at
   where c.account_id = new.account_id and c.gift_request_id = new.gift_request_id and c.kind = 'shipping'
     and c.source_id = new.id and c.voided_at is null
     and (is_refunded or c.currency <> new.label_price_currency);
  if is_refunded then return null; end if;
  insert into spend.cost as c (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at,
    campaign_id, sender_id, cost_centre)
  select new.account_id, new.gift_request_id, 'shipping', new.id, new.label_price_currency, new.label_price_minor,
         new.updated_at, g.campaign_id, g.sender_id, g.cost_centre
    from gifting.gift_request g where g.account_id = new.account_id and g.id = new.gift_request_id
  on conflict on constraint cost_pkey do update
    set amount_minor = excluded.amount_minor, voided_at = null,
        occurred_at = case when c.voided_at is null then c.occurred_at else excluded.occurred_at end;
  return null;
end $$;
create trigger mirror_label after update on fulfilment.parcel
  for each row when (new.label_price_minor is distinct from old.label_price_minor
    or new.label_price_currency is distinct from old.label_price_currency
    or (new.label_price_minor is not null
        and (new.state, new.is_retired, new.has_left) is distinct from (old.state, old.is_retired, old.has_left)))
  execute function spend.mirror_label();

insert into spend.cost (account_id, gift_request_id, kind, source_id, currency, amount_minor, occurred_at, campaign_id,
  sender_id, voided_at)
select d.account_id, d.gift_request_id, 'donation', d.id, d.currency, d.amount_minor, d.donated_at, g.campaign_id,
       g.sender_id, d.voided_at
  from donations.donation d
  join gifting.gift_request g on g.account_id = d.account_id and g.id = d.gift_request_id;
