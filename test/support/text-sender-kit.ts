import assert from 'node:assert/strict'
import type { TestResult } from '#connections'
import type { OutgoingText, TextReport, TextSender } from '#email'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import { type Check, createKit } from './conformance-kit.ts'
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
 * The conformance kit of the port `text`. It attacks each guarantee of docs/connectors/text-senders.md, with a proxy between
 * the sender and its service.
 */

export interface TextOptions {
  url: string
  outbound: OutboundRules
  timeoutMs: number
}

/** A text sender under test, and the service to which it sends requests: a fake or a sandbox. */
export interface TextSubject {
  open(options: TextOptions): TextSender
  /** The test of its connection. */
  test(options: TextOptions): Promise<TestResult>
  service: {
    url: string
    /** Returns the messages that the service has accepted. */
    sent(): readonly OutgoingText[]
    /** A number that the service refuses, and one whose owner has stopped messages. */
    refused: string
    stopped: string
  }
  /** The credentials, which no result may contain. */
  secrets: readonly string[]
  /** Writes requests of the service. Absent if it sends none. */
  inbox?: {
    write(report: TextReport): string
    sign(url: string, body: string): Readonly<Record<string, string>>
  }
}

interface Context extends TextSubject {
  sender: TextSender
  proxy: HostileProxy
}

const timeoutMs = 1_000
const patientMs = 20_000
const allowed = { allowPrivate: true } as const
const message = (to = '+4915112345678'): OutgoingText => ({
  to,
  text: 'Dana has sent you a gift. https://gifts.example.com/r/secret STOP',
  status_url: 'https://gifts.example.com/sms/status/1.abc',
})

async function assertRetried(sender: TextSender, withinMs = 10 * timeoutMs): Promise<void> {
  const late = AbortSignal.timeout(withinMs)
  const result = await Promise.race([
    sender.send(message(), timeoutMs),
    new Promise<never>((_, reject) => {
      late.onabort = () => reject(new Error(`no result within ${withinMs} ms`))
    }),
  ])
  assert.ok(!result.isAccepted && !result.isPermanent, JSON.stringify(result))
}

const badAnswers: readonly Attack[] = [
  respondWith(500, '{"code":1}'),
  respondWith(503, '<html>', { 'content-type': 'text/html' }),
  respondWith(401, '{"code":20003}'),
  respondWith(429, '{}'),
  lose,
  cutOff,
]

const inboxUrl = 'https://gifts.example.com/sms/inbound'

function parse(
  { sender, inbox }: Context,
  body: string,
  headers: Readonly<Record<string, string>>,
): TextReport {
  assert.ok(inbox && sender.inbox, 'the sender has no inbox')
  const request = { url: inboxUrl, headers, body: Buffer.from(body) }
  return sender.inbox.parse(request)
}

