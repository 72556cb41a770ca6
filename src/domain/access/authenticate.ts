import { timingSafeEqual } from 'node:crypto'
import { type Database, everyone, inTransaction } from '#platform/postgres'
import { sha256 } from '#platform/secrets'
import * as store from './store.ts'
import type { Stage, Tier } from './tables.ts'
import { isTokenText } from './token-text.ts'

/** Whom a token belongs to. */
export interface Caller {
  account_id: string
  tier: Tier
  stage: Stage
  region: string
  token_id: string
  /** Which of the two kinds of token it is; an access token was given to an OAuth client. */
  via: 'api_token' | 'oauth'
  client_id: string | null
  /** How far the account's test clock runs ahead of the real one; 0 in production. */
  clock_ahead_ms: number
}

/** What came beside the token. An access token needs its client's key; an API token needs none of it. */
export interface TokenHeaders {
  api_key?: string | undefined
  tenant?: string | undefined
  client?: string | undefined
}

/** Answers who presents this token: one `undefined` for every reason to turn it away. */
export type Authenticate = (bearer: string, headers?: TokenHeaders) => Promise<Caller | undefined>

interface Waiting {
  bearer: string
  headers: TokenHeaders
  answer: (caller: Caller | undefined) => void
  fail: (error: unknown) => void
}

/**
 * Nothing is remembered between requests, so an expired token is turned away by the very next one, on
 * every node. Instead, all who come while the database is asked wait for the next question and share
 * it: none is answered from a question older than itself.
 *
 * What is no token at all, or one of another stage, is hashed and looked up like any other: the
 * time an answer takes says nothing. (A look-up by SHA-256 tells nobody how near a guess was.)
 */
export function createAuthenticator(
  db: Database,
  place: { stage: Stage; region: string },
): Authenticate {
  let waiting: Waiting[] = []
  let isAsking = false

  const takeAll = () => {
    const taken = waiting
    waiting = []
    return taken
  }

  const askOnce = async () => {
    let asked: Waiting[] = []
    try {
      await inTransaction(db, everyone, async (work) => {
        asked = takeAll()
        const digests = asked.map(({ bearer }) => sha256(bearer))
        const rows = await store.findCallers(work, digests, place)
        const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
        for (const [at, { bearer, headers, answer }] of asked.entries()) {
          const row = found.get(digests[at]?.toString('hex') ?? '')
          const isText = isTokenText(bearer, place.stage)
          answer(row !== undefined && isWelcome(row, isText, headers) ? callerOf(row) : undefined)
        }
        const unnoted = rows.filter(({ is_use_noted }) => !is_use_noted)
        const hashes = unnoted.map(({ token_hash }) => token_hash)
        if (hashes.length > 0) store.noteUse(work, hashes)
      })
    } catch (error) {
      // Without a connection nobody was asked for yet. Whoever has an answer keeps it.
      for (const { fail } of asked.length > 0 ? asked : takeAll()) fail(error)
    }
  }

  const askWhileAnyoneWaits = async () => {
    isAsking = true
    while (waiting.length > 0) await askOnce()
    isAsking = false
  }

  return (bearer, headers = {}) =>
    new Promise((answer, fail) => {
      waiting.push({ bearer, headers, answer, fail })
      if (!isAsking) void askWhileAnyoneWaits()
    })
}

/** An API token stands for itself; an access token must come with its client's key, and nothing untrue. */
function isWelcome(row: store.CallerRow, isApiToken: boolean, headers: TokenHeaders): boolean {
  if (row.api_key_hash === null) return isApiToken
  const hasKey = timingSafeEqual(sha256(headers.api_key ?? ''), row.api_key_hash)
  const isTenant = headers.tenant === undefined || headers.tenant === row.tenant
  const isClient = headers.client === undefined || headers.client === row.client_id
  return hasKey && isTenant && isClient
}

const callerOf = (row: store.CallerRow): Caller => {
  const { token_hash: _, is_use_noted: __, tenant: ___, api_key_hash: ____, ...caller } = row
  return caller
}
