import { ApiError, orNotFound, throwIfAny } from '#contract'
import type { Deployment } from '#platform/deployment'
import {
  compileSettings,
  mergeSettings,
  type SettingsInput,
} from '#platform/lib/connector-settings'
import { isId, newId } from '#platform/lib/ids'
import { lockUntilEnd } from '#platform/postgres/advisory-lock'
import type { TxContext } from '#platform/postgres/database'
import type { AnyIdentityProvider, ProviderState } from './identity-provider.ts'
import { decryptValues, findKind, type ProviderKinds, secretSetting } from './kinds.ts'
import * as store from './store.ts'
import {
  type ListedProvider,
  type ProviderRow,
  providerSecretContext,
  type SingleSignOnProvider,
} from './tables.ts'

const maxProviders = 10

/** The provider as an admin enters it. */
export interface ProviderInput {
  name: string
  /** An empty secret leaves the current one. */
  settings: SettingsInput
  is_required: boolean
  admits_new: boolean
}

export interface CheckedProvider extends ProviderInput {
  id: string
  state: ProviderState
  subject_scope: string
  /** The secret that the admin entered, if any. */
  secret: string | undefined
}

/** A change of a provider, for the audit log. */
export interface ProviderChange {
  before: SingleSignOnProvider
  after: SingleSignOnProvider
  /** Whether the secret is new. */
  has_new_secret: boolean
  /** How many sessions the change has ended. */
  ended_sessions: number
}

export const listProviders = (ctx: TxContext): Promise<ListedProvider[]> =>
  store.listWithMembers(ctx)

/** Adds a provider without settings, so that its addresses can be registered before its settings are known. */
export async function addProvider(
  ctx: TxContext,
  { kind, name }: { kind: string; name: string },
  kinds: ProviderKinds,
): Promise<ProviderRow> {
  if (findKind(kinds, kind) === undefined)
    throw invalidField('kind', `must be one of ${kinds.all.map((each) => each.kind).join(', ')}`)
  await lockProviders(ctx)
  const others = await store.listProviders(ctx)
  rejectTakenName(others, name)
  if (others.length >= maxProviders)
    throw new ApiError('not_allowed', {
      message: `An account may have ${maxProviders} identity providers. Remove one first.`,
    })
  const id = newId(ctx.now)
  const row: ProviderRow = {
    account_id: ctx.account_id,
    ...{ id, kind, name, path_id: id, settings: {}, secret_encrypted: null },
    ...{ state: null, subject_scope: null, is_required: false, admits_new: false },
    ...{ tested_at: null, created_at: ctx.now, updated_at: ctx.now },
  }
  await store.insertProvider(ctx, row)
  return row
}

const lockProviders = (ctx: TxContext) => lockUntilEnd(ctx, `single sign-on of ${ctx.account_id}`)

function rejectTakenName(others: readonly ProviderRow[], name: string): void {
  if (others.some((other) => other.name === name))
    throw invalidField('name', 'is the name of another provider')
}

/** Returns a provider of the account. Throws `not_found`. */
export const getProvider = async (ctx: TxContext, id: string): Promise<ProviderRow> =>
  orNotFound(isId(id) ? await store.findProvider(ctx, id) : undefined)

/** Validates the settings and reads what sign-in needs from the provider. Uses the network: not in a transaction. */
export async function checkProvider(
  deployment: Deployment,
  row: ProviderRow,
  input: ProviderInput,
  kinds: ProviderKinds,
): Promise<CheckedProvider> {
  const connector = getKind(row, kinds)
  const name = secretSetting(connector)
  const entered = name === undefined ? undefined : input.settings[name]
  const { values, problems } = mergeSettings(
    connector.settings,
    compileSettings(connector.settings),
    input.settings,
    decryptValues(deployment, connector, row),
  )
  throwIfAny(problems)
  const result = await connector.check(values, kinds.rules)
  if ('problem' in result) throw invalidField(`settings.${result.setting}`, result.problem)
  const secret = typeof entered === 'string' && entered !== '' ? entered : undefined
  if (name !== undefined && secret === undefined && row.subject_scope !== result.subject_scope)
    throw invalidField(`settings.${name}`, 'is required for another provider', 'required')
  const { [name ?? '']: _, ...settings } = { ...values, ...result.values }
  const { state, subject_scope } = result
  return { ...input, id: row.id, settings, state, subject_scope, secret }
}

