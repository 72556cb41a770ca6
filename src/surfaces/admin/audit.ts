import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import * as access from '#access'
import { isTimestamp, parseListQuery } from '#contract'
import { type Database, readTransaction } from '#platform/postgres'
import { operation, outside, sent } from './operation.ts'

const anyText = { parse: (value: string) => value || undefined, remedy: 'must not be empty' }
const moment = {
  parse: (value: string) => (isTimestamp(value) ? new Date(value) : undefined),
  remedy: 'must be a moment such as 2026-05-01T10:30:00.000Z',
}
const filters = {
  actor_id: { ...anyText, schema: {} },
  subject_id: { ...anyText, schema: {} },
  action: { ...anyText, schema: {} },
  after_moment: { ...moment, schema: {} },
  before_moment: { ...moment, schema: {} },
}

/** Who changed what. */
export const auditOperations = [
  operation(
    'GET',
    '/audit',
    { needs: 'admin', does: 'list the audit log' },
    async ({ ctx, query }) => {
      const { page, filter } = parseListQuery(query, filters)
      return access.listEntries(ctx, filter, page)
    },
  ),

  operation(
    'GET',
    '/last-change/:id',
    { needs: 'admin', does: 'say who changed something last, and when' },
    async ({ ctx, params: { id = '' } }) => {
      const page = { limit: 1, order: 'desc' as const }
      const { data } = await access.listEntries(ctx, { subject_id: id }, page)
      const [last] = data
      return last === undefined ? undefined : { name: last.actor.name, at: last.at }
    },
  ),

  outside(
    'GET',
    '/audit.csv',
    { needs: 'admin', does: 'download the audit log' },
    async ({ db, member, query, reply }) => {
      const { filter } = parseListQuery(query, filters)
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
      await reply.send(Readable.from(asCsv(db, member.account_id, filter)))
      return sent
    },
  ),
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

const maxRowsAtOnce = 1_000

/** The text of the file, in pieces. Each page is a transaction of its own, so that a slow download holds nothing up. */
async function* asCsv(
  db: Database,
  account_id: string,
  filter: access.AuditFilter,
): AsyncGenerator<string> {
  yield stringify([columns])
  for (let after: string | undefined; ; ) {
    const page = {
      limit: maxRowsAtOnce,
      order: 'asc' as const,
      ...(after !== undefined && { after }),
    }
    const { data, has_more } = await readTransaction(db, account_id, (ctx) =>
      access.listEntries(ctx, filter, page),
    )
    if (data.length > 0) yield stringify(data.map(rowOf), { escape_formulas: true })
    after = data.at(-1)?.id
    if (!has_more || after === undefined) return
  }
}

const rowOf = ({ at, action, actor, subject, details }: access.AuditEntry) => [
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
