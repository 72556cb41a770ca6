import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'
import { adminRoutes } from '#http/admin'
import type { Database } from '#platform/postgres/database'

/*
 * Finds operations of the web app that change something and leave no entry in the audit log. Each test file of the web app
 * counts the entries of its successful changes; an operation without an entry in a whole file must be in the list below.
 */

/** The operations that change something without an entry, with the reason. */
export const withoutAuditEntry: Readonly<Record<string, string>> = {}

/** Watches the successful changes of a server. Returns a check for the end of the test file. */
export function watchAuditEntries(app: FastifyInstance, db: Database): () => void {
  const added = new Map<string, number>()
  let known = 0
  app.addHook('onSend', async (request, reply) => {
    const { method, routeOptions } = request
    const name = `${method} ${(routeOptions.url ?? '').replace('/admin/api', '')}`
    if (method === 'GET' || method === 'HEAD' || reply.statusCode >= 300) return
    if (!changes.has(name) || Object.hasOwn(withoutAuditEntry, name)) return
    const count = await countEntries(db)
    added.set(name, (added.get(name) ?? 0) + Math.max(0, count - known))
    known = Math.max(known, count)
  })
  return () => {
    const silent = [...added].filter(([, count]) => count === 0).map(([name]) => name)
    assert.deepEqual(silent, [], 'these operations leave no entry in the audit log')
  }
}

const changes = new Set(adminRoutes.map(({ method, path }) => `${method} ${path}`))

async function countEntries({ pool }: Database): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local bestow.account = '*'`)
    const { rows } = await client.query('select count(*)::int as count from access.audit_entry')
    return rows[0].count
  } finally {
    await client.query('rollback')
    client.release()
  }
}
