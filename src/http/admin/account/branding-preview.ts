import * as catalogue from '#catalogue'
import type { Language } from '#platform/lib/languages'
import type { TxContext } from '#platform/postgres/database'
import type * as sends from '#sends'

interface Branding {
  brand_color: string | null
  logo_url: string | null
  language?: Language
}

const defaultColor = '#7a2459'
const maxItems = 3
const lifetimeMs = 15 * 60_000

/**
 * Builds the preview of a gift. Its campaign has no colour and no logo of its own, so the preview shows the
 * branding. Returns undefined if the catalogue has no item.
 */
export async function buildBrandingPreview(
  ctx: TxContext,
  { user_id, name, email }: { user_id: string; name: string; email: string },
  { brand_color, logo_url, language = 'en' }: Branding,
): Promise<sends.Preview | undefined> {
  const items = await catalogue.listAvailableItems(ctx)
  const variant_ids = items.slice(0, maxItems).map(({ variant_id }) => variant_id)
  if (variant_ids.length === 0) return undefined
  return {
    account_id: ctx.account_id,
    options: { variant_ids, selection_mode: 'one' },
    recipient: { first_name: 'Ada', last_name: 'Larkin', email: 'ada@example.com' },
    sender: { id: user_id, name, email },
    campaign_overrides: {
      theme: {
        color: brand_color ?? defaultColor,
        logo_url: logo_url ?? `${ctx.deployment.origin}/images/${catalogue.defaultLogoFile}`,
        headline: '',
        message: '',
      },
      locale: language,
      time_zone: 'UTC',
      visible_at_redemption: true,
      expires_after_days: 30,
    },
    language,
    until: ctx.now.getTime() + lifetimeMs,
  }
}
