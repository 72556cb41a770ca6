import type { TxContext } from '#platform/postgres/database'

/** The unsent emails of an account. */
export interface EmailQueueStatus {
  /** Counted up to 10,000. */
  queued: number
  /** The mail server's last error, when no email was sent recently; null otherwise. */
  error: string | null
}

/**
 * Failed attempts of one email, without another email sent recently, that indicate a failing mail
 * server rather than a single bad address.
 */
const minFailedAttempts = 3
const maxCounted = 10_000

export async function getQueueStatus(ctx: TxContext): Promise<EmailQueueStatus> {
  const [row] = await ctx.query<EmailQueueStatus>(
    `with queued as materialized (
       select attempts, error, due_at from mail.message
        where account_id = $1 and state = 'queued' limit ${maxCounted}
     )
     select (select count(*)::int from queued) as queued,
            (select error from queued
              where attempts >= ${minFailedAttempts} and error is not null and not exists (
                select from mail.message m
                 where m.account_id = $1 and m.state = 'sent' and m.ended_at > now() - interval '15 minutes')
              order by due_at desc limit 1) as error`,
    [ctx.account_id],
  )
  return row ?? { queued: 0, error: null }
}
