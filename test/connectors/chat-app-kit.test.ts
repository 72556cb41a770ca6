import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ChatApp } from '#chat-apps'
import { type ChatAppSubject, failsChatAppCheck } from '#test/chat-app-kit'
import { slackTokens } from '#test/fake-slack'
import { slackSubject } from '#test/slack-subject'

/* The conformance kit finds each defect that is planted into a correct chat app. */

type Plant = (app: ChatApp) => Partial<ChatApp>

const plant = (change: Plant): ChatAppSubject => ({
  ...slackSubject,
  open(options) {
    const app = slackSubject.open(options)
    return { ...app, ...change(app) }
  },
})

// biome-ignore format: read down the columns
const defects: Readonly<Record<string, readonly [check: string, change: Plant]>> = {
  'vouches for everyone': ['vouches for members with a confirmed address, and for no one else',
    () => ({ findPerson: async () => ({ email: 'member@example.com', name: 'Ada' }) })],
  'posts in place of an update': ['posts one message, and updates it in its place',
    (app) => ({ update: async (_, message) => void (await app.post({ email: 'ada@example.com' }, message)) })],
  'cuts texts at the first bracket': ['shows every text as it is',
    (app) => ({ post: (to, message) => app.post(to, { ...message, title: message.title.split('<')[0] ?? '', lines: [], quote: '' }) })],
  'loses events': ['passes events on, and acknowledges those that were handled',
    (app) => ({ listen: (options) => app.listen({ ...options, handle: async () => {} }) })],
  'acknowledges what failed': ['does not acknowledge an event whose handling failed',
    (app) => ({ listen: (options) => app.listen({ ...options, handle: (event) => options.handle(event).catch(() => {}) }) })],
  'does not stop': ['ends when it is asked to, and closes its socket',
    (app) => ({ listen: (options) => app.listen({ ...options, signal: new AbortController().signal }) })],
  'hides a broken socket': ['rejects when its socket breaks',
    (app) => ({ listen: (options) => app.listen(options).catch(() => {}) })],
  'believes every answer': ['rejects after a response that is no answer',
    (app) => ({ update: (posted, message) => app.update(posted, message).catch(() => {}) })],
  'waits for ever': ['ends a request to a service that does not respond',
    (app) => ({ openForm: (trigger, form) => app.openForm(trigger, form).catch(() => new Promise<never>(() => {})) })],
  'names its token': ['reveals no credential',
    (app) => ({ post: (to, message) => app.post(to, message).catch((error: Error) => { error.message += slackTokens.bot_token; throw error }) })],
}

for (const [defect, [check, change]] of Object.entries(defects))
  it(`finds a chat app that ${defect}`, async () => {
    assert.ok(await failsChatAppCheck(plant(change), check))
  })
