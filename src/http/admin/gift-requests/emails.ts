import { orNotFound } from '#contract'
import * as mail from '#email'
import { handle } from '../lib/handle.ts'
import { HANDLED } from '../lib/route.ts'
import * as contract from './detail-contract.ts'
import { sendEmailHtml } from './email-html.ts'
import type { GiftRouteContext } from './gift-lookup.ts'

/** The routes of the emails about one gift request. */
export const giftEmailRoutes = [
  handle(contract.readGiftEmail, async (context) => {
    const { message, rendered } = await findEmail(context)
    return {
      id: message.id,
      to: message.to?.email ?? null,
      subject: rendered?.subject ?? null,
      text: rendered?.text ?? null,
    }
  }),

  handle(contract.showGiftEmail, async (context) => {
    const { rendered } = await findEmail(context)
    sendEmailHtml(context.reply, orNotFound(rendered).html)
    return HANDLED
  }),
]

/** Returns an email if it belongs to the gift request. Otherwise the function throws an error. */
async function findEmail({
  ctx,
  params,
}: GiftRouteContext & { params: { email: string } }): Promise<mail.EmailDetail> {
  const email = orNotFound(await mail.find(ctx, params.email))
  return orNotFound(email.message.gift_request_id === params.id ? email : undefined)
}
