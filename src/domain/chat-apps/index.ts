/**
 * Chat apps: the chat of an account, in which members read posts and act.
 *
 * - chat app  a connection of the port `chat_app`, over which posts go out and events come in
 * - post      a message about one fact, in the outbox until the chat has accepted it
 * - event     what a person did in the chat: a command, a pressed button, or a form
 * - person    who acts in the chat; the email address of the chat names the member
 * - socket    the open connection that delivers events, so that no public address is needed
 */
export {
  type ChatApp,
  type ChatAppButton,
  type ChatAppConnector,
  type ChatAppEvent,
  ChatAppFailure,
  type ChatAppForm,
  type ChatAppMessage,
  type ChatPerson,
  defineChatApp,
  type ListenOptions,
  type PostedMessage,
  type PostTarget,
} from './chat-app.ts'
export { encryptedColumns } from './encrypted-columns.ts'
export { createPostLoop } from './post-loop.ts'
export { closePosts, enqueue, enqueueWithEmail } from './posts.ts'
export { createSockets, type EventSource } from './sockets.ts'
export { claimEvent, purge } from './store.ts'
