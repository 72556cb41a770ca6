import { definer, type OpeningConnector, type Values } from '#connections'

/** A message as the domain writes it. No text is markup: a connector escapes all of them. */
export interface ChatAppMessage {
  title: string
  lines: readonly string[]
  /** What a person wrote. */
  quote?: string
  link?: { label: string; url: string }
  buttons: readonly ChatAppButton[]
}

export interface ChatAppButton {
  /** Comes back with the press, as does `value`. At most 100 characters. */
  action: string
  value: string
  label: string
  isPrimary?: true
}

/** Where a message is: enough to update it. */
export interface PostedMessage {
  channel: string
  message_id: string
}

/** The recipient of a post: the person of the chat with an email address, or the channel that the account chose for everyone. */
export type PostTarget = { email: string } | { isForEveryone: true }

interface FormField {
  name: string
  label: string
  /** A person of the chat, one line, several lines, or one of the options. */
  kind: 'person' | 'line' | 'text' | 'choice'
  isOptional?: true
  initial?: string | undefined
  options?: readonly { value: string; label: string }[]
  maxLength?: number
}

export interface ChatAppForm {
  /** Come back with the values, as those of a button. */
  action: string
  value: string
  title: string
  submit: string
  fields: readonly FormField[]
}

/** What a person did in the chat. */
export type ChatAppEvent = {
  /** Identifies what the person did: the same in each delivery of it. */
  key: string
  /** The id of the person in the chat. */
  person: string
  /** Where an answer goes that only the person sees. Absent if there is no such place; the answer is then a direct message. */
  channel?: string | undefined
} & (
  | {
      /** A command, or the action of a message. */
      kind: 'command'
      /** Opens one form, within seconds. */
      trigger: string
      text: string
      /** The person who wrote the message. */
      author?: string | undefined
    }
  | { kind: 'press'; trigger: string; action: string; value: string }
  | {
      kind: 'form'
      action: string
      value: string
      /** A person is an id, and a choice its value. A field without an entry is absent. */
      values: Readonly<Record<string, string>>
    }
)

/** A person whose email address the chat vouches for, or why the person may not act. */
export type ChatPerson = { email: string; name: string } | { problem: string }

export interface ListenOptions {
  /** Handles an event. A rejection means that the event may be delivered again. */
  handle(event: ChatAppEvent): Promise<void>
  /** Learns that events can arrive. */
  onReady(): void
  signal: AbortSignal
}

/**
 * The chat of one workspace. All functions but `listen` are one request or two, and reject with `ChatAppFailure`. Calls overlap.
 */
export interface ChatApp {
  /** Listens until the chat asks for another connection, or the signal aborts. Rejects if the connection fails. */
  listen(options: ListenOptions): Promise<void>
  findPerson(id: string): Promise<ChatPerson>
  post(to: PostTarget, message: ChatAppMessage): Promise<PostedMessage>
  update(posted: PostedMessage, message: ChatAppMessage): Promise<void>
  /** Answers so that only the person sees it. */
  answer(event: Pick<ChatAppEvent, 'person' | 'channel'>, message: ChatAppMessage): Promise<void>
  openForm(trigger: string, form: ChatAppForm): Promise<void>
}

interface FailureOptions {
  /** A later attempt fails too. */
  isFinal?: boolean
  /** The failure is about this recipient or message, and says nothing about the connection. */
  isLocal?: boolean
  retryAfterMs?: number | undefined
}

/** The error of a request that the chat did not accept. The reason is for a person, and has no credential. */
export class ChatAppFailure extends Error {
  readonly isFinal: boolean
  readonly isLocal: boolean
  /** The milliseconds for which the chat accepts no request. */
  readonly retryAfterMs: number | undefined

  constructor(reason: string, options: FailureOptions = {}) {
    super(reason)
    this.name = 'ChatAppFailure'
    this.isFinal = options.isFinal === true
    this.isLocal = options.isLocal === true
    this.retryAfterMs = options.retryAfterMs
  }
}

export const port = 'chat_app'

export type ChatAppConnector = OpeningConnector<typeof port, ChatApp>

/** Declares a connector of the port `chat_app`. */
export const defineChatApp = definer<ChatAppConnector>(port)

/** Opens the chat app of a connection. Throws if it cannot be used. */
export function openChatApp(
  connector: { port: string },
  values: Values,
  outbound: Parameters<ChatAppConnector['open']>[1],
): ChatApp {
  if (connector.port !== port) throw new Error(`a connector of the port ${connector.port}`)
  return (connector as ChatAppConnector).open(values, outbound)
}
