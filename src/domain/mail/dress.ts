import * as access from '#access'
import * as campaigns from '#campaigns'
import type { TxContext } from '#platform/postgres'
import type { Dress } from './as-html.ts'
import { isToRecipientKind } from './letters.ts'
import type { Setting } from './render.ts'
import type { Row } from './tables.ts'

const plum = '#7a2e6d'
const ourselves: Dress = { color: plum, logo_url: null, name: 'Bestow', headline: null }

type Wearer = Pick<Row, 'account_id' | 'kind' | 'campaign_id' | 'locale' | 'reader_locale'>

/**
 * What each of these letters is rendered with: recipients see the campaign and the account that gives,
 * people of the account see us.
 */
export async function settingsFor(ctx: TxContext, rows: readonly Wearer[]): Promise<Setting[]> {
  const wanted = rows.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const manners = await campaigns.mannersBy(ctx, wanted)
  const brands = await access.findBrandsById(
    ctx,
    rows.map(({ account_id }) => account_id),
  )
  return rows.map(({ account_id, kind, campaign_id, locale, reader_locale }) => {
    const chosen = isToRecipientKind(kind) ? reader_locale : null
    const manner = campaign_id === null ? undefined : manners.get(campaign_id)
    const brand = brands.get(account_id)
    return {
      locale: chosen ?? locale ?? manner?.locale ?? 'en',
      timeZone: manner?.time_zone ?? 'UTC',
      dress: isToRecipientKind(kind)
        ? dressOf(manner?.theme ?? plain(brand), nameOf(brand))
        : ourselves,
      fromName: brand?.sender_name ?? null,
    }
  })
}

/** The same letter in a manner that is not, or not yet, a campaign's. */
export const settingIn = (setting: Setting, manner: Worn): Setting => ({
  locale: manner.locale,
  timeZone: manner.time_zone,
  dress: dressOf(manner.theme, setting.dress.name),
  fromName: setting.fromName,
})

type Worn = Pick<campaigns.Manner, 'theme' | 'locale' | 'time_zone'>

type Look = Pick<campaigns.Theme, 'color' | 'logo_url' | 'headline'>

const nameOf = (brand: access.Brand | undefined) =>
  brand?.sender_name ?? brand?.name ?? ourselves.name

/** Of a letter that belongs to no campaign. */
const plain = (brand: access.Brand | undefined): Look => ({
  color: brand?.brand_color ?? plum,
  logo_url: brand?.logo_url ?? '',
  headline: '',
})

function dressOf({ color, logo_url, headline }: Look, name: string): Dress {
  return {
    color,
    logo_url: isShown(logo_url) ? logo_url : null,
    name,
    headline: headline === '' ? null : headline,
  }
}

/** Mail programs show no SVG; then the name stands there. */
const isShown = (url: string) => /^https?:\/\//.test(url) && !/\.svg$/i.test(new URL(url).pathname)
