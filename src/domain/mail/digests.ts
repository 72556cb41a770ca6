import * as access from '#access'
import { isDatabaseDown } from '#platform/database-failures'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  readTransaction,
  type TxContext,
} from '#platform/postgres'
import * as webhooks from '#webhooks'
import type { Content, Letter, Person } from './letters.ts'
import { postAll } from './post.ts'
import * as store from './store.ts'

/** Those who look after the account of the work. */
async function adminsOf(ctx: TxContext): Promise<Person[]> {
  const people = await access.listMembers(ctx)
  return people.flatMap(({ role, name, email }) => (role === 'admin' ? [{ name, email }] : []))
}

/**
 * Writes to all admins of an account about something, unless they were written to about it in the last
 * 24 hours, whichever process did it. Answers whether it wrote.
 */
export async function postDigest(
  ctx: TxContext,
  account_id: string,
  subject: string,
  content: Content,
): Promise<boolean> {
  if (!(await store.takeDigest(ctx, account_id, subject))) return false
  const admins = await adminsOf({ ...ctx, account_id })
  postAll(
    ctx,
    admins.map((to): Letter => ({ ...content, account_id, to })),
  )
  return true
}

/** When the last digest about something went out. */
export const lastDigest = store.lastDigest

type OnError = (error: unknown, account_id: string) => void

/**
 * Tells admins of endpoints that fail, each at most once a day and each in a transaction of its own.
 * Returns how many digests it wrote.
 */
export async function tellFailing(db: Database, onError?: OnError): Promise<number> {
  let told = 0
  for (const each of await readTransaction(db, ALL_ACCOUNTS, webhooks.failing)) {
    const { account_id, endpoint_id, url, abandoned, attempts, failed } = each
    const web_url = `${db.deployment.origin}/developers/webhooks/${endpoint_id}`
    const facts = { endpoint: url, abandoned, attempts, failed, web_url }
    const content: Content = { kind: 'failing_endpoint', facts }
    try {
      const isNew = await inTransaction(db, account_id, (ctx) =>
        postDigest(ctx, account_id, `endpoint ${endpoint_id}`, content),
      )
      if (isNew) told += 1
    } catch (error) {
      if (onError === undefined || isDatabaseDown(error)) throw error
      onError(error, account_id)
    }
  }
  return told
}
