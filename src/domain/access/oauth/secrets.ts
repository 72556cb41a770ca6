import { timingSafeEqual } from 'node:crypto'
import { newCheckedText } from '#platform/checked-text'
import { isId } from '#platform/ids'
import type { TxContext } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import type { KnownClient } from './store.ts'

/** What each secret begins with, so that people and scanners can tell them apart. */
const marks = { api_key: 'key', client_secret: 'cs', access_token: 'at', refresh_token: 'rt' }

export const newSecret = (ctx: TxContext, what: keyof typeof marks): string =>
  newCheckedText(`svc-${marks[what]}-${ctx.installation.stage}-`)

/** What a program said of itself at the token endpoint. */
export interface ClientClaims {
  tenant?: string | undefined
  client_id?: string | undefined
  client_secret?: string | undefined
  api_key?: string | undefined
}

/** Compares digests, so that neither the length nor the beginning of a secret shows in the time. */
const isSame = (text: string, digest: Buffer | null | undefined): boolean =>
  timingSafeEqual(sha256(text), digest ?? Buffer.alloc(32))

/** A client that changes its secret may use either for a while. Both are compared, whatever the first says. */
function isSecret({ now }: TxContext, client: KnownClient | undefined, text: string): boolean {
  const until = client?.previous_secret_until ?? null
  const previous = until !== null && until > now ? client?.previous_secret_hash : undefined
  const truths = [isSame(text, client?.secret_hash), isSame(text, previous)]
  return truths.some(Boolean)
}

/** Whether the claims are all there and all true. Every one is compared, whatever the others are. */
export function isWholly(
  ctx: TxContext,
  client: KnownClient | undefined,
  claims: ClientClaims,
): boolean {
  const truths = [
    isSame(claims.tenant ?? '', sha256(client?.tenant ?? '')),
    isSame(claims.client_id ?? '', sha256(client?.client_id ?? '')),
    isSecret(ctx, client, claims.client_secret ?? ''),
    isSame(claims.api_key ?? '', client?.api_key_hash),
  ]
  return client !== undefined && truths.every(Boolean)
}

/** Whether no claim is false; what is not claimed is not asked. */
export function isNotOtherwise(ctx: TxContext, client: KnownClient, claims: ClientClaims): boolean {
  const truths = [
    isSame(claims.tenant ?? client.tenant, sha256(client.tenant)),
    isSame(claims.client_id ?? client.client_id, sha256(client.client_id)),
    claims.client_secret === undefined || isSecret(ctx, client, claims.client_secret),
    claims.api_key === undefined || isSame(claims.api_key, client.api_key_hash),
  ]
  return truths.every(Boolean)
}

/** What cannot be a client's id is looked up all the same, and finds nobody. */
export const idToLookUp = (client_id: string): string =>
  isId(client_id) ? client_id : '00000000-0000-0000-0000-000000000000'

export const after = ({ now }: TxContext, seconds: number) =>
  new Date(now.getTime() + seconds * 1000)
