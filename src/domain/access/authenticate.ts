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
  /** How far the account's test clock runs ahead of the real one; 0 in production. */
  clock_ahead_ms: number
}

/** Answers who presents this token: one `undefined` for every reason to turn it away. */
export type Authenticate = (bearer: string) => Promise<Caller | undefined>

interface Waiting {
  bearer: string
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
        for (const [at, { bearer, answer }] of asked.entries()) {
          const row = found.get(digests[at]?.toString('hex') ?? '')
          answer(isTokenText(bearer, place.stage) && row !== undefined ? callerOf(row) : undefined)
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

  return (bearer) =>
    new Promise((answer, fail) => {
      waiting.push({ bearer, answer, fail })
      if (!isAsking) void askWhileAnyoneWaits()
    })
}

const callerOf = ({ token_hash: _, is_use_noted: __, ...caller }: store.CallerRow): Caller => caller
