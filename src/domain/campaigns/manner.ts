import * as catalogue from '#catalogue'
import type { Work } from '#platform/postgres'
import type { ReminderPlan } from './reminders.ts'
import * as store from './store.ts'
import type { InvitationMethod, Theme } from './tables.ts'

/** How a campaign writes to people: in which language and colours, and when it reminds them. */
export interface Manner {
  account_id: string
  id: string
  invitation_method: InvitationMethod
  theme: Theme
  locale: string
  time_zone: string
  reminders: ReminderPlan
}

/** The manners of these campaigns by their ids, which are unique in all accounts; those that the work may see. */
export async function mannersBy(
  work: Work,
  wanted: readonly { account_id: string; id: string }[],
): Promise<ReadonlyMap<string, Manner>> {
  if (wanted.length === 0) return new Map()
  const { origin } = work.installation
  const rows = await store.findManners(work, wanted)
  return new Map(
    rows.map((row) => {
      const logo_url = catalogue.published(row.theme.logo_url, origin)
      return [row.id, { ...row, theme: { ...row.theme, logo_url } }]
    }),
  )
}
