import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { toEmailKey } from './recipient-fields.ts'

/*
 * A gift's link alone does not prove who follows it: the sender has it too. A recipient proof is an encrypted
 * token that only the browser that confirmed the gift, or an email to the recipient, carries. The full postal
 * address is shown, and can be changed, only with one.
 */

/** `browser`: stays in the browser as a cookie. `email`: stands in a link that was mailed to the recipient. */
export type ProofKind = 'browser' | 'email'

/** The gift that a proof is for. `code` is the code of its link: a new link makes old proofs void. */
export interface ProofSubject {
  id: string
  code: string
  /** SHA-256 of the email address at redemption. */
  owner: Buffer
}

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** How long a proof is valid, in milliseconds. */
export const proofLifetimesMs = {
  browser: 90 * dayMs,
  requested: 30 * minuteMs,
  problem: 3 * dayMs,
} as const

export const createProof = (
  { cipher }: Deployment,
  kind: ProofKind,
  subject: ProofSubject,
  expiresAt: Date,
): string =>
  cipher.encrypt(String(expiresAt.getTime()), proofContext(kind, subject)).toString('base64url')

/** Returns false for a token that is forged, expired, of another gift or of another kind. */
export function isValidProof(
  { cipher }: Deployment,
  kind: ProofKind,
  subject: ProofSubject,
  token: string,
  now: Date,
): boolean {
  try {
    const expiresAt = cipher.decrypt(Buffer.from(token, 'base64url'), proofContext(kind, subject))
    return Number(expiresAt) > now.getTime()
  } catch {
    return false
  }
}

/**
 * A sender can correct the email address after redemption. A link to the corrected address proves nothing, since
 * `owner` is still the address at redemption.
 */
function proofContext(kind: ProofKind, { id, code, owner }: ProofSubject): string {
  const emailed = kind === 'email' ? ` ${owner.toString('base64url')}` : ''
  return `gifting.recipient_proof ${kind} ${id} ${sha256(code).toString('base64url')}${emailed}`
}

export const hashEmail = (email: string): Buffer => sha256(toEmailKey(email))
