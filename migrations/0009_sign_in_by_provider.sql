--! fits-older
-- Passwords and passkeys that were set in a session by single sign-on. The provider of that account could have set them for
-- the person, so they end when the person becomes a user of another account. Nothing says how existing ones were set.

alter table access.person add column password_by_single_sign_on boolean not null default false;
alter table access.passkey add column by_single_sign_on boolean not null default false;

update access.person p set password_by_single_sign_on = true
 where exists (select from access.user u join access.single_sign_on_identity i on i.account_id = u.account_id and i.user_id = u.id
                where u.person_id = p.id);
update access.passkey k set by_single_sign_on = true
  from access.person p where p.id = k.person_id and p.password_by_single_sign_on;
