import { isDeepStrictEqual } from 'node:util'
import * as accounts from '#accounts'
import * as catalogue from '#catalogue'
import type { TxContext } from '#platform/postgres/database'
import type { CampaignSettings } from './admin-store.ts'
import type { NewCampaign } from './tables.ts'
import { type CampaignUpdate, lockCampaign, update } from './update.ts'

/**
 * Changes some settings of a campaign. Locks the campaign first, so that two changes at the same instant both
 * take effect. Returns the campaign before and after; undefined if the account has no such campaign.
 *
 * @param change  gets the locked campaign, and returns the settings to change. It can throw
 */
export async function patch(
  ctx: TxContext,
  id: string,
  change: (before: CampaignSettings) => Partial<CampaignUpdate> | Promise<Partial<CampaignUpdate>>,
): Promise<{ before: CampaignSettings; after: CampaignSettings } | undefined> {
  const before = await lockCampaign(ctx, id)
  if (before === undefined) return undefined
  // `update` sets the maximum number of choices according to the selection mode.
  const { max_choices: _, ...settings } = before
  return update(ctx, id, { ...settings, ...(await change(before)) })
}

/** Returns the previous and new values of the settings that changed. */
export function diffSettings({ before, after }: Record<'before' | 'after', CampaignSettings>) {
  const names = (Object.keys(after) as (keyof CampaignSettings)[]).filter(
    (name) => name !== 'updated_at' && !isDeepStrictEqual(before[name], after[name]),
  )
  const pick = (settings: CampaignSettings) =>
    Object.fromEntries(names.map((name) => [name, settings[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Returns the theme and the sender of the account. A campaign without its own theme or sender uses them. */
export async function findDefaults(
  ctx: TxContext,
): Promise<Pick<NewCampaign, 'theme' | 'sender_id'>> {
  const [{ brand_color, logo_url }, user] = await Promise.all([
    accounts.readSettings(ctx),
    accounts.findFirstUser(ctx),
  ])
  return {
    sender_id: user?.id ?? '',
    theme: {
      color: brand_color ?? '#7a2459',
      logo_url: logo_url ?? `/images/${catalogue.defaultLogoFile}`,
      headline: '',
      message: '',
    },
  }
}
