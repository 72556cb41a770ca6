import { type Page, type Paginated, toPage } from '#contract'
import { assertKnownCursor } from '#platform/postgres/cursors'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { AuditEntry, AuditFilter } from './tables.ts'

/** Returns a page of the account's log, newest first by default. */
export async function listEntries(
  ctx: TxContext,
  filter: AuditFilter,
  page: Page,
): Promise<Paginated<AuditEntry>> {
  await assertKnownCursor(ctx, page.after, (id) => store.exists(ctx, id), 'expiring')
  return toPage((await store.list(ctx, filter, page)).map(toAuditEntry), page)
}

/** Returns the newest entries about a subject, with the time of the account's clock. */
export async function listSubjectEntries(
  ctx: TxContext,
  subject_id: string,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await store.list(ctx, { subject_id }, { limit, order: 'desc' })
  return rows.slice(0, limit).map((row) => ({ ...toAuditEntry(row), at: row.account_at ?? row.at }))
}

type SelectedAuditEntry = Awaited<ReturnType<typeof store.list>>[number]

const toAuditEntry = (row: SelectedAuditEntry): AuditEntry => ({
  id: row.id,
  at: row.at,
  actor: {
    kind: row.actor_kind,
    id: row.actor_id,
    name: row.actor_name,
    address: row.actor_address,
  },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
  details: row.details as Record<string, unknown>,
})
