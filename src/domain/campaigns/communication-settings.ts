import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import type { TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { CommunicationSettings, Theme } from './tables.ts'

/**
 * Returns the settings of these campaigns by campaign id, which is unique across accounts. Omits campaigns that
 * the context cannot access.
 */
export async function communicationSettingsById(
  ctx: TxContext,
  campaignRefs: readonly { account_id: string; id: string }[],
): Promise<ReadonlyMap<string, CommunicationSettings>> {
  if (campaignRefs.length === 0) return new Map()
  const { origin } = ctx.deployment
  const [rows, brands] = await Promise.all([
    store.findCommunicationSettings(ctx, campaignRefs),
    accounts.findBrandsById(
      ctx,
      campaignRefs.map(({ account_id }) => account_id),
    ),
  ])
  return new Map(
    rows.map((row) => {
      const brand = brands.get(row.account_id)
      const theme = withAccountBranding(row.theme, brand)
      const logo_url = catalogue.toAbsoluteUrl(theme.logo_url, origin)
      return [
        row.id,
        { ...row, theme: { ...theme, logo_url }, tone: row.tone ?? brand?.tone ?? null },
      ]
    }),
  )
}

/** The colours of a campaign without a colour of its own. */
const defaultColors: ReadonlySet<string> = new Set(['#7a2e6d', '#7a2459'])

/** Replaces default values of the theme with the account's colour and logo. */
export function withAccountBranding(theme: Theme, brand: accounts.Brand | undefined): Theme {
  const { brand_color, logo_url } = brand ?? { brand_color: null, logo_url: null }
  const hasDefaultLogo = theme.logo_url.endsWith(`/images/${catalogue.defaultLogoFile}`)
  return {
    ...theme,
    color: (defaultColors.has(theme.color.toLowerCase()) ? brand_color : null) ?? theme.color,
    logo_url: (hasDefaultLogo ? logo_url : null) ?? theme.logo_url,
  }
}
