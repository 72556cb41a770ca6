import { throwIfAny } from '#contract'
import * as mail from '#mail'
import type { TxContext } from '#platform/postgres'
import { atTheDoor } from './at-the-door.ts'
import * as visitStore from './visit-store.ts'

/** The language in which the recipient wants to read, as a language tag. Undefined when there is no such gift. */
export async function setLocale(
  ctx: TxContext,
  id: string,
  locale: string,
): Promise<{ locale: string } | undefined> {
  const canonical = canonicalOf(locale)
  if (canonical === undefined)
    throwIfAny([{ code: 'invalid', param: 'locale', message: 'must be a language such as en' }])
  const gift = await atTheDoor(ctx, id)
  if (gift === undefined || canonical === undefined) return undefined
  visitStore.note(ctx, gift, { locale: canonical })
  mail.speakTo(ctx, gift, canonical)
  return { locale: canonical }
}

function canonicalOf(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0]
  } catch {
    return undefined
  }
}
