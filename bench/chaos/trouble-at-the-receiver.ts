import { setTimeout as sleep } from 'node:timers/promises'
import type { Scenario } from './stage.ts'

/** The receiver answers 500 for a while, and later does not answer at all. */
export const receiverTrouble = (): Scenario => ({
  name: 'receiver',
  installation: { retryDelays: '2s,4s,6s,8s' },
  rest: 60,
  async trouble({ receiver, load, gifts }) {
    await load.reached(gifts * 0.2)
    await receiver.tell('mood', 'fails')
    await sleep(5_000)
    await receiver.tell('mood', 'well')
    await load.reached(gifts * 0.6)
    await receiver.tell('mood', 'hangs')
    await sleep(8_000)
    await receiver.tell('mood', 'well')
    return { words: 'the receiver failed for 5 s and hung for 8 s' }
  },
})
