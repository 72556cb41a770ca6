import type { TxContext } from '#platform/postgres/database'

/** Claims the alert about a subject; returns false when one was sent within 24 hours. */
export async function claimAlert(
  ctx: TxContext,
  account_id: string,
  subject: string,
): Promise<boolean> {
  const rows = await ctx.query(
    `insert into mail.admin_alert as d (account_id, subject, sent_at) values ($1, $2, now())
     on conflict (account_id, subject) do update set sent_at = now()
      where d.sent_at <= now() - interval '24 hours'
     returning true`,
    [account_id, subject],
  )
  return rows.length > 0
}

/** Returns when the last alert about a subject was sent. */
export async function findLastAlertAt(
  ctx: TxContext,
  account_id: string,
  subject: string,
): Promise<Date | undefined> {
  const [row] = await ctx.query<{ sent_at: Date }>(
    'select sent_at from mail.admin_alert where account_id = $1 and subject = $2',
    [account_id, subject],
  )
  return row?.sent_at
}
