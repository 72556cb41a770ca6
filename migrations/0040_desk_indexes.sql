-- What lets every list of the admin area answer its first page from an index, and its figures from one
-- index alone, however many gift requests there are.

-- How far a gift request has come, beside where it is now. Moves write it; whoever takes a place back empties it.
alter table gifting.gift_request
  add sent_at     timestamptz, -- when it left the sender's hands: its recipient was invited, or it was on its way
  add opened_at   timestamptz, -- when its recipient looked at it first
  add redeemed_at timestamptz;

-- What people search a name by: the beginning of one of these. Operators that an index may use behind the
-- second wall are few, and none of them looks into the middle of a text.
-- (Generated columns would be parsed anew with each statement that writes a row.)
alter table gifting.gift_request
  add first_key  text collate "C" not null default '',
  add last_key   text collate "C" not null default '',
  add middle_key text collate "C", -- the second word of a first name
  add final_key  text collate "C"; -- the last word of a last name

update gifting.gift_request g
   set sent_at = m.sent_at, redeemed_at = m.redeemed_at, opened_at = v.opened_at,
       first_key = lower(first_name), last_key = lower(last_name),
       middle_key = lower(nullif(split_part(first_name, ' ', 2), '')),
       final_key = lower(nullif(split_part(last_name, ' ', -1), last_name))
  from (select m.account_id, m.gift_request_id,
               min(m.made_at) filter (where m.number > coalesce(u.last, 0)
                 and m.to_state not in ('created', 'scheduled', 'unclaimed', 'cancelled', 'expired')) as sent_at,
               min(m.made_at) filter (where 'gift_request_redeemed' = any (m.told)) as redeemed_at
          from gifting.move m
          left join (
            select account_id, gift_request_id, max(number) as last from gifting.move
             where to_state = 'unclaimed' group by 1, 2) u
            on u.account_id = m.account_id and u.gift_request_id = m.gift_request_id
         group by m.account_id, m.gift_request_id) m
  left join gifting.visit v on v.account_id = m.account_id and v.gift_request_id = m.gift_request_id
 where g.account_id = m.account_id and g.id = m.gift_request_id;

-- All that a figure is made of. It holds nothing that has only been created: that writes no entry here.
create index gift_request_sent on gifting.gift_request (account_id, id)
  include (campaign_id, sender_id, country, status, is_direct, sent_at, opened_at, redeemed_at, delivered_told)
  where sent_at is not null;

create index gift_request_first  on gifting.gift_request (account_id, first_key, id);
create index gift_request_last   on gifting.gift_request (account_id, last_key, id);
create index gift_request_middle on gifting.gift_request (account_id, middle_key, id) where middle_key is not null;
create index gift_request_final  on gifting.gift_request (account_id, final_key, id) where final_key is not null;

create index gift_request_mode     on gifting.gift_request (account_id, is_direct, id);
create index gift_request_one_link on gifting.gift_request (account_id, one_link_id, id) where one_link_id is not null;
create index gift_request_expires  on gifting.gift_request (account_id, expires_at, id) where state = 'awaiting_recipient';
drop index gifting.gift_request_rests; -- there were two of it

-- Statements are planned before it is known what they look for. Taken for rare, a sender, a campaign and a
-- country are looked up; taken for common, all gift requests are walked along until a page is full.
alter table gifting.gift_request
  alter sender_id set (n_distinct = 500), alter campaign_id set (n_distinct = 500), alter country set (n_distinct = 100);

-- An index answers alone where a page of the table is known to be seen by all.
alter table gifting.gift_request set (autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_scale_factor = 0.1);

-- The account first: for whoever works for one account, that saves half of what the wall costs for each row.
drop policy own_account on gifting.gift_request;
create policy own_account on gifting.gift_request using (
  account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');

-- What was chosen, once it was.
create table gifting.given (
  account_id      uuid not null,
  variant_id      uuid not null,
  gift_request_id uuid not null,
  name            text not null, -- as the gift request has it
  primary key (account_id, variant_id, gift_request_id),
  foreign key (account_id, gift_request_id) references gifting.gift_request
);
select platform.wall_off('gifting.given');
drop policy own_account on gifting.given;
create policy own_account on gifting.given using (
  account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');
insert into gifting.given (account_id, variant_id, gift_request_id, name)
select distinct on (1, 2, 3) g.account_id, (e ->> 'variant_id')::uuid, g.id, e ->> 'name'
  from gifting.gift_request g cross join lateral json_array_elements(g.line_items::json) e
 where g.redeemed_at is not null and g.line_items is not null and e ->> 'variant_id' is not null
 order by 1, 2, 3, 4;

-- Recipients: who thanked, who declined, and whose address refused a letter, known by its SHA-256.
create index contact_thanked on gifting.contact (account_id, id) where thank_you_count > 0;
create index visit_declined on gifting.visit (account_id, gift_request_id) where declined_at is not null;
alter table gifting.contact add digest bytea; -- SHA-256 of the address
update gifting.contact set digest = sha256(convert_to(email_key, 'UTF8')) where email_key is not null;
create index contact_digest on gifting.contact (account_id, digest) where digest is not null;

create index audit_entry_action on access.audit_entry (account_id, action, id);
