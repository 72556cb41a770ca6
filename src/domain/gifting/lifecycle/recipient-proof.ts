import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'

/*
 * The link of a gift does not prove that a visitor is the recipient, because the sender has the link too. A
 * recipient proof is an encrypted token. Only the browser that redeemed the gift has it, or an email to the
 * recipient contains it. A visitor needs a proof to see or change the full postal address.
 */

/**
 * The kind of a proof: `browser` is a cookie, and `email` is a part of a link in an email to the recipient.
 */
export type ProofKind = 'browser' | 'email'

/** The gift that a proof is for. `code` is the code in its link, so a new link makes old proofs invalid. */
export interface ProofSubject {
  id: string
  code: string
  /** The SHA-256 digest of the email address at the redemption. */
  owner: Buffer
}

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** The lifetimes of proofs, in milliseconds. */
export const proofLifetimesMs = {
  browser: 90 * dayMs,
  requested: 30 * minuteMs,
  problem: 3 * dayMs,
  arrival: 14 * dayMs,
} as const

export const createProof = (
  { cipher }: Deployment,
  kind: ProofKind,
  subject: ProofSubject,
  expiresAt: Date,
): string =>
  cipher.encrypt(String(expiresAt.getTime()), proofContext(kind, subject)).toString('base64url')

/**
 * Returns whether a proof is valid. Returns false for a token that is forged or expired, or that is for
 * another gift or of another kind.
 */
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
 * Returns the encryption context of a proof. The sender can correct the email address after the redemption,
 * but `owner` does not change. So a link that is sent to the corrected address is not a proof.
 */
function proofContext(kind: ProofKind, { id, code, owner }: ProofSubject): string {
  const emailed = kind === 'email' ? ` ${owner.toString('base64url')}` : ''
  return `gifting.recipient_proof ${kind} ${id} ${sha256(code).toString('base64url')}${emailed}`
}

export const hashEmail = (email: string): Buffer => sha256(toEmailKey(email))
