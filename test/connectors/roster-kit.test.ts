import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Roster, RosterReading } from '#contacts'
import { davUser, startCardDavServer, writeCard } from '#test/carddav-server'
import { failsRosterCheck, type RosterOptions, type RosterSubject } from '#test/roster-kit'
import { carddav } from '../../packages/connectors/carddav/index.ts'

/* The conformance kit finds each defect that is planted into a correct roster. */

type Read = Roster['read']
type Success = Extract<RosterReading, { ok: true }>

const alter =
  (change: (reading: Success) => object) =>
  (read: Read): Read =>
  async (known, signal) => {
    const reading = await read(known, signal)
    return reading.ok ? { ...reading, ...change(reading) } : reading
  }

const readsAll = 'reads all people once, and then only those who have changed'
const namesGone = 'names the people who are gone, by their keys'
const failsWell = 'fails after a response that is no answer, and removes no person'

/** The defects: the check that finds it, and what it does to a reading. */
const defects: Readonly<Record<string, readonly [check: string, plant: (read: Read) => Read]>> = {
  'names no person who is gone': [namesGone, alter(() => ({ removed: [] }))],
  'leaves one person out': [readsAll, alter(({ changed }) => ({ changed: changed.slice(1) }))],
  'gives a person a new key each time': [
    readsAll,
    alter(({ changed }) => ({
      changed: changed.map((entry) => ({ ...entry, key: `${entry.key}${Math.random()}` })),
    })),
  ],
  'gives all people one version': [
    readsAll,
    alter(({ changed }) => ({ changed: changed.map((entry) => ({ ...entry, version: '1' })) })),
  ],
  'reads everybody each time': [
    readsAll,
    (read) => (_, signal) => read({ cursor: null, versions: new Map() }, signal),
  ],
  'does not read a person again': [
    'reads a person again whose version is not known',
    (read) => async (known, signal) => {
      const unknown = [...known.versions].flatMap(([key, at]) => (at === null ? [key] : []))
      const reading = await read(known, signal)
      return reading.ok
        ? { ...reading, changed: reading.changed.filter(({ key }) => !unknown.includes(key)) }
        : reading
    },
  ],
  'removes everybody after a failure': [
    failsWell,
    (read) => async (known, signal) => {
      const reading = await read(known, signal)
      return reading.ok
        ? reading
        : { ok: true, cursor: null, changed: [], removed: [...known.versions.keys()] }
    },
  ],
  'throws when a response is lost': [
    failsWell,
    (read) => async (known, signal) => {
      const reading = await read(known, signal)
      if (!reading.ok) throw new Error(reading.reason)
      return reading
    },
  ],
  'fails when its cursor is forgotten': [
    'compares all people when the service has forgotten where a reading ended',
    (read) => {
      let reads = 0
      return async (known, signal) => {
        reads += 1
        return reads > 1 ? { ok: false, reason: 'the cursor is too old' } : read(known, signal)
      }
    },
  ],
  'quotes its password': [
    'reveals no credential, and tests without a change',
    alter(() => ({ cursor: davUser.password })),
  ],
}

/** The defects of a request: the check that finds it, and the options with which it is sent. */
const careless: Readonly<
  Record<string, readonly [check: string, options: Partial<RosterOptions>]>
> = {
  'ignores the address rules': [
    'reaches no private address without permission',
    { outbound: { allowPrivate: true } },
  ],
  'waits without a timeout': [
    'ends a request to a service that does not respond, and ends with its signal',
    { timeoutMs: 60_000 },
  ],
}

function createSubject(
  plant: (read: Read) => Read,
  more: Partial<RosterOptions> = {},
): RosterSubject {
  const values = { ...davUser, address_book: '' }
  return {
    open(options) {
      const { url, outbound, timeoutMs } = { ...options, ...more }
      const roster = carddav.open({ ...values, url, timeoutMs }, outbound)
      return { read: plant(roster.read) }
    },
    test: ({ url, outbound, timeoutMs }) => carddav.test({ ...values, url, timeoutMs }, outbound),
    async start() {
      const server = await startCardDavServer()
      return {
        url: server.url,
        put: (id, name, email) => server.put(`${id}.vcf`, writeCard(id, name, email)),
        remove: (id) => server.remove(`${id}.vcf`),
        forget: async () => server.forget(),
        close: server.close,
      }
    },
    secrets: [davUser.password],
  }
}

for (const [defect, [check, plant]] of Object.entries(defects))
  it(`finds a roster that ${defect}`, async () => {
    assert.equal(
      await failsRosterCheck(
        createSubject((read) => read),
        check,
      ),
      false,
    )
    assert.ok(await failsRosterCheck(createSubject(plant), check))
  })

for (const [defect, [check, options]] of Object.entries(careless))
  it(`finds a roster that ${defect}`, async () => {
    assert.ok(
      await failsRosterCheck(
        createSubject((read) => read, options),
        check,
      ),
    )
  })