const getKind = ({ kind }: ProviderRow, kinds: ProviderKinds): AnyIdentityProvider => {
  const connector = findKind(kinds, kind)
  if (connector === undefined)
    throw invalidField('kind', `is ${kind}, which this version does not have`)
  return connector
}

/**
 * Saves a checked provider. If its subjects mean other persons now, ends its links and its sessions, except this session. A
 * new requirement ends the sessions that it does not allow.
 */
export async function saveProvider(
  ctx: TxContext,
  { id, secret, ...checked }: CheckedProvider,
  session_id: string,
): Promise<ProviderChange> {
  await lockProviders(ctx)
  const before = orNotFound(await store.findProviderForUpdate(ctx, id))
  rejectTakenName(
    (await store.listProviders(ctx)).filter((other) => other.id !== id),
    checked.name,
  )
  const isSame = before.subject_scope === checked.subject_scope
  if (before.secret_encrypted !== null && secret === undefined && !isSame)
    throw new ApiError('invalid_transition', {
      message: 'Another admin has changed the provider. Try again.',
    })
  const tested_at = isSame ? before.tested_at : null
  if (checked.is_required && tested_at === null)
    throw invalidField('is_required', 'needs a successful test of the sign-in first')
  const saved: ProviderRow = {
    ...before,
    ...checked,
    settings: checked.settings as ProviderRow['settings'],
    ...{ tested_at, updated_at: ctx.now },
    ...(secret !== undefined && {
      secret_encrypted: ctx.deployment.cipher.encrypt(secret, providerSecretContext(id)),
    }),
  }
  await store.updateProvider(ctx, id, saved)
  let ended_sessions = isSame ? 0 : await endLinks(ctx, id, session_id)
  if (checked.is_required && !before.is_required)
    ended_sessions += await store.deleteLocalSessions(ctx)
  return { before, after: saved, has_new_secret: secret !== undefined, ended_sessions }
}

/** Deletes a provider with its links, and ends its sessions except this one. Throws `not_found`. */
export async function removeProvider(
  ctx: TxContext,
  id: string,
  session_id: string,
): Promise<{ provider: SingleSignOnProvider; ended_sessions: number }> {
  const provider = orNotFound(isId(id) ? await store.findProviderForUpdate(ctx, id) : undefined)
  const ended_sessions = await endLinks(ctx, id, session_id)
  await store.deleteProvider(ctx, id)
  return { provider, ended_sessions }
}

async function endLinks(ctx: TxContext, id: string, session_id: string): Promise<number> {
  store.deleteRequests(ctx, id)
  await store.deleteIdentities(ctx, { provider_id: id })
  return store.deleteProviderSessions(ctx, id, session_id)
}

/** Lets all members sign in with passwords and passkeys again. Returns whether single sign-on was required. */
export const liftRequirement = async (ctx: TxContext): Promise<boolean> =>
  (await store.liftRequirement(ctx)) > 0

/** Deletes the links of a member, whose next sign-in links by the email address again. Returns whether there was one. */
export const unlinkMember = async (ctx: TxContext, user_id: string): Promise<boolean> =>
  (await store.deleteIdentities(ctx, { user_id })) > 0

const invalidField = (
  param: string,
  message: string,
  code: 'invalid' | 'required' = 'invalid',
): ApiError => new ApiError(code, { fieldErrors: [{ code, param, message }] })
