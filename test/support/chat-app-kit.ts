import assert from 'node:assert/strict'
import type { ChatApp, ChatAppMessage } from '#chat-apps'
import type { TestResult } from '#connections'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { failureOf, startListening, timeoutMs, within } from './chat-app-kit-calls.ts'
import { type Check, createKit } from './conformance-kit.ts'
import { eventually } from './eventually.ts'
import {
  type Attack,
  cutOff,
  endlessBytes,
  type HostileProxy,
  hang,
  lose,
  respondWith,
  sendEndlessly,
  startHostileProxy,
} from './hostile-proxy.ts'

/*
 * The conformance kit of the port `chat_app`. It attacks each guarantee of docs/connectors/chat-apps.md, with a proxy between the
 * connector and a stub of its service.
 */

export interface ChatAppOptions {
  url: string
  outbound: OutboundRules
  timeoutMs: number
}

/** A stub of the service of a chat app. */
export interface ChatAppService {
  url: string
  /** Adds a person, and returns the id. */
  addPerson(email: string, kind: 'member' | 'guest' | 'bot' | 'unconfirmed' | 'elsewhere'): string
  /** Returns what people see of all messages: their texts, and the links and mentions that a text became. */
  shown(): { texts: string[]; markup: string[] }
  /** Returns the number of messages. */
  count(): number
  sockets(): number
  /** Delivers a press of a button by a person. Resolves with whether it was acknowledged. */
  press(person: string, action: string, value: string, withinMs: number): Promise<boolean>
  /** Asks for another connection. */
  refresh(): void
  breakSockets(): void
  close(): Promise<void>
}

export interface ChatAppSubject {
  start(): Promise<ChatAppService>
  open(options: ChatAppOptions): ChatApp
  test(options: ChatAppOptions): Promise<TestResult>
  /** The credentials, which no failure may contain. */
  secrets: readonly string[]
}

interface Context extends ChatAppSubject {
  app: ChatApp
  service: ChatAppService
  proxy: HostileProxy
}

const allowed = { allowPrivate: true } as const
const email = 'ada@example.com'
const message = (title = 'A fact'): ChatAppMessage => ({
  ...{ title, lines: ['One line'], quote: 'A quote' },
  link: { label: 'Open', url: 'https://gifts.example.com/sends/1' },
  buttons: [{ action: 'approve', value: '1', label: 'Approve' }],
})

const hostileTexts = [
  '<https://evil.example|click here> <!channel> <@U1>',
  '*bold* _x_ `code` & &lt; <b>',
  '',
  ' ',
  '\n\n> quote',
  '🎁'.repeat(2_000),
  'x'.repeat(10_000),
  '‮reversed\u0000',
]

const badAnswers: readonly Attack[] = [
  respondWith(500, '{"ok":true}'),
  respondWith(503, '<html>', { 'content-type': 'text/html' }),
  respondWith(200, '{"ok":false,"error":"internal_error"}'),
  respondWith(200, '[]'),
  respondWith(200, ''),
  respondWith(429, '', { 'retry-after': 'soon' }),
  lose,
  cutOff,
]

/** Returns all requests of an app, each with values that are valid. */
const requests = (app: ChatApp): readonly (() => Promise<unknown>)[] => [
  () => app.post({ email }, message()),
  () => app.update({ channel: 'C1', message_id: '1.1' }, message()),
  () => app.openForm('trigger', { ...form, fields: [] }),
]

const form = { action: 'send', value: '', title: 'Send a gift', submit: 'Send' }

