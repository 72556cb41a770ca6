import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from './scenario-runner.ts'

/** Makes the receiver return 500 for a while, and later not respond at all. */
export const receiverFailure = (): Scenario => ({
  name: 'receiver',
  deployment: { retryDelays: '2s,4s,6s,8s' },
  restMs: 60,
  async run({ receiver, load, gifts }) {
    await load.reached(gifts * 0.2)
    await receiver.configure('mode', 'fails')
    await sleep(5_000)
    await receiver.configure('mode', 'well')
    await load.reached(gifts * 0.6)
    await receiver.configure('mode', 'hangs')
    await sleep(8_000)
    await receiver.configure('mode', 'well')
    return { summary: 'the receiver failed for 5 s and hung for 8 s' }
  },
})
