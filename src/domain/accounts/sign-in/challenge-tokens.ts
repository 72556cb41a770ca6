import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto/encryption'
import type { Database, TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

/*
 * What a browser carries from one step to the next: sealed, so that only we can write it; for one
 * purpose; for a few minutes; and counting once.
 */

const lifetimeMs = 5 * 60_000

interface ChallengePayload<Data> {
  facts: Data
  once: string
  until: number
}

export function issueChallengeToken<Data>(db: Database, purpose: string, facts: Data): string {
  const payload: ChallengePayload<Data> = {
    facts,
    once: randomBytes(16).toString('base64url'),
    until: db.clock().getTime() + lifetimeMs,
  }
  return db.deployment.cipher
    .encrypt(JSON.stringify(payload), encryptionContext(purpose))
    .toString('base64url')
}

/** What the ticket says; undefined when it is none of ours, for something else, or over. */
export function readChallengeToken<Data>(
  db: Database,
  purpose: string,
  ticket: string,
): Data | undefined {
  const payload = decryptToken<Data>(db, purpose, ticket)
  return payload === undefined || payload.until <= db.clock().getTime() ? undefined : payload.facts
}

/**
 * Whether the ticket had not been used before; now it has. What counts is its content, not its text: one sealed value
 * may be written in several ways.
 */
export async function consumeChallengeToken(
  ctx: TxContext,
  purpose: string,
  ticket: string,
): Promise<boolean> {
  const payload = decryptToken(ctx, purpose, ticket)
  if (payload === undefined) return false
  const until = new Date(ctx.now.getTime() + lifetimeMs)
  return store.consumeChallenge(ctx, sha256(`${encryptionContext(purpose)} ${payload.once}`), until)
}

function decryptToken<Data>(
  { deployment }: Pick<Database, 'deployment'>,
  purpose: string,
  ticket: string,
): ChallengePayload<Data> | undefined {
  try {
    const bytes = Buffer.from(ticket, 'base64url')
    if (bytes.toString('base64url') !== ticket) return undefined // another spelling of a ticket is none of ours
    return JSON.parse(
      deployment.cipher.decrypt(bytes, encryptionContext(purpose)),
    ) as ChallengePayload<Data>
  } catch {
    return undefined
  }
}

const encryptionContext = (purpose: string) => `sign-in ${purpose}`
