import * as accounts from '#accounts'
import * as audit from '#audit'
import { orNotFound } from '#contract'
import * as giftLists from '#gift-lists'
import * as gifting from '#gifting'
import {
  type ActionContext,
  type ActionResult,
  assertCan,
  inChat,
  plain,
  subjectOf,
} from './action.ts'

const maxShown = 10

/** Shows the newest gifts of the member that wait for their recipients, each with a button for a reminder. */
export async function showWaiting({ ctx, member }: ActionContext): Promise<ActionResult> {
  assertCan(member, 'gift_requests:read')
  const filter = { sender_id: member.id, state: 'awaiting_recipient' } as const
  const { data } = await giftLists.browse(ctx, filter, { limit: maxShown, order: 'desc' })
  if (data.length === 0) return { answer: plain('None of your gifts waits for its recipient.') }
  return {
    answer: {
      ...plain('Your gifts that wait for their recipients'),
      lines: data.map(
        ({ reference, first_name, last_name }) =>
          `${reference}: ${`${first_name} ${last_name}`.trim()}`,
      ),
      buttons: data.map(({ id, reference }) => ({
        ...{ action: 'remind', value: id, label: `Remind ${reference}` },
      })),
      link: { label: 'Open in Bestow', url: accounts.pageUrl(ctx, '/gift-requests') },
    },
  }
}

/** Sends the reminder that the web app has, at most once an hour. */
export async function remind({ ctx, member, event, source }: ActionContext): Promise<ActionResult> {
  assertCan(member, 'gift_requests:write')
  const gift = orNotFound(await gifting.sendReminder(ctx, subjectOf(event)))
  audit.recordGiftChange(ctx, 'gift_request.remind', gift, inChat(source))
  return { answer: plain(`A reminder of ${gift.reference} is on its way.`) }
}
