--! fits-older
-- The format of a chat is the kind of a connector, so the application decides which kinds exist.

alter table attention.chat drop constraint chat_format_check;
