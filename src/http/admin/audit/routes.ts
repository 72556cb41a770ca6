import * as audit from '#audit'
import { formatRows } from '#platform/lib/csv'
import type { Database, TxContext } from '#platform/postgres/database'
import { sendCsv, streamCsv } from '../lib/csv.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

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

  handleWithoutTx(contract.downloadAuditLog, ({ db, member, query, reply }) =>
    sendCsv(reply, 'audit-log', streamAuditLog(db, member.account_id, query)),
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

const csvPageSize = 1_000

/** Yields the audit log as CSV. In contrast to other CSV files of the service, it has no byte order mark. */
const streamAuditLog = (db: Database, account_id: string, filter: audit.AuditFilter) =>
  streamCsv({
    db,
    account_id,
    header: formatRows([columns]),
    readPage: async (ctx: TxContext, after: string | undefined) => {
      const page = {
        limit: csvPageSize,
        order: 'asc',
        ...(after !== undefined && { after }),
      } as const
      const { data, has_more } = await audit.listEntries(ctx, filter, page)
      return {
        csv: formatRows(data.map(toCsvRow)),
        next: has_more ? data.at(-1)?.id : undefined,
      }
    },
  })

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
