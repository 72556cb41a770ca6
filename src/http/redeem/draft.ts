import type { Deployment } from '#platform/deployment'
import type { PageRequest } from './context.ts'
import { readCookie } from './cookies.ts'
import { type AddressInput, toAddress, validateAddressInput } from './pages/address-input.ts'

/*
 * The draft is the typed address before its confirmation (decision 100). The draft is encrypted and valid for
 * one hour. A cookie contains it. If the browser returns no cookies, the query contains it. The server does
 * not store it.
 */

export const draftLifetimeMs = 60 * 60 * 1000

export interface Draft {
  typed: AddressInput
  token: string
  isInUrl: boolean
}

export const draftEncryptionContext = (code: string) => `redeem.draft ${code}`

/**
 * Reads the draft from the cookie or the query. Returns undefined if there is no draft, or if the draft has
 * expired.
 */
export function readDraft(
  deployment: Deployment,
  pageRequest: Pick<PageRequest, 'request' | 'reply' | 'root' | 'code'>,
  now: Date,
): Draft | undefined {
  const { d } = (pageRequest.request.query ?? {}) as { d?: unknown }
  const fromCookie = decrypt(deployment, pageRequest.code, readCookie(pageRequest, 'draft'), now)
  if (fromCookie !== undefined) return { ...fromCookie, isInUrl: false }
  const fromUrl = decrypt(deployment, pageRequest.code, d, now)
  return fromUrl === undefined ? undefined : { ...fromUrl, isInUrl: true }
}

function decrypt({ cipher }: Deployment, code: string, token: unknown, now: Date) {
  if (typeof token !== 'string' || token === '') return undefined
  try {
    const { typed, expires_at } = JSON.parse(
      cipher.decrypt(Buffer.from(token, 'base64url'), draftEncryptionContext(code)),
    ) as { typed: AddressInput; expires_at: number }
    return expires_at > now.getTime() ? { typed, token } : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the draft is a valid address, so that the review page can show it. */
export const isDraftComplete = (draft: Draft | undefined): draft is Draft =>
  draft !== undefined && isAddressComplete(draft.typed)

export const isAddressComplete = (typed: AddressInput): boolean =>
  Object.keys(toAddress(typed)).length > 0 && validateAddressInput(typed).length === 0
