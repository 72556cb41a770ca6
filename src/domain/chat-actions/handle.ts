import * as accounts from '#accounts'
import type { ChatAppEvent, ChatAppForm, ChatAppMessage, EventSource } from '#chat-apps'
import * as chatApps from '#chat-apps'
import { ApiError } from '#contract'
import { actingAs, type Database, inTransaction, isRetryable } from '#platform/postgres/database'
import { type ActionContext, type ActionResult, plain } from './action.ts'
import { approve, reject, showReasonForm } from './decide.ts'
import { remind, showWaiting } from './remind.ts'
import { sendGift, showSendForm } from './send.ts'

type Action = (context: ActionContext) => Promise<ActionResult>

/** The actions with an effect, each by the button or the form that starts it. */
const effects: Readonly<Record<string, Action>> = {
  'press approve': approve,
  'form reject': reject,
  'press remind': remind,
  'form send': sendGift,
}

/** The actions that only show something. They may run twice. */
const views: Readonly<Record<string, Action>> = {
  'press reject': showReasonForm,
  'command waiting': showWaiting,
  'command send': showSendForm,
}

const nameOf = (event: ChatAppEvent): string => {
  if (event.kind !== 'command') return `${event.kind} ${event.action}`
  return event.text.trim().toLowerCase() === 'waiting' ? 'command waiting' : 'command send'
}

/**
 * Creates the handler of events. Each runs in one transaction with the record that it took effect. A failure of the domain is
 * an answer to the person; another error rejects, so that the event is delivered again.
 */
export const createHandler =
  (db: Database) =>
  async (source: EventSource, event: ChatAppEvent): Promise<void> => {
    const [person, recipient] = await Promise.all([
      source.app.findPerson(event.person),
      findRecipient(source, event),
    ])
    const result: ActionResult =
      'problem' in person
        ? { answer: plain(person.problem) }
        : await runAction(db, { source, event, recipient }, person.email).catch(toAnswer)
    if (result === undefined) return
    await reply(source, event, result)
  }

const findRecipient = async ({ app }: EventSource, event: ChatAppEvent) =>
  event.kind === 'form' && event.values.recipient !== undefined
    ? app.findPerson(event.values.recipient)
    : undefined

function reply(
  { app }: EventSource,
  event: ChatAppEvent,
  result: { answer: ChatAppMessage } | { form: ChatAppForm },
): Promise<void> {
  if ('answer' in result) return app.answer(event, result.answer)
  if (event.kind === 'form') throw new Error('a form opens no form')
  return app.openForm(event.trigger, result.form)
}

function toAnswer(error: unknown): ActionResult {
  if (!(error instanceof ApiError)) throw error
  const texts = error.errors().map(({ message, param }) => {
    const isFragment = param !== undefined && param !== '' && /^[a-z]/.test(message)
    return isFragment ? `${param} ${message}` : message
  })
  return { answer: plain(texts.slice(0, maxErrors).join('\n')) }
}

const maxErrors = 5

async function runAction(
  db: Database,
  given: Pick<ActionContext, 'source' | 'event' | 'recipient'>,
  email: string,
  attempts = 3,
): Promise<ActionResult> {
  const { event, source } = given
  const { account_id, connection_id } = source
  try {
    return await inTransaction(db, account_id, async (realTimeCtx) => {
      const found = await findMember(realTimeCtx, email)
      if ('problem' in found) return { answer: plain(found.problem) }
      const { member } = found
      const name = nameOf(event)
      const effect = effects[name]
      const action = effect ?? views[name]
      if (action === undefined) return { answer: plain('This button is of another version.') }
      if (
        effect !== undefined &&
        !(await chatApps.claimEvent(realTimeCtx, connection_id, event.key))
      )
        return undefined
      const ctx = await accounts.withAccountTime(realTimeCtx)
      const actor = { kind: 'user', id: member.id, name: member.name } as const
      return action({ ...given, ctx: actingAs(ctx, actor), member })
    })
  } catch (error) {
    if (!isRetryable(error) || attempts <= 1) throw error
    return runAction(db, given, email, attempts - 1)
  }
}

/** Returns the member with this address, or why the person may not act. */
async function findMember(
  ctx: Parameters<typeof accounts.findMemberByProvenEmail>[0],
  email: string,
): Promise<{ member: accounts.Member } | { problem: string }> {
  if (await accounts.isSuspended(ctx, ctx.account_id))
    return { problem: 'This account is suspended.' }
  const member = await accounts.findMemberByProvenEmail(ctx, email)
  if (member === undefined)
    return {
      problem: `No member of this account has proved the address ${email}. Ask an admin to invite you with it, and sign in once.`,
    }
  const { policy } = await accounts.readAccessPolicy(ctx)
  if (policy.allowed_networks.length > 0)
    return {
      problem:
        'This account can be entered only from some networks, and a chat has none. Use the web app.',
    }
  if (policy.requires_second_factor && (await accounts.lacksSecondFactor(ctx, member.id)))
    return {
      problem:
        'This account requires a second factor. Set up an authenticator app or a passkey in the web app, under Settings › Profile and sign-in.',
    }
  return { member }
}
