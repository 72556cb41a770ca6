import type { FastifyReply } from 'fastify'
import { redirect } from './context.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { draftEncryptionContext, draftLifetimeMs } from './draft.ts'
import type { GiftContext, LinkContext } from './gift-context.ts'
import type { AddressInput } from './pages/address-input.ts'

/** The maximum length of the draft cookie. Browsers ignore cookies of more than 4,096 bytes. */
const maxCookieLength = 3_500

/**
 * Saves the draft and redirects (303) to a page of the gift, so that Back and Reload do not send a form
 * again. A browser without the cookie may reject cookies. So its first redirect also contains the draft in
 * the query.
 */
export function saveDraftAndRedirect(
  context: GiftContext,
  typed: AddressInput,
  page: string,
): FastifyReply {
  const { deps, code, now } = context
  const content = JSON.stringify({ typed, expires_at: now.getTime() + draftLifetimeMs })
  const token = deps.db.deployment.cipher
    .encrypt(content, draftEncryptionContext(code))
    .toString('base64url')
  const fitsInCookie = token.length <= maxCookieLength
  const returnsCookies = readCookie(context, 'draft') !== undefined
  if (fitsInCookie) setCookie(deps, context, 'draft', token, draftLifetimeMs)
  else if (returnsCookies) clearCookie(deps, context, 'draft')
  return redirect(
    context,
    (fitsInCookie && returnsCookies
      ? context.plainUrls
      : context.plainUrls.withQuery({ d: token })
    ).to(page),
  )
}

export const clearDraft = (context: LinkContext): void => {
  if (readCookie(context, 'draft') !== undefined) clearCookie(context.deps, context, 'draft')
}
