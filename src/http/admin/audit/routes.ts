import { Readable } from 'node:stream'
import * as audit from '#audit'
import { lazyPackage } from '#platform/lib/lazy-package'
import type { Database } from '#platform/postgres/database'
import { readFromReplica } from '#platform/postgres/replica-reads'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './contract.ts'

const loadCsvStringifier = lazyPackage<typeof import('csv-stringify/sync')>('csv-stringify/sync')

export const auditRoutes = [
  handle(contract.listAuditEntries, async ({ ctx, query }) => {
    return audit.listEntries(ctx, query.filter, query.page)
  }),

  handle(contract.findLatestChange, async ({ ctx, params: { id } }) => {
    const page = { limit: 1, order: 'desc' as const }
    const { data } = await audit.listEntries(ctx, { subject_id: id }, page)
    const [last] = data
    return last === undefined ? null : { name: last.actor.name, at: last.at }
  }),

  handleWithoutTx(contract.downloadAuditLog, async ({ db, member, query, reply }) => {
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="audit-log.csv"')
    await reply.send(Readable.from(streamCsv(db, member.account_id, query)))
    return HANDLED
  }),
]

const columns = [
  'at',
  'action',
  'actor_kind',
  'actor_id',
  'actor_name',
  'actor_address',
  'subject_kind',
  'subject_id',
  'subject_name',
  'details',
]

const csvPageSize = 1_000

/** Yields the CSV file in chunks. Each page has its own transaction, so a slow download does not keep one open. */
async function* streamCsv(
  db: Database,
  account_id: string,
  filter: audit.AuditFilter,
): AsyncGenerator<string> {
  yield loadCsvStringifier().stringify([columns])
  for (let after: string | undefined; ; ) {
    const page = {
      limit: csvPageSize,
      order: 'asc' as const,
      ...(after !== undefined && { after }),
    }
    const { data, has_more } = await readFromReplica(db, account_id, (ctx) =>
      audit.listEntries(ctx, filter, page),
    )
    if (data.length > 0)
      yield loadCsvStringifier().stringify(data.map(toCsvRow), { escape_formulas: true })
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return
  }
}

const toCsvRow = ({ at, action, actor, subject, details }: audit.AuditEntry) => [
  at.toISOString(),
  action,
  actor.kind,
  actor.id,
  actor.name,
  actor.address,
  subject.kind,
  subject.id,
  subject.name,
  JSON.stringify(details),
]
