import * as attention from '#attention'
import { ApiError } from '#contract'
import { atRealTime } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { handle } from '../lib/handle.ts'
import type { TxRouteContext } from '../lib/route.ts'
import * as contract from './contract.ts'

/** The routes of the chats that receive alerts. The audit log names a chat by its host. */
export const chatRoutes = [
  handle(contract.listChats, async ({ ctx, shipping }) => ({
    data: (await attention.listChats(ctx)).map(toView),
    has_more: false,
    formats: attention
      .listChatConnectors(shipping.connectors)
      .map(({ kind, title, about, help_url }) => ({ kind, title, about, help_url })),
  })),

  handle(contract.addChat, async (context) => {
    const { ctx, body, allowPrivate, ports, shipping } = context
    const rules = { allowPrivate, ports }
    const chat = await attention.createChat(atRealTime(ctx), body, rules, shipping.connectors)
    auditChat(context, 'chat.create', chat, { format: chat.format, host: chat.host })
    return toView(chat)
  }),

  handle(contract.changeChat, async (context) => {
    const { ctx, params, body } = context
    const chat = await attention.updateChat(atRealTime(ctx), params.id, body)
    if (chat === undefined) throw new ApiError('not_found')
    auditChat(context, 'chat.change', chat, { after: body })
    return toView(chat)
  }),

  handle(contract.removeChat, async (context) => {
    const chat = await attention.removeChat(atRealTime(context.ctx), context.params.id)
    if (chat === undefined) throw new ApiError('not_found')
    auditChat(context, 'chat.delete', chat, {})
    return undefined
  }),

  handle(contract.testChat, async (context) => {
    const chat = await attention.testChat(atRealTime(context.ctx), context.params.id)
    if (chat === undefined) throw new ApiError('not_found')
    auditChat(context, 'chat.test', chat, {})
    return toView(chat)
  }),
]

const auditChat = (
  context: Pick<TxRouteContext<unknown>, 'ctx'>,
  action: string,
  { id, name }: attention.Chat,
  details: Record<string, unknown>,
) => audit(context, action, id, name, details)

const toView = ({
  id,
  format,
  name,
  host,
  kinds,
  enabled,
  last_sent_at,
  last_error,
  created_at,
}: attention.Chat) => ({
  ...{ id, format, name, host, kinds, enabled },
  ...{ last_sent_at, last_error, created_at },
})
