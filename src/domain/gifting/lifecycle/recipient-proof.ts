import { toEmailKey } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'

/*
 * The link alone does not identify a visitor as the recipient: the sender has the link too. A recipient proof
 * is an encrypted token that only the browser that redeemed the gift has, or an email to the recipient
 * contains. Showing and changing the full postal address requires one.
 */

/** `browser`: stored as a cookie. `email`: part of a link in an email to the recipient. */
export type ProofKind = 'browser' | 'email'

/** The gift that a proof is for. `code` is the code of its link, so a new link invalidates old proofs. */
export interface ProofSubject {
  id: string
  code: string
  /** SHA-256 of the email address at redemption. */
  owner: Buffer
}

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** Lifetime of a proof, in milliseconds. */
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

/** Returns false for a token that is forged, expired, for another gift or of another kind. */
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
 * The sender can correct the email address after redemption. `owner` remains the address at redemption, so a
 * link to the corrected address is not a proof.
 */
function proofContext(kind: ProofKind, { id, code, owner }: ProofSubject): string {
  const emailed = kind === 'email' ? ` ${owner.toString('base64url')}` : ''
  return `gifting.recipient_proof ${kind} ${id} ${sha256(code).toString('base64url')}${emailed}`
}

export const hashEmail = (email: string): Buffer => sha256(toEmailKey(email))
