import { ApiError, type FieldError, fullAccess, throwIfAny } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { isId, newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { parseScopes } from '../scopes/granted-scopes.ts'
import { generateSecret, secondsFromNow } from './client-secrets.ts'
import { findRedirectUriError } from './redirect-uri.ts'
import * as store from './store.ts'
import type { OAuthClient } from './tables.ts'

/** The credentials of a new client. Later calls return neither the key nor the secret. */
export interface NewClient {
  tenant: string
  api_key: string
  client_id: string
}

/** Creates a private client, for programs on a server, where a secret stays secret. */
export async function createOAuthClient(
  ctx: TxContext,
  {
    name = 'OAuth client',
    scopes = [fullAccess],
  }: { name?: string; scopes?: readonly string[] } = {},
): Promise<NewClient & { client_secret: string }> {
  const client_secret = generateSecret(ctx, 'client_secret')
  const secret_hash = sha256(client_secret)
  const created = await createClient(ctx, {
    kind: 'private',
    name,
    secret_hash,
    redirect_uris: [],
    scopes: parseScopes(scopes),
  })
  return { ...created, client_secret }
}

/**
 * Creates a public client, for an app that asks a user for consent and receives the code at one of these
 * redirect URIs.
 */
export async function createPublicClient(
  ctx: TxContext,
  {
    name,
    redirect_uris,
    scopes = [fullAccess],
  }: { name: string; redirect_uris: readonly string[]; scopes?: readonly string[] },
): Promise<NewClient> {
  throwIfAny(validateClient(name, redirect_uris))
  return createClient(ctx, {
    kind: 'public',
    name,
    secret_hash: null,
    redirect_uris: [...redirect_uris],
    scopes: parseScopes(scopes),
  })
}

function validateClient(name: string, redirect_uris: readonly string[]): FieldError[] {
  const errors: FieldError[] = []
  if (name.trim() === '')
    errors.push({ code: 'required', param: 'name', message: 'must not be empty' })
  if (redirect_uris.length === 0)
    errors.push({
      code: 'required',
      param: 'redirect_uris',
      message: 'must contain at least one redirect URI',
    })
  for (const [index, uri] of redirect_uris.entries()) {
    const message = findRedirectUriError(uri)
    if (message !== undefined)
      errors.push({ code: 'invalid_format', param: `redirect_uris.${index}`, message })
  }
  return errors
}

async function createClient(
  ctx: TxContext,
  {
    kind,
    name,
    secret_hash,
    redirect_uris,
    scopes,
  }: Pick<OAuthClient, 'kind' | 'name' | 'redirect_uris' | 'scopes'> & {
    secret_hash: Buffer | null
  },
): Promise<NewClient> {
  const tenant = await store.findTenant(ctx)
  if (tenant === undefined) throw new ApiError('not_found')
  const id = newId(ctx.now)
  const api_key = generateSecret(ctx, 'api_key')
  await store.insertClient(ctx, {
    account_id: ctx.account_id,
    id,
    kind,
    name,
    secret_hash,
    registration_hash: null,
    api_key_hash: sha256(api_key),
    api_key_last_four: api_key.slice(-4),
    redirect_uris,
    scopes,
    created_at: ctx.now,
    last_issued_at: null,
    previous_secret_hash: null,
    previous_secret_until: null,
    revoked_at: null,
  })
  return { tenant, api_key, client_id: id }
}

/** Returns the clients that people created, including revoked ones, newest first. */
export const listOAuthClients = (ctx: TxContext): Promise<OAuthClient[]> => store.listClients(ctx)

const maxOverlapSeconds = 7 * 24 * 3600

/**
 * Replaces the secret of a client and returns the new one, which no later call returns. The previous
 * secret remains valid for `overlap_seconds`.
 */
export async function rotateClientSecret(
  ctx: TxContext,
  id: string,
  overlap_seconds: number,
): Promise<{ client: OAuthClient; client_secret: string }> {
  if (!(overlap_seconds >= 0 && overlap_seconds <= maxOverlapSeconds)) {
    const message = `must be between 0 and ${maxOverlapSeconds}`
    throwIfAny([{ code: 'invalid', param: 'overlap_seconds', message }])
  }
  const client_secret = generateSecret(ctx, 'client_secret')
  const until = overlap_seconds === 0 ? null : secondsFromNow(ctx, overlap_seconds)
  const client = isId(id)
    ? await store.replaceSecret(ctx, id, sha256(client_secret), until)
    : undefined
  if (client === undefined) throw new ApiError('not_found')
  return { client, client_secret }
}

/**
 * Replaces the scopes that the tokens of a client may have. Issued tokens lose the removed scopes at once, and do not
 * get the added ones. Returns the client as it was before and as it is now.
 */
export async function changeClientScopes(
  ctx: TxContext,
  id: string,
  input: readonly string[],
): Promise<{ before: OAuthClient; after: OAuthClient }> {
  const scopes = parseScopes(input)
  const before = isId(id) ? await store.replaceScopes(ctx, id, scopes) : undefined
  if (before === undefined) throw new ApiError('not_found')
  return { before, after: { ...before, scopes } }
}

/** Revokes all tokens of a client, but not the client. Returns the number of revoked grants. */
export const revokeClientTokens = (ctx: TxContext, id: string): Promise<number> =>
  isId(id) ? store.revokeClientGrants(ctx, id) : Promise.resolve(0)

/**
 * Revokes a client and all its tokens. The commit takes effect at once, on every node. A second call
 * changes nothing.
 */
export async function revokeOAuthClient(
  ctx: TxContext,
  id: string,
): Promise<{ account_id: string; id: string; name: string; revoked_at: Date }> {
  const revoked = isId(id) ? await store.revokeClient(ctx, id) : undefined
  if (revoked === undefined) throw new ApiError('not_found')
  return revoked
}
