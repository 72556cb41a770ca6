import type { Connector, ConnectorRegistry } from '#connections'

/** The content of a message in a chat. It contains references, but no names or addresses. */
export interface ChatMessage {
  title: string
  lines: readonly ChatLine[]
  /** The URL of the page of the web app that lists all items. */
  web_url: string
}

export interface ChatLine {
  text: string
  web_url: string
}

/**
 * A connector of the port `chat`. It only renders messages: Bestow sends them to the incoming webhook. `docs/connectors/chats.md`
 * states what it guarantees, and the kit in test/support/chat-kit.ts attacks it.
 */
export interface ChatConnector extends Connector<'chat'> {
  /** The page that tells where to find the URL of the incoming webhook. */
  help_url: string
  /** Renders a message as the JSON body of an incoming webhook. No text becomes markup, a mention or a link. */
  render(message: ChatMessage): string
}

/** Declares a connector of the port `chat`. */
export const defineChat = (
  definition: Omit<ChatConnector, 'port' | 'settings' | 'test'>,
): ChatConnector => ({ ...definition, port: 'chat', settings: {} })

export const findChatConnector = (
  { find }: ConnectorRegistry,
  kind: string,
): ChatConnector | undefined => {
  const connector = find(kind)
  return connector?.port === 'chat' ? (connector as ChatConnector) : undefined
}

/** Returns the connectors whose chats accounts may have. */
export const listChatConnectors = ({ all, isAllowed }: ConnectorRegistry): ChatConnector[] =>
  all.flatMap((each) =>
    each.port === 'chat' && isAllowed(each.kind) ? [each as ChatConnector] : [],
  )
