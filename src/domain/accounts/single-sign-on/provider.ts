import { ApiError, type FieldError, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import { discover, type ProviderClient, type ProviderRules, parseIssuer } from './discovery.ts'
import * as store from './store.ts'
import {
  clientSecretContext,
  type ProviderMetadata,
  type ProviderRow,
  type SingleSignOnProvider,
} from './tables.ts'

/** The provider as an admin enters it. */
export interface ProviderInput {
  issuer: string
  client_id: string
  /** Absent to keep the current secret. */
  client_secret?: string | undefined
  is_required: boolean
}

export interface CheckedProvider extends ProviderInput {
  metadata: ProviderMetadata
}

/** A change of the provider, for the audit log. */
export interface ProviderChange {
  before: SingleSignOnProvider | undefined
  after: SingleSignOnProvider
  /** Whether the client secret is new. */
  has_new_secret: boolean
  /** How many sessions the change has ended. */
  ended_sessions: number
}

/** Returns the provider of the account, and the number of members who have signed in with it. */
export async function findProvider(
  ctx: TxContext,
): Promise<(SingleSignOnProvider & { members: number }) | undefined> {
  const row = await store.findProvider(ctx)
  if (row === undefined) return undefined
  return { ...toProvider(row), members: await store.countIdentities(ctx) }
}

const toProvider = (row: ProviderRow): SingleSignOnProvider => ({
  id: row.id,
  issuer: row.issuer,
  client_id: row.client_id,
  is_required: row.is_required,
  tested_at: row.tested_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** Validates the fields and reads the discovery document of the issuer. Uses the network: not in a transaction. */
export async function checkProvider(
  input: ProviderInput,
  rules: ProviderRules,
): Promise<CheckedProvider> {
  const errors: FieldError[] = []
  const issuer = parseIssuer(input.issuer, rules, errors)
  throwIfAny(errors)
  const client: ProviderClient = {
    issuer,
    client_id: input.client_id.trim(),
    client_secret: input.client_secret ?? '',
  }
  const result = await discover(client, rules)
  if ('problem' in result) throw invalidField('issuer', result.problem)
  return {
    ...input,
    ...client,
    client_secret: input.client_secret,
    ...result,
    issuer: result.metadata.issuer,
  }
}

/**
 * Saves a checked provider. A new issuer or client ends the links and sessions of the previous one, except this session:
 * its subjects mean nothing at another provider. A new requirement ends the sessions that it does not allow.
 */
export async function saveProvider(
  ctx: TxContext,
  checked: CheckedProvider,
  session_id: string,
): Promise<ProviderChange> {
  await lockUntilEnd(ctx, `single sign-on of ${ctx.account_id}`)
  const before = await store.findProviderForUpdate(ctx)
  const isSame = before?.issuer === checked.issuer && before.client_id === checked.client_id
  const { client_secret } = checked
  if (client_secret === undefined && !isSame)
    throw invalidField('client_secret', 'is required for a new issuer or client', 'required')
  const tested_at = isSame ? before.tested_at : null
  if (checked.is_required && tested_at === null)
    throw invalidField('is_required', 'needs a successful test of the sign-in first')
  const id = before?.id ?? newId(ctx.now)
  const row: Omit<ProviderRow, 'client_secret_encrypted'> = {
    account_id: ctx.account_id,
    id,
    issuer: checked.issuer,
    client_id: checked.client_id,
    metadata: checked.metadata,
    is_required: checked.is_required,
    tested_at,
    created_at: before?.created_at ?? ctx.now,
    updated_at: ctx.now,
  }
  const client_secret_encrypted =
    client_secret === undefined
      ? before?.client_secret_encrypted
      : ctx.deployment.cipher.encrypt(client_secret, clientSecretContext(id))
  if (client_secret_encrypted === undefined) throw new Error('a provider without a secret')
  const saved = { ...row, client_secret_encrypted }
  await (before === undefined ? store.insertProvider(ctx, saved) : store.updateProvider(ctx, saved))
  let ended_sessions = 0
  if (before !== undefined && !isSame) ended_sessions += await endLinks(ctx, session_id)
  if (checked.is_required && before?.is_required !== true)
    ended_sessions += await store.deleteLocalSessions(ctx)
  return {
    before: before && toProvider(before),
    after: toProvider(saved),
    has_new_secret: client_secret !== undefined,
    ended_sessions,
  }
}

/** Deletes the provider with its links, and ends its sessions except this one. Throws without a provider. */
export async function removeProvider(
  ctx: TxContext,
  session_id: string,
): Promise<{ provider: SingleSignOnProvider; ended_sessions: number }> {
  const before = await store.findProviderForUpdate(ctx)
  if (before === undefined) throw new ApiError('not_found')
  const ended_sessions = await endLinks(ctx, session_id)
  await store.deleteProvider(ctx)
  return { provider: toProvider(before), ended_sessions }
}

async function endLinks(ctx: TxContext, session_id: string): Promise<number> {
  store.deleteRequests(ctx)
  await store.deleteIdentities(ctx)
  return store.deleteProviderSessions(ctx, session_id)
}

/** Lets all members sign in with passwords and passkeys again. Returns undefined unless single sign-on is required. */
export async function liftRequirement(ctx: TxContext): Promise<SingleSignOnProvider | undefined> {
  const provider = await store.findProviderForUpdate(ctx)
  if (provider === undefined || !provider.is_required) return undefined
  const change = { is_required: false, updated_at: ctx.now }
  await store.updateProvider(ctx, change)
  return toProvider({ ...provider, ...change })
}

/** Deletes the link of a member, whose next sign-in links by the email address again. Returns whether there was one. */
export const unlinkMember = async (ctx: TxContext, user_id: string): Promise<boolean> =>
  (await store.deleteIdentities(ctx, user_id)) > 0

const invalidField = (
  param: string,
  message: string,
  code: 'invalid' | 'required' = 'invalid',
): ApiError => new ApiError(code, { fieldErrors: [{ code, param, message }] })
