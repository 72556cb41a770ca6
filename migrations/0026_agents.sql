-- What a program that speaks for somebody (an agent, over /mcp) may do beyond reading.

-- The switch of a token: no row, no sending. Counted over all tokens of the account.
create table access.agent_permission (
  account_id uuid        not null,
  token_id   uuid        not null,
  daily_cap  int         not null check (daily_cap between 1 and 10000),
  granted_at timestamptz not null,
  primary key (account_id, token_id),
  foreign key (account_id, token_id) references access.api_token (account_id, id)
);
select platform.wall_off('access.agent_permission');

-- Each confirmation that was used: it is used once, and the gifts it sent count for a day.
create table access.agent_confirmation (
  account_id       uuid        not null references access.account,
  id               uuid        not null,
  token_id         uuid        not null,
  action           text        not null,
  sent             int         not null check (sent >= 0),
  gift_request_ids uuid[]      not null,
  used_at          timestamptz not null,
  primary key (account_id, id)
);
create index agent_confirmation_day on access.agent_confirmation (account_id, used_at);
select platform.wall_off('access.agent_confirmation');
