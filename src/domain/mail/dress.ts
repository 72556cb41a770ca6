import * as access from '#access'
import * as campaigns from '#campaigns'
import type { Work } from '#platform/postgres'
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
export async function settingsFor(work: Work, rows: readonly Wearer[]): Promise<Setting[]> {
  const wanted = rows.flatMap(({ account_id, campaign_id }) =>
    campaign_id === null ? [] : [{ account_id, id: campaign_id }],
  )
  const manners = await campaigns.mannersBy(work, wanted)
  const names = new Map<string, string>()
  for (const account_id of new Set(rows.map((row) => row.account_id))) {
    names.set(account_id, (await access.findAccount(work, account_id))?.name ?? ourselves.name)
  }
  return rows.map(({ account_id, kind, campaign_id, locale, reader_locale }) => {
    const chosen = isToRecipientKind(kind) ? reader_locale : null
    const manner = campaign_id === null ? undefined : manners.get(campaign_id)
    const name = names.get(account_id) ?? ourselves.name
    return {
      locale: chosen ?? locale ?? manner?.locale ?? 'en',
      timeZone: manner?.time_zone ?? 'UTC',
      dress: isToRecipientKind(kind) ? dressOf(manner, name) : ourselves,
    }
  })
}

/** The same letter in a manner that is not, or not yet, a campaign's. */
export const settingIn = (setting: Setting, manner: Worn): Setting => ({
  locale: manner.locale,
  timeZone: manner.time_zone,
  dress: dressOf(manner, setting.dress.name),
})

type Worn = Pick<campaigns.Manner, 'theme' | 'locale' | 'time_zone'>

function dressOf(manner: Worn | undefined, name: string): Dress {
  if (manner === undefined) return { ...ourselves, name }
  const { color, logo_url, headline } = manner.theme
  return {
    color,
    logo_url: isShown(logo_url) ? logo_url : null,
    name,
    headline: headline === '' ? null : headline,
  }
}

/** Mail programs show no SVG; then the name stands there. */
const isShown = (url: string) => /^https?:\/\//.test(url) && !/\.svg$/i.test(new URL(url).pathname)
