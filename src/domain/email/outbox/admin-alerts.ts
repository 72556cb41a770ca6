import * as accounts from '#accounts'
import * as apiKeys from '#api-keys'
import { toEmailKey } from '#contract'
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
import * as store from './alert-store.ts'
import { enqueueAll } from './enqueue.ts'

/** Returns the admins of the transaction's account. */
async function findAdmins(ctx: TxContext): Promise<NamedAddress[]> {
  const users = await accounts.listMembers(ctx)
  return users.flatMap(({ role, name, email }) => (role === 'admin' ? [{ name, email }] : []))
}

/**
 * Emails all admins of an account about a subject, at most once in 24 hours over all processes. Returns
 * whether the alert was enqueued.
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

/** Emails all admins of the transaction's account, except the one with this address. */
export async function enqueueForAdmins(
  ctx: TxContext,
  content: TemplateWithData,
  exceptEmail = '',
): Promise<void> {
  const admins = (await findAdmins(ctx)).filter(
    ({ email }) => toEmailKey(email) !== toEmailKey(exceptEmail),
  )
  enqueueAll(
    ctx,
    admins.map((to): Email => ({ ...content, account_id: ctx.account_id, to })),
  )
}

/** Emails one address about a subject, at most once in 24 hours. Returns whether the email was enqueued. */
export async function enqueueOncePerDay(
  ctx: TxContext,
  account_id: string,
  subject: string,
  email: Email,
): Promise<boolean> {
  if (!(await store.claimAlert(ctx, account_id, subject))) return false
  enqueueAll(ctx, [email])
  return true
}

/** Tells the admins that their account is to be deleted, or that this was called back. Requires ALL_ACCOUNTS. */
export async function announceAccountEnd(
  ctx: TxContext,
  { before, after: { id, name: account, erase_after } }: accounts.AccountChange,
): Promise<void> {
  const url = ctx.deployment.origin
  const accountCtx = { ...ctx, account_id: id }
  if (erase_after !== null) {
    const data = { account, erase_after: erase_after.toISOString() }
    const guide = `${url}/docs/operations#the-end-of-an-account`
    await enqueueForAdmins(accountCtx, { kind: 'account_ending', data: { ...data, url: guide } })
  } else if (before.erase_after !== null)
    await enqueueForAdmins(accountCtx, { kind: 'account_end_revoked', data: { account, url } })
}

type OnError = (error: unknown, account_id: string) => void

/**
 * Alerts admins of failing endpoints, each at most once a day and each in its own transaction. Returns
 * the number of alerts.
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

/** Emails admins about API keys that expire within seven days, and again within a day. Returns the number of accounts. */
export const alertExpiringKeys = (db: Database, onError?: OnError): Promise<number> =>
  apiKeys.remindOfExpiry(
    db,
    (ctx, tokens) => {
      const keys = tokens.map(({ name, last_four, expires_at }) => ({
        name: `${name} …${last_four}`,
        expires_at: expires_at.toISOString(),
      }))
      const web_url = accounts.pageUrl(ctx, '/developers/api-keys')
      return enqueueForAdmins(ctx, { kind: 'expiring_keys', data: { keys, web_url } })
    },
    onError,
  )
