import { testCarrier } from '#test/carrier-kit'
import { manual } from './manual.ts'
import { simulator } from './simulator.ts'

testCarrier('manual shipping', { open: () => manual })
testCarrier('the simulator', { open: () => simulator })
