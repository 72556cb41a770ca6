import { type FieldError, throwIfAny } from '#contract'
import { toOneLine } from '#contract/one-line'
import { isId, newId, randomCrockford } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { Account, Tier } from './tables.ts'

/** Creates an account in the region and stage of this deployment. Requires a transaction for ALL_ACCOUNTS. */
export async function createAccount(
  ctx: TxContext,
  requested: { name: string; tier: Tier; external_id?: string },
): Promise<Account> {
  const name = parseAccountName(requested.name)
  const { region, stage } = ctx.deployment
  const account = {
    id: newId(ctx.now),
    name,
    tier: requested.tier,
    tenant: generateTenantSlug(name),
    region,
    stage,
    suspended_at: null,
  }
  await store.insertAccount(ctx, { ...account, external_id: requested.external_id ?? null })
  return account
}

/** Returns the name of an account on one line. Throws for an empty name and for one with more than 255 characters. */
export function parseAccountName(text: string): string {
  const name = toOneLine(text)
  const nameError = (code: FieldError['code'], message: string) =>
    throwIfAny([{ code, param: 'name', message }])
  if (name === '') nameError('required', 'must not be empty')
  if (name.length > 255) nameError('too_long', 'must be at most 255 characters')
  return name
}

/**
 * Generates the account's public handle for the token endpoint: a readable form of the name and a random
 * part.
 */
function generateTenantSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32)
  return [slug, randomCrockford(8).toLowerCase()].filter(Boolean).join('-')
}

/**
 * Returns the URL of a page of the web app in this account. A person can have several accounts, and a list exists in each of
 * them. Links to one gift or send need no account: the web app finds it.
 */
export function pageUrl({ deployment, account_id }: TxContext, path: string): string {
  const url = new URL(path, deployment.origin)
  url.searchParams.set('in_account', account_id)
  return url.href
}

export const listAccounts = (ctx: TxContext): Promise<Account[]> => store.listAccounts(ctx)

export const findAccount = async (ctx: TxContext, id: string): Promise<Account | undefined> =>
  isId(id) ? store.findAccount(ctx, id) : undefined

/** Returns whether this deployment has any account. Requires a transaction for ALL_ACCOUNTS. */
export const hasAnyAccount = async (ctx: TxContext): Promise<boolean> => store.hasAnyAccount(ctx)
