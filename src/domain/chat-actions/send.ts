import * as accounts from '#accounts'
import * as audit from '#audit'
import * as campaigns from '#campaigns'
import type { ChatAppMessage } from '#chat-apps'
import { ApiError, throwIfAny } from '#contract'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import {
  type ActionContext,
  type ActionResult,
  assertCan,
  fieldOf,
  inChat,
  plain,
  toSender,
} from './action.ts'

/** Shows the form of a gift. The author of a message is its first suggestion. */
export async function showSendForm({ ctx, member, event }: ActionContext): Promise<ActionResult> {
  assertCan(member, 'gift_requests:write')
  const choices = await campaigns.listSendable(ctx, await teamsOf(ctx, member))
  if (choices.length === 0)
    return {
      answer: plain('There is no campaign that you can send now. See Campaigns in the web app.'),
    }
  const options = choices.map(({ id, name }) => ({ value: id, label: name }))
  return {
    form: {
      ...{ action: 'send', value: '', title: 'Send a gift', submit: 'Send' },
      fields: [
        {
          ...{ name: 'recipient', label: 'Recipient', kind: 'person', isOptional: true },
          initial: event.kind === 'command' ? event.author : undefined,
        },
        {
          ...{ name: 'email', label: 'Or an email address', kind: 'line', isOptional: true },
          maxLength: 254,
        },
        {
          ...{
            name: 'name',
            label: 'First and last name, if the chat has another',
            kind: 'line',
            isOptional: true,
          },
          maxLength: 100,
        },
        { name: 'campaign', label: 'Campaign', kind: 'choice', options },
        {
          ...{
            name: 'message',
            label: 'Message',
            kind: 'text',
            isOptional: true,
            maxLength: 3_000,
          },
          initial: event.kind === 'command' ? event.text.trim() : undefined,
        },
      ],
    },
  }
}

async function teamsOf(ctx: TxContext, { id }: accounts.Member): Promise<ReadonlySet<string>> {
  const teams = await accounts.findTeamsOfUser(ctx, id)
  return new Set(teams.flatMap((team) => (team.suspended_at === null ? [team.id] : [])))
}

/** Sends one gift as the web app does: as a send, which can need approval. */
export async function sendGift(context: ActionContext): Promise<ActionResult> {
  const { ctx, member, event, source } = context
  assertCan(member, 'gift_requests:write')
  const recipient = readRecipient(context)
  const campaign = await campaigns.find(ctx, fieldOf(event, 'campaign'))
  if (campaign === undefined) throw new ApiError('not_found')
  const user = { sender: toSender(member), isRestricted: member.role !== 'admin' }
  const body = fieldOf(event, 'message')
  const draft_id = newId(ctx.now)
  const options = {
    ...{ campaign_id: campaign.id, send_id: draft_id },
    ...(body !== '' && { email_message: { ...campaign.email_message, body } }),
  }
  const name = `${campaign.name} · ${recipient.first_name} ${recipient.last_name}`
    .trim()
    .slice(0, 100)
  const { id } = await sends.start(ctx, { draft_id, name, options, gifts: 1 }, user)
  const subject = { kind: 'bulk_send', id, name }
  audit.recordEntry(ctx, { action: 'bulk_send.start', subject, details: inChat(source) })
  const [result] = await sends.sendRows(ctx, options, [{ recipient, line: 1 }], user, id)
  if (result?.status === 'rejected') throwIfAny(result.errors)
  if (result?.status === 'sent') {
    audit.recordGiftChange(ctx, 'gift_request.send', result, inChat(source))
    return {
      answer: linkTo(ctx, `${result.reference} is on its way.`, `/gift-requests/${result.id}`),
    }
  }
  const { approval } = await sends.submit(ctx, id, user.sender)
  const details = { after: { gifts: approval.gifts }, ...inChat(source) }
  audit.recordEntry(ctx, { action: 'bulk_send.submit', subject, details })
  return { answer: linkTo(ctx, `“${name}” waits for an approval.`, `/sends/${id}`) }
}

const linkTo = (ctx: TxContext, title: string, path: string): ChatAppMessage => ({
  ...plain(title),
  link: { label: 'Open in Bestow', url: accounts.pageUrl(ctx, path) },
})

/** Returns the recipient: a person of the chat whose address it vouches for, or an address. A name that is entered comes first. */
function readRecipient({ event, recipient }: ActionContext) {
  const [entered, typed] = [fieldOf(event, 'email'), fieldOf(event, 'name')]
  if ((recipient === undefined) === (entered === ''))
    throwIfAny([
      { code: 'invalid', param: 'recipient', message: 'must be one person, or one email address' },
    ])
  if (recipient !== undefined && 'problem' in recipient)
    throwIfAny([
      {
        ...{ code: 'invalid', param: 'recipient' },
        message: 'has no confirmed email address in this chat: enter one in place of the person',
      },
    ])
  const found =
    recipient !== undefined && 'email' in recipient ? recipient : { email: entered, name: '' }
  const [first_name = '', ...rest] = (typed || found.name).split(/\s+/)
  if (rest.length === 0)
    throwIfAny([
      {
        code: 'required',
        param: 'name',
        message: 'must be a first and a last name, such as Ada Lark',
      },
    ])
  return { first_name, last_name: rest.join(' '), email: found.email }
}
