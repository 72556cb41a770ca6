import type { ChatApp, ChatAppMessage, ChatPerson, PostedMessage, PostTarget } from '#chat-apps'
import { ChatAppFailure } from '#chat-apps'
import type { TestResult } from '#connections'
import { member, textOf } from '#platform/http-client/json-request'
import { renderForm, renderMessage } from './blocks.ts'
import { call, type SlackOptions } from './client.ts'
import { listen } from './socket.ts'

/** The errors of a channel in which the app cannot answer: it then answers in a direct message. */
const unreachable = /channel_not_found|not_in_channel|is_archived|user_not_in_channel/

/** Creates the chat of a workspace. The workspace is asked once, because people of other workspaces may not act. */
export function createSlackApp(slack: SlackOptions): ChatApp {
  let workspace: Promise<string> | undefined

  function getWorkspace(): Promise<string> {
    workspace ??= call(slack, 'auth.test', {}).then((answer) =>
      read(answer, 'team_id', 'auth.test'),
    )
    workspace.catch(() => {
      workspace = undefined
    })
    return workspace
  }

  return {
    listen: (options) => listen(slack, options),

    async findPerson(id) {
      const [team_id, found] = await Promise.all([getWorkspace(), findUser(slack, id)])
      return readPerson(member(found, 'user'), team_id, id)
    },

    post: (to, message) => post(slack, to, message),

    async update({ channel, message_id }, message) {
      await call(slack, 'chat.update', { channel, ts: message_id, ...renderMessage(message) })
    },

    async answer({ person, channel }, message) {
      const content = renderMessage(message)
      if (channel === undefined) return sendDirectly(slack, person, content)
      try {
        await call(slack, 'chat.postEphemeral', { channel, user: person, ...content })
      } catch (error) {
        if (!(error instanceof ChatAppFailure) || !unreachable.test(error.message)) throw error
        await sendDirectly(slack, person, content)
      }
    },

    async openForm(trigger_id, form) {
      await call(slack, 'views.open', { trigger_id, view: renderForm(form) })
    },
  }
}

/** Returns what Slack says about a user; undefined if it knows none with this id. */
const findUser = (slack: SlackOptions, id: string): Promise<unknown> =>
  call(slack, `users.info?user=${encodeURIComponent(id)}`, undefined).catch((error: unknown) => {
    if (error instanceof ChatAppFailure && error.isFinal) return undefined
    throw error
  })

async function sendDirectly(slack: SlackOptions, person: string, content: object): Promise<void> {
  await call(slack, 'chat.postMessage', { channel: person, ...content })
}

/** Posts to a channel, or to the person with the address. A person as a channel is the direct message of the app. */
async function post(
  slack: SlackOptions,
  to: PostTarget,
  message: ChatAppMessage,
): Promise<PostedMessage> {
  const target = 'email' in to ? await findByEmail(slack, to.email) : getChannel(slack)
  const posted = await call(slack, 'chat.postMessage', {
    channel: target,
    ...renderMessage(message),
  })
  return {
    channel: read(posted, 'channel', 'chat.postMessage'),
    message_id: read(posted, 'ts', 'chat.postMessage'),
  }
}

function getChannel({ celebrations, channel }: SlackOptions): string {
  if (celebrations === 'on' && channel !== '') return channel
  throw new ChatAppFailure('celebrations are off', { isFinal: true, isLocal: true })
}

async function findByEmail(slack: SlackOptions, email: string): Promise<string> {
  const method = 'users.lookupByEmail'
  const found = await call(slack, `${method}?email=${encodeURIComponent(email)}`, undefined)
  return read(member(found, 'user'), 'id', method)
}

/** Returns a text of an answer that must have it. */
function read(answer: unknown, name: string, method: string): string {
  const found = textOf(member(answer, name), 1_000)
  if (found === undefined) throw new ChatAppFailure(`${method}: the answer has no ${name}`)
  return found
}

/** Accepts full members of the workspace whose address Slack has confirmed. */
function readPerson(user: unknown, team_id: string, id: string): ChatPerson {
  const is = (name: string) => member(user, name) === true
  const profile = member(user, 'profile')
  const email = textOf(member(profile, 'email'), 320)
  if (textOf(member(user, 'id'), 100) !== id || is('deleted') || is('is_bot') || is('is_app_user'))
    return { problem: 'Only people can use Bestow here.' }
  if (textOf(member(user, 'team_id'), 100) !== team_id || is('is_stranger'))
    return { problem: 'Only members of this workspace can use Bestow here.' }
  if (is('is_restricted') || is('is_ultra_restricted'))
    return { problem: 'Guests of the workspace cannot use Bestow here.' }
  if (email === undefined || member(user, 'is_email_confirmed') !== true)
    return {
      problem: 'Slack shows no confirmed email address for you. Confirm it in your profile.',
    }
  const name = textOf(member(profile, 'real_name'), 200) ?? textOf(member(user, 'real_name'), 200)
  return { email, name: name ?? '' }
}

/** Tries both tokens, and opens no socket. */
export async function testSlackApp(slack: SlackOptions): Promise<TestResult> {
  const tried = 'auth.test, apps.connections.open'
  try {
    const [identity] = await Promise.all([
      call(slack, 'auth.test', {}),
      call(slack, 'apps.connections.open', {}, slack.app_token),
    ])
    const team = textOf(member(identity, 'team'), 200) ?? read(identity, 'team_id', 'auth.test')
    return { ok: true, tried, answer: `the workspace ${team}` }
  } catch (error) {
    return { ok: false, tried, answer: error instanceof Error ? error.message : String(error) }
  }
}