const checks: readonly Check<Context>[] = [
  {
    name: 'sends one message with its text and its status URL',
    async run({ sender, service }) {
      const before = service.sent().length
      const result = await sender.send(message(), patientMs)
      assert.ok(result.isAccepted, JSON.stringify(result))
      assert.deepEqual(service.sent().slice(before), [message()])
    },
  },
  {
    name: 'ends a refused message, and suppresses only a number that has stopped',
    async run({ sender, service }) {
      for (const to of [service.refused, service.stopped]) {
        const result = await sender.send(message(to), patientMs)
        assert.ok(!result.isAccepted && result.isPermanent, JSON.stringify(result))
        assert.equal(result.isInvalidAddress, to === service.stopped)
      }
    },
  },
  {
    name: 'retries after a response that is no answer',
    async run({ sender, proxy }) {
      for (const attack of badAnswers) {
        proxy.attack(attack)
        await assertRetried(sender)
      }
    },
  },
  {
    name: 'ends a request to a service that does not respond',
    async run({ sender, proxy }) {
      proxy.attack(hang)
      await assertRetried(sender, 4 * timeoutMs)
    },
  },
  {
    name: 'does not read an endless response',
    async run({ sender, proxy }) {
      proxy.attack(sendEndlessly)
      await sender.send(message(), patientMs)
      assert.ok(proxy.sentBytes() < endlessBytes / 2, `${proxy.sentBytes()} bytes`)
    },
  },
  {
    name: 'does not follow a redirect',
    async run({ sender, proxy, service }) {
      const elsewhere = await startHostileProxy(service.url)
      try {
        proxy.attack(respondWith(307, '', { location: elsewhere.url }))
        await assertRetried(sender)
        assert.equal(elsewhere.count(), 0)
      } finally {
        await elsewhere.close()
      }
    },
  },
  {
    name: 'reaches no private address without permission',
    async run({ open, proxy }) {
      for (const host of ['127.0.0.1', 'localhost']) {
        const url = proxy.url.replace('127.0.0.1', host)
        await assertRetried(open({ url, outbound: { allowPrivate: false }, timeoutMs }))
      }
      assert.equal(proxy.count(), 0)
    },
  },
  {
    name: 'reveals no credential, number or text',
    async run({ sender, proxy, service, secrets }) {
      const results: unknown[] = []
      for (const to of [message().to, service.refused, service.stopped])
        results.push(await sender.send(message(to), patientMs))
      const { to, text } = message()
      for (const attack of [
        ...badAnswers,
        respondWith(400, JSON.stringify({ message: to + text })),
      ]) {
        proxy.attack(attack)
        results.push(await sender.send(message(), timeoutMs))
      }
      for (const secret of [...secrets, to, service.refused, 'r/secret'])
        assert.ok(!JSON.stringify(results).includes(secret), secret)
    },
  },
  {
    name: 'tests its connection without sending a message',
    async run({ test, proxy, service, secrets }) {
      const before = service.sent().length
      const options = { url: proxy.url, outbound: allowed, timeoutMs }
      const results = [await test(options)]
      for (const attack of [lose, hang, respondWith(401, '{}'), respondWith(500, '{}')]) {
        proxy.attack(attack)
        results.push(await test(options))
      }
      const oks = results.map(({ ok }) => ok)
      assert.deepEqual(oks, [true, false, false, false, false])
      for (const { tried, answer } of results) assert.ok(tried.length > 5 && answer.length > 0)
      for (const secret of secrets) assert.ok(!JSON.stringify(results).includes(secret))
      assert.equal(service.sent().length, before)
    },
  },
  {
    name: 'rejects reports that are not signed, or altered',
    run(context) {
      const { inbox } = context
      if (inbox === undefined) return
      const body = inbox.write({ kind: 'choice', phone: message().to, isStopped: true })
      const headers = inbox.sign(inboxUrl, body)
      const forgeries: [string, Readonly<Record<string, string>>][] = [
        [body, {}],
        [`${body}&x=1`, headers],
        [body, inbox.sign(`${inboxUrl}/other`, body)],
        [body, Object.fromEntries(Object.keys(headers).map((name) => [name, 'AAAA'.repeat(7)]))],
      ]
      for (const [text, given] of forgeries)
        assert.equal(parse(context, text, given).kind, 'forged')
    },
  },
  {
    name: 'reads choices and lost messages, and nothing else',
    run(context) {
      const { inbox } = context
      if (inbox === undefined) return
      const reports: TextReport[] = [
        { kind: 'choice', phone: message().to, isStopped: true },
        { kind: 'choice', phone: message().to, isStopped: false },
        { kind: 'other' },
      ]
      for (const report of reports) {
        const body = inbox.write(report)
        assert.deepEqual(parse(context, body, inbox.sign(inboxUrl, body)), report)
      }
      const body = inbox.write({ kind: 'failed', reason: 'undelivered' })
      assert.equal(parse(context, body, inbox.sign(inboxUrl, body)).kind, 'failed')
    },
  },
]

const kit = createKit<TextSubject, Context>(checks, async (subject, run) => {
  const proxy = await startHostileProxy(subject.service.url)
  try {
    const sender = subject.open({ url: proxy.url, outbound: allowed, timeoutMs })
    await run({ ...subject, sender, proxy })
  } finally {
    await proxy.close()
  }
})
export const testTextSender = kit.test
export const failsTextCheck = kit.fails
