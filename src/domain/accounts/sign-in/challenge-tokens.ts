import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto/encryption'
import type { Database, TxContext } from '#platform/postgres/database'
import * as store from './store.ts'

/*
 * Challenge tokens connect two steps of a sign-in. The browser carries the token, which is encrypted, so
 * that only this service can create one. A token has one purpose, is valid for a few minutes, and can be
 * used once.
 */

const lifetimeMs = 5 * 60_000

interface ChallengePayload<Data> {
  data: Data
  nonce: string
  expires_at: number
}

export function issueChallengeToken<Data>(
  db: Pick<Database, 'deployment' | 'clock'>,
  purpose: string,
  data: Data,
): string {
  const payload: ChallengePayload<Data> = {
    data,
    nonce: randomBytes(16).toString('base64url'),
    expires_at: db.clock().getTime() + lifetimeMs,
  }
  return db.deployment.cipher
    .encrypt(JSON.stringify(payload), encryptionContext(purpose))
    .toString('base64url')
}

/** Decrypts a token. Returns undefined when the token is invalid, has another purpose, or has expired. */
export function readChallengeToken<Data>(
  db: Pick<Database, 'deployment' | 'clock'>,
  purpose: string,
  token: string,
): Data | undefined {
  const payload = decryptToken<Data>(db, purpose, token)
  return payload === undefined || payload.expires_at <= db.clock().getTime()
    ? undefined
    : payload.data
}

/**
 * Marks the token as used. Returns false if it was used before. The check uses the content of the token,
 * not its text, because one ciphertext has several encodings.
 */
export async function consumeChallengeToken(
  ctx: TxContext,
  purpose: string,
  token: string,
): Promise<boolean> {
  const payload = decryptToken(ctx, purpose, token)
  if (payload === undefined) return false
  const until = new Date(ctx.now.getTime() + lifetimeMs)
  return store.consumeChallenge(
    ctx,
    sha256(`${encryptionContext(purpose)} ${payload.nonce}`),
    until,
  )
}

function decryptToken<Data>(
  { deployment }: Pick<Database, 'deployment'>,
  purpose: string,
  token: string,
): ChallengePayload<Data> | undefined {
  try {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.toString('base64url') !== token) return undefined // reject other encodings of the same token
    return JSON.parse(
      deployment.cipher.decrypt(bytes, encryptionContext(purpose)),
    ) as ChallengePayload<Data>
  } catch {
    return undefined
  }
}

const encryptionContext = (purpose: string) => `sign-in ${purpose}`
