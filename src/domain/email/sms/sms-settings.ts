import type { TxContext } from '#platform/postgres/database'
import type { OptionalSmsKind } from './sms-texts.ts'

/** Returns the kinds of text messages that the account sends in addition to invitations and reminders. */
export async function readSmsKinds(ctx: TxContext): Promise<OptionalSmsKind[]> {
  const [row] = await ctx.query<{ kinds: OptionalSmsKind[] }>(
    'select kinds from mail.sms_setting where account_id = $1',
    [ctx.account_id],
  )
  return row?.kinds ?? []
}

/** Saves the kinds of text messages that the account sends. The function does not wait for the statement. */
export const saveSmsKinds = (ctx: TxContext, kinds: readonly OptionalSmsKind[]): void =>
  ctx.enqueue(
    `insert into mail.sms_setting (account_id, kinds) values ($1, $2)
     on conflict (account_id) do update set kinds = excluded.kinds`,
    [ctx.account_id, kinds],
  )
