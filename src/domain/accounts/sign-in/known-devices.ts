import { randomBytes } from 'node:crypto'
import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { findOwnAddress } from './membership-store.ts'

/*
 * Known devices. After a sign-in, the browser stores an encrypted device token. Failed attempts from
 * other browsers do not lock out a known device, because its attempts are counted separately.
 */

/** Number of days for which a device token is valid. */
export const deviceLifetimeDays = 180

interface DevicePayload {
  id: string
  /**
   * A hash of the email address that signed in: the token is valid for this user only and does not reveal
   * the address.
   */
  email_hash: string
  until: number
}

const context = 'sign-in device'
const hashEmail = (email: string) => sha256(toEmailKey(email)).toString('base64url')

/**
 * Returns a token for the address of the person. Returns undefined for an address that others sign in with, and ignores the
 * addresses that accounts know the person by: the token would let the person guess the password of someone else.
 */
export async function issueDeviceToken(
  db: Database,
  person_id: string,
): Promise<string | undefined> {
  const email = await inTransaction(db, ALL_ACCOUNTS, (ctx) => findOwnAddress(ctx, person_id))
  if (email === undefined) return undefined
  const payload: DevicePayload = {
    id: randomBytes(16).toString('base64url'),
    email_hash: hashEmail(email),
    until: db.clock().getTime() + deviceLifetimeDays * 24 * 3_600_000,
  }
  return db.deployment.cipher.encrypt(JSON.stringify(payload), context).toString('base64url')
}

/** Returns the id of a known device. If a user is given, the device must belong to that user. */
export function findKnownDevice(
  db: Pick<Database, 'clock' | 'deployment'>,
  token: string | undefined,
  email?: string,
): string | undefined {
  if (token === undefined || token.length > 1_000) return undefined
  try {
    const bytes = Buffer.from(token, 'base64url')
    const device = JSON.parse(db.deployment.cipher.decrypt(bytes, context)) as DevicePayload
    const isSameUser = email === undefined || device.email_hash === hashEmail(email)
    return isSameUser && device.until > db.clock().getTime() ? device.id : undefined
  } catch {
    return undefined
  }
}
