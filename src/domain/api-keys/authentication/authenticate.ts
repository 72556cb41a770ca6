import { timingSafeEqual } from 'node:crypto'
import type { Stage } from '#accounts'
import { intersectScopes } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { batchLookups } from '#platform/lib/batch-lookups'
import { startMinDuration } from '#platform/lib/min-duration'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import type { Audience } from '../oauth/audience.ts'
import { isTokenWellFormed } from '../tokens/token-format.ts'
import type { Caller, CallerRow } from './caller.ts'
import * as store from './store.ts'

/**
 * The headers that a request can have besides the bearer token. An access token requires the key of its
 * client. An API token requires no other header.
 */
export interface TokenHeaders {
  api_key?: string | undefined
  tenant?: string | undefined
  client?: string | undefined
}

/** Returns the caller of a token. Returns undefined if the token is rejected, for any reason. */
export type Authenticate = (
  bearer: string,
  headers?: TokenHeaders,
  /** The resource that the request is for: the public API by default. */
  audience?: Audience,
) => Promise<Caller | undefined>

interface PresentedBearer {
  bearer: string
  headers: TokenHeaders
  audience: Audience
}

/**
 * Creates the authenticator. It does not cache callers, so every node rejects an expired token from the next
 * request on. Requests that arrive during a lookup share the next lookup, so that no result is older than its
 * request.
 *
 * It hashes and looks up malformed tokens and tokens of another stage like all other tokens. Every rejection
 * takes the same minimum time, so that no one can measure the microseconds of a matching row
 * (`packages/reliability/timing.ts` tries to measure them).
 */
export function createAuthenticator(
  db: Database,
  deployment: { stage: Stage; region: string },
): Authenticate {
  const lookUp = batchLookups(async (batch: readonly PresentedBearer[]) => {
    const hashes = batch.map(({ bearer }) => sha256(bearer))
    const rows = await store.findCallers(db, hashes, deployment)
    const unrecorded = rows.filter(({ is_use_noted }) => !is_use_noted)
    if (unrecorded.length > 0) await recordUse(db, unrecorded)
    const rowsByHash = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
    return batch.map(({ bearer, headers, audience }, index) => {
      const row = rowsByHash.get(hashes[index]?.toString('hex') ?? '')
      const isApiToken = isTokenWellFormed(bearer, deployment.stage)
      return row !== undefined && isAuthorized(row, isApiToken, { headers, audience })
        ? toCaller(row)
        : undefined
    })
  })
  return async (bearer, headers = {}, audience = 'api') => {
    const minDuration = startMinDuration(minRejectionMs)
    const caller = await lookUp({ bearer, headers, audience })
    if (caller === undefined) await minDuration.elapsed()
    else minDuration.cancel()
    return caller
  }
}

/**
 * The minimum time from a request to its rejection, in milliseconds. No lookup takes longer while the service
 * is idle.
 */
const minRejectionMs = 20

/**
 * Records the use of tokens at most once a minute for each token, so that admins see which tokens are in use.
 */
const recordUse = (db: Database, rows: readonly CallerRow[]) =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
    store.recordUse(
      ctx,
      rows.map(({ token_hash }) => token_hash),
    ),
  )

/**
 * Returns whether a token and the headers of a request are sufficient. An API token needs no other header. An
 * access token is valid only for its resource. The API requires the key of its client. The resource /mcp does
 * not require it, because MCP clients do not know the key. A wrong optional header leads to a rejection.
 */
function isAuthorized(
  row: CallerRow,
  isApiToken: boolean,
  { headers, audience }: Omit<PresentedBearer, 'bearer'>,
): boolean {
  if (row.api_key_hash === null) return isApiToken
  if (row.audience !== audience) return false
  const isKeyOptional = audience === 'mcp' && headers.api_key === undefined
  const hasKey = isKeyOptional || timingSafeEqual(sha256(headers.api_key ?? ''), row.api_key_hash)
  const isTenant = headers.tenant === undefined || headers.tenant === row.tenant
  const isClient = headers.client === undefined || headers.client === row.client_id
  return hasKey && isTenant && isClient
}

/**
 * Removes the members that only the authentication needs. Removes the scopes that the client of the token no
 * longer has.
 */
const toCaller = (row: CallerRow): Caller => {
  const { token_hash: _, is_use_noted: __, tenant: ___, api_key_hash: ____, ...rest } = row
  const { client_scopes, audience: _____, ...caller } = rest
  if (client_scopes === null) return caller
  return { ...caller, scopes: intersectScopes(caller.scopes, client_scopes) }
}
