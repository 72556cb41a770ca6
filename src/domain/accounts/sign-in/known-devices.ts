import { randomBytes } from 'node:crypto'
import { sha256 } from '#platform/crypto/encryption'
import type { Database } from '#platform/postgres/database'

/*
 * A browser that a person has signed in with carries a sealed mark of it. Guesses from elsewhere, however many, do not
 * keep that browser out: its tries are counted for itself.
 */

/** For how many days a browser is known. */
export const deviceLifetimeDays = 180

interface DevicePayload {
  id: string
  /** Of the e-mail address that signed in here: the mark says nothing to whoever reads it, and helps nobody else. */
  email_hash: string
  until: number
}

const context = 'sign-in device'
const hashEmail = (email: string) => sha256(email.trim().toLowerCase()).toString('base64url')

export function issueDeviceToken(
  db: Pick<Database, 'clock' | 'deployment'>,
  email: string,
): string {
  const payload: DevicePayload = {
    id: randomBytes(16).toString('base64url'),
    email_hash: hashEmail(email),
    until: db.clock().getTime() + deviceLifetimeDays * 24 * 3_600_000,
  }
  return db.deployment.cipher.encrypt(JSON.stringify(payload), context).toString('base64url')
}

/** The id of a browser that has signed in before, as this person if one is named. */
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
