import { randomBytes } from 'node:crypto'
import type { Database } from '#platform/postgres'
import { sha256 } from '#platform/secrets'

/*
 * A browser that a person has signed in with carries a sealed mark of it. Guesses from elsewhere, however many, do not
 * keep that browser out: its tries are counted for itself.
 */

/** For how many days a browser is known. */
export const deviceDays = 180

interface Sealed {
  id: string
  /** Of the e-mail address that signed in here: the mark says nothing to whoever reads it, and helps nobody else. */
  email_hash: string
  until: number
}

const context = 'sign-in device'
const hashOf = (email: string) => sha256(email.trim().toLowerCase()).toString('base64url')

export function giveDeviceMark(
  db: Pick<Database, 'clock' | 'installation'>,
  email: string,
): string {
  const mark: Sealed = {
    id: randomBytes(16).toString('base64url'),
    email_hash: hashOf(email),
    until: db.clock().getTime() + deviceDays * 24 * 3_600_000,
  }
  return db.installation.sealer.seal(JSON.stringify(mark), context).toString('base64url')
}

/** The id of a browser that has signed in before, as this person if one is named. */
export function knownDevice(
  db: Pick<Database, 'clock' | 'installation'>,
  mark: string | undefined,
  email?: string,
): string | undefined {
  if (mark === undefined || mark.length > 1_000) return undefined
  try {
    const bytes = Buffer.from(mark, 'base64url')
    const device = JSON.parse(db.installation.sealer.open(bytes, context)) as Sealed
    const isTheirs = email === undefined || device.email_hash === hashOf(email)
    return isTheirs && device.until > db.clock().getTime() ? device.id : undefined
  } catch {
    return undefined
  }
}
