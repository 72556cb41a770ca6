--! fits-older
-- The list of all thank-you notes of an account, newest first. Without the second index, the end of an unfinished backfill
-- (0042) would replace the table by one without an index.
create index thank_you_note_written on gifting.thank_you_note (account_id, written_at, gift_request_id);
do $$
begin
  if to_regclass('gifting.thank_you_note_next') is not null then
    create index thank_you_note_next_written on gifting.thank_you_note_next (account_id, written_at, gift_request_id);
  end if;
end
$$;
