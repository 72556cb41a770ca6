--! email-keys
-- Stores each email address under the key of today, and joins the rows of one person. Before, two spellings of an address
-- had two keys. The directive makes the table email_key_map (old_key, new_key, old_digest, new_digest).

-- Of several invitations to a person the newest counts.
delete from access.invitation i using email_key_map m, access.invitation other
 where i.email_key = m.old_key and other.account_id = i.account_id and other.id > i.id
   and (other.email_key = m.new_key
        or other.email_key in (select old_key from email_key_map s where s.new_key = m.new_key));
delete from access.invitation i using email_key_map m, access.invitation other
 where i.email_key = m.new_key and other.email_key = m.old_key and other.account_id = i.account_id;
update access.invitation i set email_key = m.new_key from email_key_map m where i.email_key = m.old_key;

update access.email_change c set email_key = m.new_key from email_key_map m where c.email_key = m.old_key;

-- Of several users of an account with one address the first who proved it stays. The others lose their access, and keep
-- their old key, by which no user is found.
create temp table joined_user on commit drop as
with spelled as (
  select u.account_id, u.id, u.removed_at, u.email_proven_at, coalesce(m.new_key, u.email_key) as new_key
    from access.user u left join email_key_map m on m.old_key = u.email_key
   where m.old_key is not null or u.email_key in (select new_key from email_key_map))
select *,
       row_number() over (partition by account_id, new_key
                          order by removed_at nulls first, email_proven_at nulls last, id) = 1 as stays,
       row_number() over (partition by new_key
                          order by removed_at nulls first, email_proven_at nulls last, id) = 1 as keeps_proof
  from spelled;
update access.user u
   set removed_at = case when j.stays then u.removed_at else coalesce(u.removed_at, now()) end,
       email_proven_at = case when j.keeps_proof then u.email_proven_at end,
       -- A row with the key of today makes room for the one that stays.
       email_key = case when u.email_key = j.new_key and not j.stays then u.email_key || ' ' || u.id else u.email_key end
  from joined_user j where j.account_id = u.account_id and j.id = u.id;
update access.user u set email_key = j.new_key
  from joined_user j where j.account_id = u.account_id and j.id = u.id and j.stays;

-- Recipients: the oldest contact gets the gifts and the notes of the others.
create temp table joined_contact on commit drop as
select c.account_id, c.id, coalesce(m.new_key, c.email_key) as new_key,
       first_value(c.id) over (partition by c.account_id, coalesce(m.new_key, c.email_key) order by c.created_at, c.id) as target_id
  from gifting.contact c left join email_key_map m on m.old_key = c.email_key
 where m.old_key is not null or c.email_key in (select new_key from email_key_map);
create index on joined_contact (account_id, id);

update gifting.gift_request g set contact_id = j.target_id
  from joined_contact j where g.account_id = j.account_id and g.contact_id = j.id and j.id <> j.target_id;
update gifting.contact_note n set contact_id = j.target_id
  from joined_contact j where n.account_id = j.account_id and n.contact_id = j.id and j.id <> j.target_id;
update gifting.contact c set thank_you_count = total.thank_you_count
  from (select j.account_id, j.target_id, sum(each.thank_you_count)::int as thank_you_count
          from joined_contact j join gifting.contact each on each.account_id = j.account_id and each.id = j.id
         group by j.account_id, j.target_id having count(*) > 1) total
 where c.account_id = total.account_id and c.id = total.target_id;
delete from gifting.contact c using joined_contact j
 where c.account_id = j.account_id and c.id = j.id and j.id <> j.target_id;
update gifting.contact c
   set email_key = j.new_key, domain_key = split_part(j.new_key, '@', 2), digest = sha256(convert_to(j.new_key, 'UTF8'))
  from joined_contact j where c.account_id = j.account_id and c.id = j.id;

-- One claim for each address: of two claims of one one-link only the first gets the key.
update gifting.gift_request g set email_key = m.new_key
  from email_key_map m
 where g.email_key = m.old_key
   and (g.one_link_id is null or not exists (
     select from gifting.gift_request other
      where other.account_id = g.account_id and other.one_link_id = g.one_link_id and other.id <> g.id
        and (other.email_key = m.new_key
             or other.id < g.id
                and other.email_key in (select old_key from email_key_map s where s.new_key = m.new_key))));

-- Digests of addresses.
update gifting.bulk_send_failure f set email_digest = m.new_digest from email_key_map m where f.email_digest = m.old_digest;
update gifting.send_approval_row r set email_digest = m.new_digest from email_key_map m where r.email_digest = m.old_digest;
update gifting.redemption_session s set confirmed_email_digest = m.new_digest
  from email_key_map m where s.confirmed_email_digest = m.old_digest;
update mail.message e set to_digest = m.new_digest
  from email_key_map m, access.account a where e.account_id = a.id and e.to_digest = m.old_digest;
insert into mail.bounced_address (account_id, to_digest, reason, bounced_at)
select b.account_id, m.new_digest, b.reason, b.bounced_at from mail.bounced_address b join email_key_map m on m.old_digest = b.to_digest
    on conflict do nothing;
delete from mail.bounced_address b using email_key_map m where b.to_digest = m.old_digest;
insert into mail.opted_out_address (account_id, to_digest, set_by, created_at)
select o.account_id, m.new_digest, o.set_by, o.created_at from mail.opted_out_address o join email_key_map m on m.old_digest = o.to_digest
    on conflict do nothing;
delete from mail.opted_out_address o using email_key_map m where o.to_digest = m.old_digest;
