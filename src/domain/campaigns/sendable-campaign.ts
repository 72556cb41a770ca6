import type { Database, TxContext } from '#platform/postgres/database'
import * as store from './store.ts'
import type { SendableCampaign } from './tables.ts'

/** Reads all fields in one statement, because every new gift request needs them. */
export async function findSendable(
  ctx: TxContext,
  id: string,
): Promise<SendableCampaign | undefined> {
  const row = await store.findSendable(ctx, id)
  return row === undefined ? undefined : toSendableCampaign(row)
}

/** Returns campaigns of any accounts in the order of `campaignRefs`; undefined for a missing campaign. */
export async function findSendableWithoutTransaction(
  db: Database,
  campaignRefs: readonly { account_id: string; id: string }[],
): Promise<(SendableCampaign | undefined)[]> {
  const rows = await store.findSendableWithoutTransaction(db, campaignRefs)
  const rowsByKey = new Map(rows.map((row) => [`${row.account_id} ${row.id}`, row]))
  return campaignRefs.map(({ account_id, id }) => {
    const row = rowsByKey.get(`${account_id} ${id}`)
    return row === undefined ? undefined : toSendableCampaign(row)
  })
}

function toSendableCampaign(row: store.SendableCampaignRow): SendableCampaign {
  const { email_message, sender_id, sender_name, sender_email, account_id: _, ...rest } = row
  const { default_cost_centre, default_purchase_order_number, has_teams, ...campaign } = rest
  return {
    ...campaign,
    defaults: {
      cost_centre: default_cost_centre,
      purchase_order_number: default_purchase_order_number,
      has_teams,
    },
    email_message: { subject: email_message.subject, body: email_message.body },
    sender: { id: sender_id, name: sender_name, email: sender_email },
  }
}
