-- What the admin area needs of the catalogue and of the overview.

-- A variant that is not made any more. Like a product that is archived, it is put in front of nobody new.
alter table catalogue.variant add column archived_at timestamptz;

-- The room's door for the SQL of rooms above it: what may be put in front of people. It is inlined.
create function catalogue.on_offer(wanted_account uuid)
returns table (variant_id uuid) language sql stable as $$
  select v.id from catalogue.variant v
    join catalogue.product p on p.account_id = v.account_id and p.id = v.product_id
   where v.account_id = wanted_account and v.archived_at is null and p.archived_at is null
$$;

-- Pictures that were uploaded, each under a name that is made of its content: it never changes.
create table catalogue.picture (
  account_id   uuid        not null references access.account,
  name         text        not null, -- half of its SHA-256, in hexadecimal digits, and an ending for its kind
  content_type text        not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content      bytea       not null,
  made_at      timestamptz not null,
  primary key (account_id, name)
);
alter table catalogue.picture alter column content set storage external; -- such files are compressed already
create index picture_name on catalogue.picture (name);
select platform.wall_off('catalogue.picture');

-- What somebody does not want to be shown any more.
create table access.dismissal (
  account_id uuid        not null,
  person_id  uuid        not null,
  what       text        not null,
  made_at    timestamptz not null,
  primary key (account_id, person_id, what),
  foreign key (account_id, person_id) references access.person on delete cascade
);
select platform.wall_off('access.dismissal');
