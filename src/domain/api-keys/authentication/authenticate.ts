import { timingSafeEqual } from 'node:crypto'
import type { Stage } from '#accounts'
import { sha256 } from '#platform/crypto/encryption'
import { batchLookups } from '#platform/lib/batch-lookups'
import { startMinDuration } from '#platform/lib/min-duration'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { isTokenWellFormed } from '../tokens/token-format.ts'
import type { Caller, CallerRow } from './caller.ts'
import * as store from './store.ts'

/** What came beside the token. An access token needs its client's key; an API token needs none of it. */
export interface TokenHeaders {
  api_key?: string | undefined
  tenant?: string | undefined
  client?: string | undefined
}

/** Answers who presents this token: one `undefined` for every reason to turn it away. */
export type Authenticate = (bearer: string, headers?: TokenHeaders) => Promise<Caller | undefined>

interface PresentedBearer {
  bearer: string
  headers: TokenHeaders
}

/**
 * Nothing is remembered between requests, so an expired token is turned away by the very next one, on
 * every node. Instead, all who come while the database is asked wait for the next question and share
 * it: none is answered from a question older than itself.
 *
 * What is no token at all, or one of another stage, is hashed and looked up like any other, and every
 * refusal comes after the same time: the microseconds that a row more or less takes are not to be
 * measured (`packages/reliability/timing.ts` tries).
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
    return batch.map(({ bearer, headers }, index) => {
      const row = rowsByHash.get(hashes[index]?.toString('hex') ?? '')
      const isApiToken = isTokenWellFormed(bearer, deployment.stage)
      return row !== undefined && isAuthorized(row, isApiToken, headers) ? toCaller(row) : undefined
    })
  })
  return async (bearer, headers = {}) => {
    const minDuration = startMinDuration(minRejectionMs)
    const caller = await lookUp({ bearer, headers })
    if (caller === undefined) await minDuration.elapsed()
    else minDuration.cancel()
    return caller
  }
}

/** Milliseconds from the question to a refusal: longer than any look takes when the house is quiet. */
const minRejectionMs = 20

/** Once a minute for each token, so that an admin sees which are in use. */
const recordUse = (db: Database, rows: readonly CallerRow[]) =>
  inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
    store.recordUse(
      ctx,
      rows.map(({ token_hash }) => token_hash),
    ),
  )

/** An API token stands for itself; an access token must come with its client's key, and nothing untrue. */
function isAuthorized(row: CallerRow, isApiToken: boolean, headers: TokenHeaders): boolean {
  if (row.api_key_hash === null) return isApiToken
  const hasKey = timingSafeEqual(sha256(headers.api_key ?? ''), row.api_key_hash)
  const isTenant = headers.tenant === undefined || headers.tenant === row.tenant
  const isClient = headers.client === undefined || headers.client === row.client_id
  return hasKey && isTenant && isClient
}

const toCaller = (row: CallerRow): Caller => {
  const { token_hash: _, is_use_noted: __, tenant: ___, api_key_hash: ____, ...caller } = row
  return caller
}
