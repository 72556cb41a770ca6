import type { TxContext } from '#platform/postgres/database'

/** Enqueues the statement without waiting. */
export const saveRecipientLocale = (
  ctx: TxContext,
  gift: { account_id: string; id: string },
  locale: string,
) =>
  ctx.enqueue(
    `insert into mail.recipient_locale (account_id, gift_request_id, locale) values ($1, $2, $3)
     on conflict (account_id, gift_request_id) do update set locale = excluded.locale`,
    [gift.account_id, gift.id, locale],
  )

/** Enqueues the statement without waiting. */
export const deleteRecipientLocales = (
  ctx: TxContext,
  account_id: string,
  gift_request_ids: readonly string[],
) =>
  ctx.enqueue(
    'delete from mail.recipient_locale where account_id = $1 and gift_request_id = any ($2)',
    [account_id, gift_request_ids],
  )
