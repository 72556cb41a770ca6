import assert from 'node:assert/strict'
import type { TestResult } from '#connections'
import type { Roster, RosterReading } from '#contacts'
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
 * The conformance kit of the port `roster`. It attacks each guarantee of docs/connectors/rosters.md, with a proxy between the
 * roster and its service.
 */

export interface RosterOptions {
  url: string
  outbound: OutboundRules
  timeoutMs: number
}

/** A service with people: a local server or a fake. */
export interface RosterService {
  url: string
  /** Adds a person, or changes the one with this id. */
  put(id: string, name: string, email: string): Promise<void>
  remove(id: string): Promise<void>
  /** Makes the service forget where earlier readings ended. */
  forget(): Promise<void>
  close(): Promise<void>
}

export interface RosterSubject {
  open(options: RosterOptions): Roster
  /** The test of its connection. */
  test(options: RosterOptions): Promise<TestResult>
  /** Starts a service without people. */
  start(): Promise<RosterService>
  /** The credentials, which no result may contain. */
  secrets: readonly string[]
}

interface Context extends RosterSubject {
  roster: Roster
  service: RosterService
  proxy: HostileProxy
}

const timeoutMs = 1_000
const patient = () => AbortSignal.timeout(60_000)
const allowed = { allowPrivate: true } as const
const nothing = { cursor: null, versions: new Map<string, string | null>() }

type Success = Extract<RosterReading, { ok: true }>

async function read(roster: Roster, known: Parameters<Roster['read']>[0] = nothing) {
  const reading = await roster.read(known, patient())
  assert.ok(reading.ok, JSON.stringify(reading))
  return reading
}

const toKnown = ({ cursor, changed }: Success) => ({
  cursor,
  versions: new Map<string, string | null>(changed.map(({ key, version }) => [key, version])),
})

async function addPeople({ put }: RosterService, count: number): Promise<void> {
  for (let nr = 1; nr <= count; nr += 1)
    await put(`person-${nr}`, `Person Nr${nr}`, `nr${nr}@larkfield.example`)
}

const emailsOf = ({ changed }: Success) => changed.map(({ cells }) => cells.work_email).toSorted()

async function assertFails(roster: Roster, known = nothing, withinMs = 10 * timeoutMs) {
  const late = AbortSignal.timeout(withinMs)
  const reading = await Promise.race([
    roster.read(known, patient()),
    new Promise<never>((_, reject) => {
      late.onabort = () => reject(new Error(`no result within ${withinMs} ms`))
    }),
  ])
  assert.ok(!reading.ok && reading.reason !== '', JSON.stringify(reading))
  return reading
}

const badAnswers: readonly Attack[] = [
  respondWith(500, '{}'),
  respondWith(503, '<html>', { 'content-type': 'text/html' }),
  respondWith(401, ''),
  respondWith(200, '<html></html>', { 'content-type': 'text/html' }),
  respondWith(207, 'not XML'),
  lose,
  cutOff,
]