const checks: readonly Check<Context>[] = [
  {
    name: 'vouches for members with a confirmed address, and for no one else',
    async run({ app, service }) {
      const id = service.addPerson('member@example.com', 'member')
      const person = await app.findPerson(id)
      assert.ok('email' in person && person.email === 'member@example.com')
      for (const kind of ['guest', 'bot', 'unconfirmed', 'elsewhere'] as const)
        assert.ok(
          'problem' in (await app.findPerson(service.addPerson(`${kind}@example.com`, kind))),
          kind,
        )
      for (const id of ['UNKNOWN', '', '../../x?y=1&user=U1'])
        assert.ok('problem' in (await app.findPerson(id)), id)
    },
  },
  {
    name: 'posts one message, and updates it in its place',
    async run({ app, service }) {
      const before = service.count()
      const posted = await app.post({ email }, message('The first title'))
      await app.update(posted, message('The second title'))
      assert.equal(service.count(), before + 1)
      const { texts } = service.shown()
      assert.ok(texts.includes('The second title') && !texts.includes('The first title'))
    },
  },
  {
    name: 'shows every text as it is',
    async run({ app, service }) {
      for (const text of hostileTexts)
        await app.post({ email }, { ...message(text), lines: [text], quote: text })
      const { texts, markup } = service.shown()
      assert.deepEqual(markup, [])
      for (const text of hostileTexts.slice(0, 2)) assert.ok(texts.includes(text), text)
    },
  },
  {
    name: 'passes events on, and acknowledges those that were handled',
    async run({ app, service }) {
      const listening = startListening(app)
      await listening.ready()
      assert.equal(await service.press('U1', 'approve', 'a value', 20_000), true)
      const [event] = listening.events
      assert.ok(event?.kind === 'press' && event.action === 'approve' && event.value === 'a value')
      assert.ok(event.person === 'U1' && event.key !== '')
      await service.press('U1', 'approve', 'a value', 20_000)
      assert.notEqual(listening.events[1]?.key, event.key, 'another press has another key')
      listening.stop()
      assert.equal(await within(listening.ended), 'resolved')
    },
  },
  {
    name: 'does not acknowledge an event whose handling failed',
    async run({ app, service }) {
      const listening = startListening(app, () => Promise.reject(new Error('failed')))
      await listening.ready()
      assert.equal(await service.press('U1', 'approve', 'x', 2_000), false)
      listening.stop()
      await listening.ended
    },
  },
  {
    name: 'ends when it is asked to, and closes its socket',
    async run({ app, service }) {
      const first = startListening(app)
      await first.ready()
      service.refresh()
      assert.equal(await within(first.ended), 'resolved')
      const second = startListening(app)
      await second.ready()
      second.stop()
      assert.equal(await within(second.ended), 'resolved')
      await eventually(() => service.sockets() === 0, { timeoutMs: 20_000 })
    },
  },
  {
    name: 'rejects when its socket breaks',
    async run({ app, service }) {
      const listening = startListening(app)
      await listening.ready()
      service.breakSockets()
      assert.equal(await within(listening.ended), 'rejected')
    },
  },
  {
    name: 'rejects after a response that is no answer',
    async run({ app, proxy }) {
      for (const attack of badAnswers)
        for (const request of requests(app)) {
          proxy.attack(attack)
          await failureOf(request)
        }
    },
  },
  {
    name: 'ends a request to a service that does not respond',
    async run({ app, proxy }) {
      proxy.attack(hang)
      for (const request of requests(app)) await failureOf(request)
      const listening = startListening(app)
      assert.equal(await within(listening.ended), 'rejected')
    },
  },
  {
    name: 'does not read an endless response',
    async run({ app, proxy }) {
      proxy.attack(sendEndlessly)
      await failureOf(() => app.post({ email }, message()))
      assert.ok(proxy.sentBytes() < endlessBytes / 2, `${proxy.sentBytes()} bytes`)
    },
  },
  {
    name: 'reaches no private address without permission',
    async run({ open, proxy }) {
      for (const host of ['127.0.0.1', 'localhost']) {
        const url = proxy.url.replace('127.0.0.1', host)
        const app = open({ url, outbound: { allowPrivate: false }, timeoutMs })
        for (const request of requests(app)) await failureOf(request)
        assert.equal(await within(startListening(app).ended), 'rejected')
      }
      assert.equal(proxy.count(), 0)
    },
  },
  {
    name: 'reveals no credential',
    async run({ app, proxy, secrets }) {
      const failures: string[] = []
      for (const attack of badAnswers)
        for (const request of requests(app)) {
          proxy.attack(attack)
          const { message, stack = '' } = await failureOf(request)
          failures.push(message, stack)
        }
      for (const secret of secrets) assert.ok(!failures.join('\n').includes(secret), secret)
    },
  },
  {
    name: 'tests its connection without a socket and without a message',
    async run({ test, proxy, service, secrets }) {
      const options = { url: proxy.url, outbound: allowed, timeoutMs }
      const results = [await test(options)]
      for (const attack of [lose, hang, respondWith(500, '{}'), respondWith(200, '{"ok":false}')]) {
        proxy.attack(attack)
        results.push(await test(options))
      }
      assert.deepEqual(
        results.map(({ ok }) => ok),
        [true, false, false, false, false],
      )
      for (const { tried, answer } of results) assert.ok(tried.length > 5 && answer.length > 0)
      for (const secret of secrets) assert.ok(!JSON.stringify(results).includes(secret))
      assert.deepEqual([service.count(), service.sockets()], [0, 0])
    },
  },
]

const kit = createKit<ChatAppSubject, Context>(checks, async (subject, run) => {
  const service = await subject.start()
  service.addPerson(email, 'member')
  const proxy = await startHostileProxy(service.url)
  try {
    const app = subject.open({ url: proxy.url, outbound: allowed, timeoutMs })
    await run({ ...subject, app, service, proxy })
  } finally {
    await proxy.close()
    await service.close()
  }
})
export const testChatApp = kit.test
export const failsChatAppCheck = kit.fails
