import type { FastifyReply } from 'fastify'
import type { Deployment } from '#platform/deployment'
import { type PageRequest, redirect } from './context.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import type { GiftContext } from './gift-context.ts'
import { type AddressInput, toAddress, validateAddressInput } from './pages/address-input.ts'

/*
 * What a recipient typed and has not confirmed yet (decision 101). It is encrypted and stays with the browser for an
 * hour: in a cookie, or in the address of the page where the browser returns no cookies. The server stores nothing.
 */

const lifetimeMs = 60 * 60 * 1000
/** Browsers drop cookies of more than 4,096 bytes. */
const maxCookieLength = 3_500

export interface Draft {
  typed: AddressInput
  token: string
  isInUrl: boolean
}

const encryptionContext = (code: string) => `redeem.draft ${code}`

/** The draft that the request carries; undefined when there is none, or it has expired. */
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
      cipher.decrypt(Buffer.from(token, 'base64url'), encryptionContext(code)),
    ) as { typed: AddressInput; expires_at: number }
    return expires_at > now.getTime() ? { typed, token } : undefined
  } catch {
    return undefined
  }
}

/**
 * Saves what was typed and redirects (303) to a page of the gift, so that Back and Reload show pages and no
 * question of the browser. A browser that sent no cookie so far may not return any: its first redirect
 * carries the draft in the address too.
 */
export function saveDraftAndRedirect(
  context: GiftContext,
  typed: AddressInput,
  page: string,
): FastifyReply {
  const { deps, code, now } = context
  const content = JSON.stringify({ typed, expires_at: now.getTime() + lifetimeMs })
  const token = deps.db.deployment.cipher
    .encrypt(content, encryptionContext(code))
    .toString('base64url')
  const fitsInCookie = token.length <= maxCookieLength
  const returnsCookies = readCookie(context, 'draft') !== undefined
  if (fitsInCookie) setCookie(deps, context, 'draft', token, lifetimeMs)
  else if (returnsCookies) clearCookie(deps, context, 'draft')
  return redirect(
    context,
    (fitsInCookie && returnsCookies
      ? context.urlsWithoutDraft
      : context.urlsWithoutDraft.withQuery({ d: token })
    ).to(page),
  )
}

export const clearDraft = (context: GiftContext): void => {
  if (readCookie(context, 'draft') !== undefined) clearCookie(context.deps, context, 'draft')
}

/** Whether the draft is a whole address, so that the review can show it. */
export const isDraftComplete = (draft: Draft | undefined): draft is Draft =>
  draft !== undefined &&
  Object.keys(toAddress(draft.typed)).length > 0 &&
  validateAddressInput(draft.typed).length === 0
