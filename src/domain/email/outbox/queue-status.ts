import type { TxContext } from '#platform/postgres/database'

/** The emails of all accounts, as operators see them. */
interface EmailServiceStatus {
  /** The number of waiting emails. The count stops at 10,000. */
  waiting: number
  oldest_due_at: Date | null
  last_sent_at: Date | null
  /**
   * The response of the mail server to an email that waits for a retry. Email addresses are removed from it.
   */
  last_error: string | null
}

/** The unsent emails of an account. */
export interface EmailQueueStatus {
  /** The number of queued emails. The count stops at 10,000. */
  queued: number
  /** The last error of the mail server, if no email was sent recently. Null otherwise. */
  error: string | null
}

/**
 * The number of failed attempts of one email that indicates a failing mail server instead of one bad address.
 * It counts only if no other email was sent recently.
 */
const minFailedAttempts = 3
const maxCounted = 10_000
/** The number of newest emails among which the query searches the last sent one. */
const maxRecent = 1_000

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

/** Returns the status of the emails of all accounts. Requires a transaction for ALL_ACCOUNTS. */
export async function getServiceStatus(ctx: TxContext): Promise<EmailServiceStatus> {
  const [row] = await ctx.query<EmailServiceStatus>(
    `with queued as materialized (
       select attempts, error, due_at, created_at from mail.message
        where state = 'queued' and channel = 'email' limit ${maxCounted}
     ), recent as materialized (
       select state, channel, ended_at from mail.message
        where ended_at is not null and encrypted_payload is not null
        order by ended_at desc limit ${maxRecent}
     )
     select (select count(*)::int from queued) as waiting,
            (select min(due_at) from queued where due_at <= now()) as oldest_due_at,
            (select max(ended_at) from recent where state = 'sent' and channel = 'email') as last_sent_at,
            (select error from queued where error is not null order by due_at desc limit 1) as last_error`,
  )
  if (row === undefined)
    return { waiting: 0, oldest_due_at: null, last_sent_at: null, last_error: null }
  return { ...row, last_error: row.last_error && hideAddresses(row.last_error) }
}

/** Replaces the email addresses in a text, because mail servers quote the recipient in their responses. */
export const hideAddresses = (text: string): string =>
  text.replace(/[^\s<>"',;:]+@[^\s<>"',;:]+/g, '…').slice(0, 500)
