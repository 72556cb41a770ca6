export {
  type ChatConnector,
  type ChatMessage,
  defineChat,
  listChatConnectors,
} from './chat-connector.ts'
export { createChatLoop } from './chat-loop.ts'
export { createChat, listChats, type NewChat, removeChat, testChat, updateChat } from './chats.ts'
export type { Chat } from './tables.ts'
