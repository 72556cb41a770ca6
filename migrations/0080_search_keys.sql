-- What else people search gift requests by: the domain of an email address, a value of the metadata such as an
-- order number, and names without their accents.

alter table gifting.contact add domain_key text collate "C"; -- of email_key; null once that is erased
update gifting.contact set domain_key = split_part(email_key, '@', 2) where email_key is not null;
create index contact_domain on gifting.contact (account_id, domain_key) where domain_key is not null;

-- One row for each value, in lower case and without accents. Gift requests without metadata have none.
create table gifting.metadata_value (
  account_id      uuid not null,
  value_key       text collate "C" not null,
  gift_request_id uuid not null,
  primary key (account_id, value_key, gift_request_id),
  foreign key (account_id, gift_request_id) references gifting.gift_request
);
create index metadata_value_gift on gifting.metadata_value (account_id, gift_request_id);
select platform.wall_off('gifting.metadata_value');
drop policy own_account on gifting.metadata_value;
create policy own_account on gifting.metadata_value using (
  account_id::text = current_setting('bestow.account', true) or current_setting('bestow.account', true) = '*');

insert into gifting.metadata_value (account_id, value_key, gift_request_id)
select distinct g.account_id, left(lower(v.value), 64), g.id
  from gifting.gift_request g cross join lateral json_each_text(g.metadata::json) v
 where g.metadata <> '{}' and v.value <> '';

-- Keys of names lose their accents as new ones do (search-words.ts); only names beyond ASCII have any.
do $$
begin
  if getdatabaseencoding() <> 'UTF8' then return; end if;
  update gifting.gift_request set
    first_key  = regexp_replace(normalize(first_key, nfd), '[\u0300-\u036f]', '', 'g'),
    last_key   = regexp_replace(normalize(last_key, nfd), '[\u0300-\u036f]', '', 'g'),
    middle_key = regexp_replace(normalize(middle_key, nfd), '[\u0300-\u036f]', '', 'g'),
    final_key  = regexp_replace(normalize(final_key, nfd), '[\u0300-\u036f]', '', 'g')
   where first_key || last_key ~ '[^\x01-\x7f]';
end $$;
