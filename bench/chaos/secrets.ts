import { setTimeout as sleep } from 'node:timers/promises'
import { runJson } from '#bench/support/command'
import { end } from '#bench/support/instance'
import { addEndpoint, type Received, startReceiver } from './installation.ts'
import type { Scenario, Stage } from './stage.ts'

/**
 * Between two attempts an endpoint gets a new secret, then another address, then is disabled and enabled
 * again, each by the operator's own command while deliveries wait for their next attempt. A second
 * endpoint that fails all the time is deleted.
 */
export const secrets = (): Scenario => ({
  name: 'secrets',
  rest: 400,
  // the last attempt of each comes when all the trouble is over, so that nothing is rightly given up
  installation: { retryDelays: '3s,5s,12s,150s' },
  async trouble(stage) {
    const { load, gifts, receiver, env, account_id } = stage
    const complaints: string[] = []
    const doomed = await startReceiver(env)
    const its = await addEndpoint(env, account_id, doomed)
    await doomed.tell('mood', 'fails')

    await failing(stage, 0.2)
    const { secret } = await change<{ secret: string }>(stage, 'rotate')
    await receiver.tell('secret', secret)
    await receiver.tell('mood', 'well')
    await sleep(soon)
    const { outdated } = await receiver.counts()

    await load.reached(gifts * 0.4)
    await runJson(['endpoints', 'delete', '--id', its], env)
    await sleep(soon)
    const asked = (await doomed.counts()).requests

    await failing(stage, 0.6)
    await change(stage, 'change', '--url', `${receiver.url}?moved`)
    await receiver.tell('mood', 'well')
    await sleep(soon)
    const old = atOld(await receiver.counts())
    await sleep(4_000) // until what failed comes again

    await failing(stage, 1)
    await change(stage, 'disable')
    await receiver.tell('mood', 'well')
    await sleep(soon)
    const before = (await receiver.counts()).requests
    await sleep(7_000) // more than it is to the next attempts
    const then = await receiver.counts()
    await change(stage, 'enable')
    const expect = (what: string, times: number) =>
      times > 0 && complaints.push(`${what} ${times} times`)
    expect('a disabled endpoint was asked', then.requests - before)
    expect('a deleted endpoint was asked', (await doomed.counts()).requests - asked)
    expect('the address of before was asked', atOld(then) - old)
    expect('the secret of before signed alone', then.outdated - outdated)
    if (then.moved === 0) complaints.push('nothing came to the new address')
    await end(doomed.child)
    return {
      words: `secret rotated, endpoint moved (${then.moved} requests to its new address), another deleted, this one disabled for 7 s, all with retries waiting`,
      complaints,
    }
  },
})

const soon = 500 // milliseconds: what was in flight has landed

const atOld = ({ requests, moved }: Received) => requests - moved

/** The receiver fails until the load has come so far and there are deliveries that wait. */
async function failing({ receiver, load, gifts }: Stage, share: number): Promise<void> {
  await receiver.tell('mood', 'fails')
  await load.reached(gifts * share)
  await sleep(soon) // the links of the last ones, and the first answers
}

const change = async <T>({ env, endpoint_id }: Stage, verb: string, ...more: string[]) =>
  (await runJson(['endpoints', verb, '--id', endpoint_id, ...more], env)) as T
