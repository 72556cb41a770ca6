import * as mail from '#email'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

export const textMessageRoutes = [
  handle(contract.readTextMessageSettings, async ({ ctx }) => ({
    kinds: await mail.readSmsKinds(ctx),
    is_possible: (await mail.findTextPayer(ctx)) !== undefined,
  })),

  handle(contract.changeTextMessageSettings, async (context) => {
    const { ctx, body, member } = context
    const before = await mail.readSmsKinds(ctx)
    mail.saveSmsKinds(ctx, body.kinds)
    audit(context, 'account.change_text_messages', member.account_id, undefined, {
      before,
      after: body.kinds,
    })
    return body
  }),
]
