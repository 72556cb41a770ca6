import { setTimeout as sleep } from 'node:timers/promises'
import { terminate } from '#reliability/support/instance'
import { runJson } from '#reliability/support/run-cli'
import type { Scenario, Testbed } from './scenario-runner.ts'
import { addEndpoint, type ReceiverCounts, startReceiver } from './test-deployment.ts'

/**
 * Rotates the secret of an endpoint, changes its address, and disables and enables it. Uses the operator's
 * commands, each while deliveries wait for a retry. Also deletes a second endpoint that always fails.
 */
export const secrets = (): Scenario => ({
  name: 'secrets',
  restMs: 400,
  // the last attempt is after all faults, so that the service abandons no delivery as configured
  deployment: { retryDelays: '3s,5s,12s,150s' },
  async run(testbed) {
    const { load, gifts, receiver, env, account_id } = testbed
    const failures: string[] = []
    const deletedReceiver = await startReceiver(env)
    const deletedEndpointId = await addEndpoint(env, account_id, deletedReceiver)
    await deletedReceiver.configure('mode', 'fails')

    await failUntil(testbed, 0.2)
    const { secret } = await changeEndpoint<{ secret: string }>(testbed, 'rotate')
    await receiver.configure('secret', secret)
    await receiver.configure('mode', 'well')
    await sleep(settleMs)
    const { outdated } = await receiver.counts()

    await load.reached(gifts * 0.4)
    await runJson(['endpoints', 'delete', '--id', deletedEndpointId], env)
    await sleep(settleMs)
    const requestsBeforeDelete = (await deletedReceiver.counts()).requests

    await failUntil(testbed, 0.6)
    await changeEndpoint(testbed, 'change', '--url', `${receiver.url}?moved`)
    await receiver.configure('mode', 'well')
    await sleep(settleMs)
    const oldAddressRequests = countAtOldAddress(await receiver.counts())
    await sleep(4_000) // waits less than the time until the next retry

    await failUntil(testbed, 1)
    await changeEndpoint(testbed, 'disable')
    await receiver.configure('mode', 'well')
    await sleep(settleMs)
    const requestsBeforeDisable = (await receiver.counts()).requests
    await sleep(7_000) // waits longer than the time until the next attempts
    const counts = await receiver.counts()
    await changeEndpoint(testbed, 'enable')
    const expectNone = (description: string, times: number) =>
      times > 0 && failures.push(`${description} ${times}`)
    expectNone('requests to a disabled endpoint:', counts.requests - requestsBeforeDisable)
    expectNone(
      'requests to a deleted endpoint:',
      (await deletedReceiver.counts()).requests - requestsBeforeDelete,
    )
    expectNone('requests to the old address:', countAtOldAddress(counts) - oldAddressRequests)
    expectNone('requests with only the old secret:', counts.outdated - outdated)
    if (counts.moved === 0) failures.push('no request to the new address')
    await terminate(deletedReceiver.child)
    return {
      summary: `secret rotated, endpoint moved (${counts.moved} requests to its new address), another deleted, this one disabled for 7 s, all with retries waiting`,
      failures,
    }
  },
})

const settleMs = 500 // milliseconds after which all requests in flight have ended

const countAtOldAddress = ({ requests, moved }: ReceiverCounts) => requests - moved

/** Makes the receiver fail until this point of the load, when deliveries wait. */
async function failUntil({ receiver, load, gifts }: Testbed, share: number): Promise<void> {
  await receiver.configure('mode', 'fails')
  await load.reached(gifts * share)
  await sleep(settleMs) // waits for the links of the last gift requests, and for the first responses
}

const changeEndpoint = async <T>({ env, endpoint_id }: Testbed, verb: string, ...flags: string[]) =>
  (await runJson(['endpoints', verb, '--id', endpoint_id, ...flags], env)) as T
