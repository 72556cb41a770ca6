import { throwIfAny } from '#contract'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { lockGift } from '../lifecycle/lock-gift.ts'
import * as sessionStore from '../lifecycle/redemption-session-store.ts'

/**
 * Saves the recipient's language as a language tag. Returns undefined if the account has no such gift request.
 */
export async function setLocale(
  ctx: TxContext,
  id: string,
  locale: string,
): Promise<{ locale: string } | undefined> {
  const canonical = canonicalizeLocale(locale)
  if (canonical === undefined)
    throwIfAny([{ code: 'invalid', param: 'locale', message: 'must be a language such as en' }])
  const gift = await lockGift(ctx, id)
  if (gift === undefined || canonical === undefined) return undefined
  sessionStore.upsert(ctx, gift, { locale: canonical })
  mail.setRecipientLocale(ctx, gift, canonical)
  return { locale: canonical }
}

function canonicalizeLocale(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
