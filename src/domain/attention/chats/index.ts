export { createChatLoop } from './chat-loop.ts'
export { type ChatMessage, renderMessage } from './chat-message.ts'
export { createChat, listChats, type NewChat, removeChat, testChat, updateChat } from './chats.ts'
export { type Chat, type ChatFormat, chatFormats } from './tables.ts'
