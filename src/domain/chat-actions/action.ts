import * as accounts from '#accounts'
import type { ChatAppEvent, ChatAppForm, ChatAppMessage, ChatPerson, EventSource } from '#chat-apps'
import { ApiError, type Sender } from '#contract'
import type { TxContext } from '#platform/postgres/database'

/** An action of a member, in its transaction. */
export interface ActionContext {
  ctx: TxContext
  member: accounts.Member
  event: ChatAppEvent
  source: EventSource
  /** The person whom a form names as the recipient. */
  recipient: ChatPerson | undefined
}

/** What only the person sees; undefined if the event took effect before, and was answered then. */
export type ActionResult = { answer: ChatAppMessage } | { form: ChatAppForm } | undefined

export const plain = (title: string): ChatAppMessage => ({ title, lines: [], buttons: [] })

export const toSender = ({ id, name, email }: accounts.Member): Sender => ({ id, name, email })

/** Throws `forbidden` if the member may not do what the permission allows. */
export function assertCan(member: accounts.Member, permission: accounts.Permission): void {
  if (!accounts.can(member, permission))
    throw new ApiError('forbidden', {
      message: `This requires a role with the permission ${permission}.`,
    })
}

/** Returns the part of audit details that says where the member acted. */
export const inChat = ({ name }: EventSource) => ({ by_chat: name })

/** Returns the value of a button or of a form. */
export const subjectOf = (event: ChatAppEvent): string =>
  event.kind === 'command' ? '' : event.value

/** Returns a field of a form, without the spaces around it. */
export const fieldOf = (event: ChatAppEvent, name: string): string =>
  (event.kind === 'form' ? (event.values[name] ?? '') : '').trim()
