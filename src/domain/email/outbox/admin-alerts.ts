import * as accounts from '#accounts'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { isDatabaseDown } from '#platform/postgres/database-errors'
import * as webhooks from '#webhooks'
import type { Email, NamedAddress, TemplateWithData } from '../templates/template-data.ts'
import { enqueueAll } from './enqueue.ts'
import * as store from './store.ts'

/** Those who look after the account of the work. */
async function findAdmins(ctx: TxContext): Promise<NamedAddress[]> {
  const users = await accounts.listMembers(ctx)
  return users.flatMap(({ role, name, email }) => (role === 'admin' ? [{ name, email }] : []))
}

/**
 * Writes to all admins of an account about something, unless they were written to about it in the last
 * 24 hours, whichever process did it. Answers whether it wrote.
 */
export async function enqueueAlert(
  ctx: TxContext,
  account_id: string,
  subject: string,
  content: TemplateWithData,
): Promise<boolean> {
  if (!(await store.claimAlert(ctx, account_id, subject))) return false
  const admins = await findAdmins({ ...ctx, account_id })
  enqueueAll(
    ctx,
    admins.map((to): Email => ({ ...content, account_id, to })),
  )
  return true
}

/** When the last digest about something went out. */
export const findLastAlertAt = store.findLastAlertAt

type OnError = (error: unknown, account_id: string) => void

/**
 * Tells admins of endpoints that fail, each at most once a day and each in a transaction of its own.
 * Returns how many digests it wrote.
 */
export async function alertFailingEndpoints(db: Database, onError?: OnError): Promise<number> {
  let alertCount = 0
  for (const failing of await readTransaction(db, ALL_ACCOUNTS, webhooks.listFailingEndpoints)) {
    const { account_id, endpoint_id, url, abandoned, attempts, failed } = failing
    const web_url = `${db.deployment.origin}/developers/webhooks/${endpoint_id}`
    const data = { endpoint: url, abandoned, attempts, failed, web_url }
    const content: TemplateWithData = { kind: 'failing_endpoint', data }
    try {
      const isNew = await inTransaction(db, account_id, (ctx) =>
        enqueueAlert(ctx, account_id, `endpoint ${endpoint_id}`, content),
      )
      if (isNew) alertCount += 1
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
    }
  }
  return alertCount
}
