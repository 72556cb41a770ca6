-- Entries have the real time in `at`. A staging account's clock may be ahead of it; the time line of a gift, which shows
-- entries beside what happened to the gift, needs the time of that clock. Null in entries from before this column.
alter table access.audit_entry add column account_at timestamptz;
