--! fits-older
-- Items of attention get a member who looks after them, and can be out of the lists for some days.

alter table attention.item
  -- The user who looks after the item. The domain shows no user who may no longer see the item.
  add column assignee_id uuid,
  -- When another user assigned the item; null if the assignee took it. The daily email reports it.
  add column assigned_at timestamptz,
  -- The item is out of lists, counts and the daily email until this time of the account's clock.
  add column snoozed_until timestamptz;

create index item_assignee on attention.item (account_id, assignee_id, id)
  where ((cleared_at is null) and (assignee_id is not null));
create index item_snoozed on attention.item (account_id, snoozed_until)
  where ((cleared_at is null) and (snoozed_until is not null));

alter table attention.digest
  -- The time of the account's clock at the last email. Items that were assigned or came back later are new.
  add column read_until timestamptz;
