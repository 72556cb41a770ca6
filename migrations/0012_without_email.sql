-- An older version of the interface lets an e-mail address be left out: then nobody is a contact either.
alter table gifting.gift_request
  drop constraint gift_request_check,
  add check (contact_id is not null or email_key = '');
