import type { TxContext } from '#platform/postgres/database'

/** Claims the alert about a subject; returns false when one was sent within 24 hours. */
export const claimAlert = (ctx: TxContext, account_id: string, subject: string): Promise<boolean> =>
  ctx.hasRows(
    `insert into mail.admin_alert as d (account_id, subject, sent_at) values ($1, $2, now())
     on conflict (account_id, subject) do update set sent_at = now()
      where d.sent_at <= now() - interval '24 hours'
     returning true`,
    [account_id, subject],
  )
