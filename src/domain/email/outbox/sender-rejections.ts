import { findCause } from '#platform/lib/mail-rejection'
import type { TxContext } from '#platform/postgres/database'
import { decryptPayload } from './payload-encryption.ts'
import { hideAddresses } from './queue-status.ts'
import type { MessageRow } from './tables.ts'

/**
 * The emails of all accounts that mail servers rejected because of their sender, and after which no email was
 * accepted.
 */
interface SenderRejections {
  count: number
  since: Date
  /** The newest response of a mail server, without email addresses. */
  response: string
}

/** The minimum number of rejections. Fewer rejections can have causes in single emails. */
const minRejections = 5
/**
 * The minimum number of failed attempts of an email that waits for a retry. Fewer failures can come from
 * greylisting, or from a server that is busy for an hour.
 */
const minFailedAttempts = 3
/** The maximum number of results that the query reads: the newest ones of a day. */
const maxResults = 1_000
/** The minutes within which most rejections are reported by a server that at first accepts every email. */
const reportDelayMinutes = 15

/**
 * Finds the rejections of the sender: block lists, SPF, DKIM, DMARC, quotas and failed authentication. One
 * provider can reject all emails while others accept them, so the function counts the results for each domain
 * and for all domains. Returns undefined for fewer than five rejections, and after the domain has accepted an
 * email again. Requires a transaction for ALL_ACCOUNTS.
 */
export async function findSenderRejections(ctx: TxContext): Promise<SenderRejections | undefined> {
  const failures = await ctx.query<ResultRow>(
    `${resultsSql("state in ('bounced', 'failed') and error is not null")}
     union all
     (select ${columns} from mail.message
       where state = 'queued' and channel = 'email' and error is not null and attempts >= ${minFailedAttempts}
         and encrypted_payload is not null
       order by due_at desc limit ${maxResults})`,
  )
  const rejected = failures.filter(({ error }) => findCause({ reply: error ?? '' }) === 'sender')
  if (rejected.length < minRejections) return undefined
  const accepted = await ctx.query<ResultRow>(resultsSql("state = 'sent'"))
  const results = {
    rejected: await withDomains(ctx, rejected),
    accepted: await withDomains(ctx, accepted),
  }
  return summarize(findUnanswered(results))
}

interface ResultRow
  extends Pick<MessageRow, 'id' | 'error' | 'sent_at' | 'ended_at' | 'created_at'> {
  /** True if the time for a report about the email has passed. Null before the email was sent. */
  is_report_due: boolean | null
}

const columns = `id, error, sent_at, ended_at, created_at,
  sent_at < now() - interval '${reportDelayMinutes} minutes' as is_report_due`

const resultsSql = (condition: string) =>
  `(select ${columns} from mail.message
     where ended_at > now() - interval '1 day' and encrypted_payload is not null and channel = 'email' and ${condition}
     order by ended_at desc limit ${maxResults})`

type Result = ResultRow & { domain: string }

/**
 * Adds the domain to each result. The domain is a part of the encrypted content. If its key is gone, the
 * email counts only for all domains together.
 */
async function withDomains(ctx: TxContext, rows: readonly ResultRow[]): Promise<Result[]> {
  const payloads = await ctx.query<{ id: string; encrypted_payload: Buffer }>(
    'select id, encrypted_payload from mail.message where id = any ($1) and encrypted_payload is not null',
    [rows.map(({ id }) => id)],
  )
  const domains = new Map(
    payloads.map(({ id, encrypted_payload }) => [id, readDomain(ctx, id, encrypted_payload)]),
  )
  return rows.map((row) => ({ ...row, domain: domains.get(row.id) ?? '' }))
}

function readDomain({ deployment }: TxContext, id: string, encrypted: Buffer): string {
  try {
    const { email } = decryptPayload(deployment, id, encrypted).to
    return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  } catch {
    return ''
  }
}

interface Results {
  rejected: readonly Result[]
  accepted: readonly Result[]
}

function findUnanswered({ rejected, accepted }: Results): Result[] {
  const acceptedByDomain = Map.groupBy(accepted, ({ domain }) => domain)
  const scopes = [
    { rejected, accepted },
    ...[...Map.groupBy(rejected, ({ domain }) => domain)].map(([domain, each]) => ({
      rejected: each,
      accepted: acceptedByDomain.get(domain) ?? [],
    })),
  ]
  const unanswered = scopes.map(withoutAnswered).filter(({ length }) => length >= minRejections)
  return [...new Set(unanswered.flat())]
}

/**
 * Removes rejections after which an email was accepted. If a server first accepted an email and rejected it
 * in a later report, the time of the rejection is the time when the email was sent.
 */
function withoutAnswered({ rejected, accepted }: Results): Result[] {
  const last = findLastSent(accepted)
  const lastWithoutReport = findLastSent(accepted.filter(({ is_report_due }) => is_report_due))
  return rejected.filter(
    (result) => timeOf(result).getTime() > (result.sent_at === null ? last : lastWithoutReport),
  )
}

const findLastSent = (accepted: readonly Result[]): number =>
  Math.max(0, ...accepted.flatMap(({ sent_at }) => sent_at?.getTime() ?? []))

const timeOf = ({ ended_at, created_at }: ResultRow): Date => ended_at ?? created_at

function summarize(rejections: readonly Result[]): SenderRejections | undefined {
  const sorted = rejections.toSorted((a, b) => timeOf(a).getTime() - timeOf(b).getTime())
  const [first, last] = [sorted.at(0), sorted.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { count: sorted.length, since: timeOf(first), response: hideAddresses(last.error ?? '') }
}
