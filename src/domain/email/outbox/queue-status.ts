import type { TxContext } from '#platform/postgres/database'

/** Emails of an account that have not left. */
export interface EmailQueueStatus {
  /** Up to ten thousand. */
  waiting: number
  /** What the mail server said last, when none got through lately; null while all is well. */
  error: string | null
}

/** So many failed attempts of one email, and no success of another in the meantime, are not a whim of one address. */
const minFailedAttempts = 3
const maxCounted = 10_000

export async function getQueueStatus(ctx: TxContext): Promise<EmailQueueStatus> {
  const [row] = await ctx.query<EmailQueueStatus>(
    `with waiting as materialized (
       select attempts, error, due_at from mail.message
        where account_id = $1 and state = 'queued' limit ${maxCounted}
     )
     select (select count(*)::int from waiting) as waiting,
            (select error from waiting
              where attempts >= ${minFailedAttempts} and error is not null and not exists (
                select from mail.message m
                 where m.account_id = $1 and m.state = 'sent' and m.ended_at > now() - interval '15 minutes')
              order by due_at desc limit 1) as error`,
    [ctx.account_id],
  )
  return row ?? { waiting: 0, error: null }
}