const checks: readonly Check<Context>[] = [
  {
    name: 'reads all people once, and then only those who have changed',
    async run({ roster, service }) {
      await addPeople(service, 3)
      const first = await read(roster)
      assert.deepEqual(
        emailsOf(first),
        [1, 2, 3].map((nr) => `nr${nr}@larkfield.example`),
      )
      assert.ok(first.changed.every(({ key, version }) => key.length <= 500 && version !== ''))
      const again = await read(roster, toKnown(first))
      assert.deepEqual([again.changed, again.removed], [[], []])
      await service.put('person-2', 'Person Nr2', 'second@larkfield.example')
      const third = await read(roster, { ...toKnown(first), cursor: again.cursor })
      assert.deepEqual([emailsOf(third), third.removed], [['second@larkfield.example'], []])
      const { key } = third.changed[0] ?? assert.fail('no person')
      assert.ok(
        first.changed.some(
          (entry) => entry.key === key && entry.version !== third.changed[0]?.version,
        ),
      )
    },
  },
  {
    name: 'names the people who are gone, by their keys',
    async run({ roster, service }) {
      await addPeople(service, 3)
      const first = await read(roster)
      const gone = first.changed.find(({ cells }) => cells.work_email === 'nr2@larkfield.example')
      await service.remove('person-2')
      const second = await read(roster, toKnown(first))
      assert.deepEqual([second.changed, second.removed], [[], [gone?.key]])
      const whole = await read(roster, { ...toKnown(first), cursor: null })
      assert.deepEqual(whole.removed, [gone?.key])
    },
  },
  {
    name: 'compares all people when the service has forgotten where a reading ended',
    async run({ roster, service }) {
      await addPeople(service, 3)
      const first = await read(roster)
      await service.remove('person-1')
      await service.put('person-4', 'Person Nr4', 'nr4@larkfield.example')
      await service.forget()
      const second = await read(roster, toKnown(first))
      assert.deepEqual(emailsOf(second), ['nr4@larkfield.example'])
      assert.equal(second.removed.length, 1)
    },
  },
  {
    name: 'reads a person again whose version is not known',
    async run({ roster, service }) {
      await addPeople(service, 3)
      const first = await read(roster)
      const known = toKnown(first)
      const key = first.changed[0]?.key ?? ''
      known.versions.set(key, null)
      const second = await read(roster, known)
      assert.deepEqual(
        second.changed.map((entry) => entry.key),
        [key],
      )
    },
  },
  {
    name: 'fails after a response that is no answer, and removes no person',
    async run({ roster, service, proxy }) {
      await addPeople(service, 2)
      for (const attack of badAnswers) {
        proxy.attack(attack)
        await assertFails(roster)
      }
    },
  },
  {
    name: 'ends a request to a service that does not respond, and ends with its signal',
    async run({ open, roster, proxy }) {
      proxy.attack(hang)
      await assertFails(roster, nothing, 4 * timeoutMs)
      const slow = open({ url: proxy.url, outbound: allowed, timeoutMs: 60_000 })
      const startedAt = performance.now()
      const reading = await slow.read(nothing, AbortSignal.timeout(200))
      assert.ok(!reading.ok && performance.now() - startedAt < 5_000)
    },
  },
  {
    name: 'does not read an endless response',
    async run({ open, proxy }) {
      proxy.attack(sendEndlessly)
      await assertFails(
        open({ url: proxy.url, outbound: allowed, timeoutMs: 20_000 }),
        nothing,
        30_000,
      )
      assert.ok(proxy.sentBytes() < endlessBytes / 2, `${proxy.sentBytes()} bytes`)
    },
  },
  {
    name: 'sends no request to where a redirect leads outside its site',
    async run({ roster, proxy, service }) {
      const elsewhere = await startHostileProxy(service.url)
      try {
        for (const location of [
          elsewhere.url,
          'http://169.254.169.254/',
          'file:///etc/passwd',
          '//',
        ]) {
          proxy.attack(respondWith(307, '', { location }))
          await assertFails(roster)
        }
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
        await assertFails(open({ url, outbound: { allowPrivate: false }, timeoutMs }))
      }
      assert.equal(proxy.count(), 0)
    },
  },
  {
    name: 'reveals no credential, and tests without a change',
    async run({ test, roster, proxy, service, secrets }) {
      await addPeople(service, 1)
      const options = { url: proxy.url, outbound: allowed, timeoutMs }
      const first = await read(roster)
      const results: unknown[] = [first, await test(options)]
      for (const attack of badAnswers) {
        proxy.attack(attack)
        const result = await test(options)
        assert.ok(!result.ok && result.tried.length > 5 && result.answer !== '')
        results.push(result, await roster.read(nothing, patient()))
      }
      assert.ok((results[1] as TestResult).ok, JSON.stringify(results[1]))
      for (const secret of secrets) assert.ok(!JSON.stringify(results).includes(secret))
      proxy.attack((response, { status, type, body }) =>
        response.writeHead(status, { 'content-type': type }).end(body),
      )
      assert.deepEqual((await read(roster, toKnown(first))).changed, [])
    },
  },
]

const kit = createKit<RosterSubject, Context>(checks, async (subject, run) => {
  const service = await subject.start()
  const proxy = await startHostileProxy(service.url)
  try {
    const roster = subject.open({ url: proxy.url, outbound: allowed, timeoutMs })
    await run({ ...subject, roster, service, proxy })
  } finally {
    await proxy.close()
    await service.close()
  }
})
export const testRoster = kit.test
export const failsRosterCheck = kit.fails
