import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { proveReceiver } from '#sdk/prove'
import {
  correctReceiver,
  nextReceiverSecret,
  type Respond,
  receiverSecret,
  startHandler,
} from '#test/handler-receiver'
import { wrongReceivers } from '#test/wrong-receivers'

/*
 * The tests of the proof of a receiver. The proof names each defect, and reports none for a correct receiver.
 */

async function prove(respond: Respond, timeoutMs: number) {
  const receiver = await startHandler(respond)
  try {
    return await proveReceiver({
      url: receiver.url,
      secret: receiverSecret,
      nextSecret: nextReceiverSecret,
      timeoutMs,
    })
  } finally {
    await receiver.close()
  }
}

/**
 * Returns the timeout for a receiver. It is long for receivers that respond, because a busy machine is slow.
 */
const timeoutFor = (name: string) =>
  name === 'hangs' ? 200 : name === 'works before it answers' ? 4_000 : 15_000

describe('the proof of a receiver', () => {
  it('passes a correct receiver in all checks', async () => {
    const { passed, results, sent } = await prove(correctReceiver(), 15_000)
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'passed'),
      [],
    )
    assert.ok(passed)
    assert.ok(sent > 130, String(sent))
  })

  for (const [name, expected, createReceiver] of wrongReceivers)
    it(`names the defect of a receiver that ${name}`, async () => {
      const { passed, results } = await prove(createReceiver(), timeoutFor(name))
      const defects = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning')
      const ids = defects.map(({ id }) => id)
      for (const id of expected) assert.ok(ids.includes(id), `${id} is not in ${ids.join()}`)
      const tolerated = sideEffects[name] ?? []
      const unexpected = defects.filter(
        ({ id }) => !expected.includes(id) && !tolerated.includes(id),
      )
      assert.deepEqual(unexpected, [], 'a defect that the receiver does not have')
      assert.equal(passed, !defects.some(({ outcome }) => outcome === 'failed'))
      for (const { detail, why, fix } of defects) assert.ok(detail && why && fix)
    })

  it('skips all other checks if the receiver accepts no valid delivery', async () => {
    const { results } = await prove(() => 403, 15_000)
    const [first, ...others] = results
    assert.equal(first?.outcome, 'failed')
    assert.ok(others.every(({ outcome }) => outcome === 'skipped'))
  })

  it('reports a receiver that does not listen', async () => {
    const { close, url } = await startHandler(correctReceiver())
    await close()
    const { passed, results } = await proveReceiver({ url, secret: receiverSecret })
    assert.equal(passed, false)
    assert.match(results[0]?.detail ?? '', /no response \(ECONNREFUSED\)/)
  })

  it('stops when its signal aborts', async () => {
    const controller = new AbortController()
    const receiver = await startHandler(correctReceiver())
    const { results, passed } = await proveReceiver({
      url: receiver.url,
      secret: receiverSecret,
      signal: controller.signal,
      onResult: () => controller.abort(),
    })
    await receiver.close()
    assert.deepEqual(
      [results[0]?.outcome, results[1]?.outcome, results[1]?.detail],
      ['passed', 'skipped', 'stopped'],
    )
    assert.equal(passed, false)
  })

  it('rejects invalid options', async () => {
    const valid = { url: 'http://127.0.0.1:1', secret: receiverSecret }
    await assert.rejects(proveReceiver({ ...valid, url: 'nowhere' }), TypeError)
    await assert.rejects(proveReceiver({ ...valid, secret: '' }))
    await assert.rejects(proveReceiver({ ...valid, parallel: 1_000 }), TypeError)
  })
})

/** The checks that also notice the defect of a receiver, as a consequence. */
const sideEffects: Readonly<Record<string, readonly string[]>> = {
  'blocks a sender after forged deliveries': [
    'accepts_late',
    'tolerates_clock_difference',
    'accepts_parallel',
    'accepts_rotation',
    'accepts_previous_signature',
    'accepts_older_version',
  ],
}
