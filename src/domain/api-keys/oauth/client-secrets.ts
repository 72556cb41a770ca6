import { timingSafeEqual } from 'node:crypto'
import { deriveToken, generateToken } from '#platform/crypto/checksummed-token'
import { sha256 } from '#platform/crypto/encryption'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { KnownClient } from './store.ts'

/** The prefixes of secrets. People and secret scanners recognize secrets by them. */
const secretPrefixes = {
  api_key: 'key',
  client_secret: 'cs',
  access_token: 'at',
  refresh_token: 'rt',
}

export const generateSecret = (ctx: TxContext, kind: keyof typeof secretPrefixes): string =>
  generateToken(`svc-${secretPrefixes[kind]}-${ctx.deployment.stage}-`)

/** Derives a secret from a token and a salt. The same token and salt always give the same secret. */
export const deriveSecret = (
  ctx: TxContext,
  kind: keyof typeof secretPrefixes,
  token: string,
  salt: Buffer,
): string => deriveToken(`svc-${secretPrefixes[kind]}-${ctx.deployment.stage}-`, token, salt)

/** The credentials in a request to the token endpoint. */
export interface ClientCredentials {
  tenant?: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
  api_key?: string | undefined
}

/** Compares digests in constant time, so that timing reveals neither the length nor a prefix of a secret. */
const matchesHash = (text: string, digest: Buffer | null | undefined): boolean =>
  timingSafeEqual(sha256(text), digest ?? Buffer.alloc(32))

/**
 * Compares a secret with the current secret and, during a rotation, with the previous one. Always makes both
 * comparisons.
 */
function matchesClientSecret(
  { now }: TxContext,
  client: KnownClient | undefined,
  text: string,
): boolean {
  const until = client?.previous_secret_until ?? null
  const previous = until !== null && until > now ? client?.previous_secret_hash : undefined
  const checks = [matchesHash(text, client?.secret_hash), matchesHash(text, previous)]
  return checks.some(Boolean)
}

/** Returns whether all credentials are present and correct. Always compares all of them. */
export function matchesFully(
  ctx: TxContext,
  client: KnownClient | undefined,
  credentials: ClientCredentials,
): boolean {
  const checks = [
    matchesHash(credentials.tenant ?? '', sha256(client?.tenant ?? '')),
    matchesHash(credentials.client_id ?? '', sha256(client?.client_id ?? '')),
    matchesClientSecret(ctx, client, credentials.client_secret ?? ''),
    matchesHash(credentials.api_key ?? '', client?.api_key_hash),
  ]
  return client !== undefined && checks.every(Boolean)
}

/** Returns whether no credential is wrong. Accepts missing credentials. */
export function hasNoMismatch(
  ctx: TxContext,
  client: KnownClient,
  credentials: ClientCredentials,
): boolean {
  const checks = [
    matchesHash(credentials.tenant ?? client.tenant, sha256(client.tenant)),
    isClientIdAbsent(client, credentials) ||
      matchesHash(
        credentials.client_id ?? '',
        client.registration_hash ?? sha256(client.client_id),
      ),
    credentials.client_secret === undefined ||
      matchesClientSecret(ctx, client, credentials.client_secret),
    credentials.api_key === undefined || matchesHash(credentials.api_key, client.api_key_hash),
  ]
  return checks.every(Boolean)
}

/**
 * Returns whether a request omits the client_id and may do so. A client that registered itself must send its
 * client_id with every request, because it has no other credential.
 */
const isClientIdAbsent = (
  { registration_hash }: KnownClient,
  { client_id }: ClientCredentials,
): boolean => client_id === undefined && registration_hash === null

/** Replaces a malformed id with an id that does not exist, so that the lookup takes the same time. */
export const normalizeClientId = (client_id: string): string =>
  isId(client_id) ? client_id : '00000000-0000-0000-0000-000000000000'

export const secondsFromNow = ({ now }: TxContext, seconds: number) =>
  new Date(now.getTime() + seconds * 1000)
