import { timingSafeEqual } from 'node:crypto'
import { generateToken } from '#platform/crypto/checksummed-token'
import { sha256 } from '#platform/crypto/encryption'
import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { KnownClient } from './store.ts'

/** What each secret begins with, so that people and scanners can tell them apart. */
const secretPrefixes = {
  api_key: 'key',
  client_secret: 'cs',
  access_token: 'at',
  refresh_token: 'rt',
}

export const generateSecret = (ctx: TxContext, kind: keyof typeof secretPrefixes): string =>
  generateToken(`svc-${secretPrefixes[kind]}-${ctx.deployment.stage}-`)

/** What a program said of itself at the token endpoint. */
export interface ClientCredentials {
  tenant?: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
  api_key?: string | undefined
}

/** Compares digests, so that neither the length nor the beginning of a secret shows in the time. */
const matchesHash = (text: string, digest: Buffer | null | undefined): boolean =>
  timingSafeEqual(sha256(text), digest ?? Buffer.alloc(32))

/** A client that changes its secret may use either for a while. Both are compared, whatever the first says. */
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

/** Whether the claims are all there and all true. Every one is compared, whatever the others are. */
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

/** Whether no claim is false; what is not claimed is not asked. */
export function hasNoMismatch(
  ctx: TxContext,
  client: KnownClient,
  credentials: ClientCredentials,
): boolean {
  const checks = [
    matchesHash(credentials.tenant ?? client.tenant, sha256(client.tenant)),
    matchesHash(credentials.client_id ?? client.client_id, sha256(client.client_id)),
    credentials.client_secret === undefined ||
      matchesClientSecret(ctx, client, credentials.client_secret),
    credentials.api_key === undefined || matchesHash(credentials.api_key, client.api_key_hash),
  ]
  return checks.every(Boolean)
}

/** What cannot be a client's id is looked up all the same, and finds nobody. */
export const normalizeClientId = (client_id: string): string =>
  isId(client_id) ? client_id : '00000000-0000-0000-0000-000000000000'

export const secondsFromNow = ({ now }: TxContext, seconds: number) =>
  new Date(now.getTime() + seconds * 1000)
