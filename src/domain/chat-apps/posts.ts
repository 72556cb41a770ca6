import * as mail from '#email'
import { newId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import type { ChatAppButton, ChatAppMessage, PostTarget } from './chat-app.ts'
import * as store from './store.ts'

export interface PostContent {
  /** Absent for a change: a post that is not there yet when nothing is left to do is not needed. */
  to?: PostTarget
  message: ChatAppMessage
}

interface NewPost extends Required<PostContent> {
  /** The fact that the post is about, which is posted once to this recipient. */
  key: string
  subject_id: string
}

export const contentContext = (post_id: string): string => `chat_apps.post ${post_id}`

/** Enqueues a post in the caller's transaction, without waiting. Does nothing if the account has no chat app. */
export function enqueue(ctx: TxContext, { key, subject_id, ...content }: NewPost): void {
  const id = newId()
  const has_buttons = content.message.buttons.length > 0
  store.insert(ctx, {
    ...{ id, key, subject_id, has_buttons },
    encrypted_content: encryptContent(ctx, id, content),
  })
  ctx.afterCommit(() => ctx.deployment.notify('chats'))
}

/** Enqueues an email to a member, and the same as a post, in the language of the email. */
export function enqueueWithEmail(
  ctx: TxContext,
  email: mail.Email,
  post: { key: string; subject_id: string; buttons?: readonly ChatAppButton[] },
): void {
  mail.enqueue(ctx, email)
  const { key, subject_id, buttons = [] } = post
  const message = toMessage(email, buttons)
  enqueue(ctx, { key, subject_id, to: { email: email.to.email }, message })
}

/** Builds the message from the content of an email. A link that decides without a sign-in is for the email only. */
function toMessage(email: mail.Email, buttons: readonly ChatAppButton[]): ChatAppMessage {
  const data = 'decide_url' in email.data ? { ...email.data, decide_url: null } : email.data
  const content = mail.buildUserContent({ ...email, data } as mail.Email)
  const { heading, paragraphs, list, message, button } = content
  return {
    title: heading,
    lines: [
      ...paragraphs,
      ...(list?.items.map(({ text }) => text) ?? []),
      ...(message?.lead === undefined ? [] : [message.lead]),
    ],
    ...(message !== undefined && { quote: message.text }),
    link: { label: button.label, url: button.url },
    buttons,
  }
}

/** Replaces all posts with buttons about a subject by a message without buttons, because nothing is left to do. */
export async function closePosts(
  ctx: TxContext,
  subject_id: string,
  message: Omit<ChatAppMessage, 'buttons'>,
): Promise<void> {
  for (const id of await store.lockWithButtons(ctx, subject_id)) {
    store.replace(ctx, id, encryptContent(ctx, id, { message: { ...message, buttons: [] } }))
  }
  ctx.afterCommit(() => ctx.deployment.notify('chats'))
}

const encryptContent = ({ deployment }: TxContext, id: string, content: PostContent): Buffer =>
  deployment.cipher.encrypt(JSON.stringify(content), contentContext(id))

/** Returns the content of a post; undefined for one that has none left, because the post or its connection was removed. */
export async function findContent(ctx: TxContext, id: string): Promise<PostContent | undefined> {
  const encrypted = await store.findContent(ctx, id)
  return encrypted == null
    ? undefined
    : (JSON.parse(ctx.deployment.cipher.decrypt(encrypted, contentContext(id))) as PostContent)
}
