import { isId } from '#contract/formats'
import { type Deployment, recipientOrigin } from '#platform/deployment'
import { hashEmail } from './recipient-proof.ts'
import type { Gift } from './tables.ts'

/** The gift request whose reminders a token stops. */
export interface ReminderTarget {
  account_id: string
  id: string
  /** SHA-256 of the email address that got the token. */
  owner: Buffer
}

const encryptionContext = 'gifting.reminders'

/**
 * Returns the URL that stops the reminders of a gift (RFC 8058). It does not contain the link of the gift, because mail
 * servers read it.
 */
export function remindersUrl(deployment: Deployment, gift: Gift): string {
  const text = [gift.account_id, gift.id, hashEmail(gift.email).toString('base64url')].join(' ')
  const token = deployment.cipher.encrypt(text, encryptionContext).toString('base64url')
  return `${recipientOrigin(deployment, gift.account_id)}/reminders/${token}`
}

/** Returns undefined for a forged or damaged token. */
export function parseReminderToken(
  { cipher }: Deployment,
  token: string,
): ReminderTarget | undefined {
  if (!/^[\w-]{40,400}$/.test(token)) return undefined
  try {
    const text = cipher.decrypt(Buffer.from(token, 'base64url'), encryptionContext)
    const [account_id = '', id = '', owner = ''] = text.split(' ')
    return isId(account_id) && isId(id)
      ? { account_id, id, owner: Buffer.from(owner, 'base64url') }
      : undefined
  } catch {
    return undefined
  }
}
