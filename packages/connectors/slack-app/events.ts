import type { ChatAppEvent } from '#chat-apps'
import { listOf, member, textOf } from '#platform/http-client/json-request'

/* The envelopes of Socket Mode, whose members may be anything. */

export type Envelope =
  | { kind: 'hello' }
  | { kind: 'disconnect'; reason: string }
  | { kind: 'other'; envelope_id?: string | undefined }
  | { kind: 'event'; envelope_id: string; event: ChatAppEvent }

const idOf = (value: unknown): string | undefined => textOf(member(value, 'id'), 100)
const text = (value: unknown, name: string, max = 1_000) => textOf(member(value, name), max)

/** Parses a message of the socket. An unknown one is `other`, and acknowledged if it has an id. */
export function parseEnvelope(data: string): Envelope {
  const envelope = parse(data)
  const type = text(envelope, 'type')
  if (type === 'hello') return { kind: 'hello' }
  if (type === 'disconnect')
    return { kind: 'disconnect', reason: text(envelope, 'reason') ?? 'unknown' }
  const envelope_id = text(envelope, 'envelope_id')
  const payload = member(envelope, 'payload')
  const event =
    type === 'slash_commands'
      ? parseCommand(payload)
      : type === 'interactive'
        ? parseInteraction(payload)
        : undefined
  return event === undefined || envelope_id === undefined
    ? { kind: 'other', envelope_id }
    : { kind: 'event', envelope_id, event }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

function parseCommand(payload: unknown): ChatAppEvent | undefined {
  const trigger = text(payload, 'trigger_id')
  const person = text(payload, 'user_id', 100)
  if (trigger === undefined || person === undefined) return undefined
  const channel = text(payload, 'channel_id', 100)
  const words = text(payload, 'text', 10_000) ?? ''
  return { kind: 'command', key: `trigger ${trigger}`, person, channel, trigger, text: words }
}

function parseInteraction(payload: unknown): ChatAppEvent | undefined {
  const person = idOf(member(payload, 'user'))
  if (person === undefined) return undefined
  switch (text(payload, 'type')) {
    case 'view_submission':
      return parseForm(payload, person)
    case 'block_actions':
      return parsePress(payload, person)
    case 'message_action':
      return parseMessageAction(payload, person)
    default:
      return undefined
  }
}

/** Reads a form. Its key is that of its view, which is submitted once. */
function parseForm(payload: unknown, person: string): ChatAppEvent | undefined {
  const view = member(payload, 'view')
  const id = idOf(view)
  const action = text(view, 'callback_id')
  if (id === undefined || action === undefined) return undefined
  const state = member(member(view, 'state'), 'values')
  const names = typeof state === 'object' && state !== null ? Object.keys(state) : []
  const values = names.flatMap((name) => {
    const found = readValue(member(member(state, name), 'value'))
    return found === undefined ? [] : [[name, found] as const]
  })
  return {
    ...{ kind: 'form', key: `view ${id}`, person, action },
    value: text(view, 'private_metadata', 3_000) ?? '',
    values: Object.fromEntries(values),
  }
}

const readValue = (element: unknown): string | undefined =>
  text(element, 'value', 3_000) ??
  text(element, 'selected_user', 100) ??
  text(member(element, 'selected_option'), 'value', 100)

function parsePress(payload: unknown, person: string): ChatAppEvent | undefined {
  const trigger = text(payload, 'trigger_id')
  const [pressed] = listOf(member(payload, 'actions'), 1)
  const [action] = text(pressed, 'action_id')?.split(':') ?? []
  const value = text(pressed, 'value', 3_000)
  if (trigger === undefined || action === undefined || value === undefined) return undefined
  const channel = idOf(member(payload, 'channel'))
  return { kind: 'press', key: `trigger ${trigger}`, person, channel, trigger, action, value }
}

function parseMessageAction(payload: unknown, person: string): ChatAppEvent | undefined {
  const trigger = text(payload, 'trigger_id')
  if (trigger === undefined) return undefined
  const author = text(member(payload, 'message'), 'user', 100)
  const channel = idOf(member(payload, 'channel'))
  return { kind: 'command', key: `trigger ${trigger}`, person, channel, trigger, text: '', author }
}
