import type { EmailMessage, SelectionMode, Sender } from '#contract'
import type { Database, TxContext } from '#platform/postgres'
import * as store from './store.ts'
import type { InvitationMethod } from './tables.ts'

/** What one needs of a campaign to give in its name. */
export interface ForGiving {
  id: string
  name: string
  archived_at: Date | null
  invitation_method: InvitationMethod
  selection_mode: SelectionMode
  visible_at_redemption: boolean
  expires_after_days: number
  email_message: EmailMessage
  sender: Sender
  /** Rises whenever this campaign, its offering or anything it offers changes. */
  revision: number
}

/** Reads it all in one statement: every new gift request passes here. */
export async function forGiving(ctx: TxContext, id: string): Promise<ForGiving | undefined> {
  const row = await store.findForGiving(ctx, id)
  return row === undefined ? undefined : campaignFrom(row)
}

/** The same for many, of any account, each named with its own; in their order. */
export async function forGivingAlone(
  db: Database,
  wanted: readonly { account_id: string; id: string }[],
): Promise<(ForGiving | undefined)[]> {
  const rows = await store.findForGivingAlone(db, wanted)
  const found = new Map(rows.map((row) => [`${row.account_id} ${row.id}`, row]))
  return wanted.map(({ account_id, id }) => {
    const row = found.get(`${account_id} ${id}`)
    return row === undefined ? undefined : campaignFrom(row)
  })
}

function campaignFrom(row: store.ForGivingRow): ForGiving {
  const { email_message, sender_id, sender_name, sender_email, account_id: _, ...campaign } = row
  return {
    ...campaign,
    email_message: { subject: email_message.subject, body: email_message.body },
    sender: { id: sender_id, name: sender_name, email: sender_email },
  }
}
