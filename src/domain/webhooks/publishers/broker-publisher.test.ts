import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type BrokerConnection, createBrokerPublisher } from './broker-publisher.ts'
import { PublishFailure } from './destination.ts'

const event = { attributes: {}, data: '{}' } as unknown as Parameters<
  BrokerConnection['publish']
>[0]

it('adds nothing to a connection with each event, however long it stays open', async () => {
  let waits = 0
  class CountedPromise extends Promise<void> {
    // biome-ignore lint/suspicious/noThenProperty: counts who waits for the end of the connection
    override then: Promise<void>['then'] = (...rest) => {
      waits += 1
      return super.then(...rest)
    }
  }
  const closed = new CountedPromise(() => {})
  const publisher = createBrokerPublisher(async () => ({ publish: async () => {}, closed }))
  await publisher.publish(event, 1_000)
  const before = waits
  for (let index = 0; index < 100; index += 1) await publisher.publish(event, 1_000)
  assert.equal(waits, before)
  publisher.close()
})

it('fails the events in progress when their connection ends, and connects again', async () => {
  let end = () => {}
  let opened = 0
  const publisher = createBrokerPublisher(async () => {
    opened += 1
    return {
      publish: () => (opened === 1 ? new Promise(() => {}) : Promise.resolve()),
      closed: new Promise<void>((resolve) => {
        end = resolve
      }),
    }
  })
  const both = [publisher.publish(event, 1_000), publisher.publish(event, 1_000)]
  setImmediate(() => end())
  const results = await Promise.allSettled(both)
  for (const result of results)
    assert.ok(
      result.status === 'rejected' &&
        result.reason instanceof PublishFailure &&
        result.reason.code === 'reset',
    )
  await publisher.publish(event, 1_000)
  assert.equal(opened, 2)
  publisher.close()
})
