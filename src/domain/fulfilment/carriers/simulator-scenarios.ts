import { sha256 } from '#platform/crypto/encryption'
import type { ScanState } from './carrier.ts'

/**
 * The days that the simulator can play, good ones and bad. Each line is a message as it arrives: on
 * which day it comes, what it says, and on which day that happened, where that is not the same.
 * To add one: its lines here, and a word on it in docs/fulfilment.md.
 */
type ScenarioStep = readonly [arrivesOnDay: number, state: ScanState, occurredOnDay?: number]

// biome-ignore format: one message a line
const scenarios = {
  good: [
    [1, 'in_transit'],
    [2, 'out_for_delivery'],
    [2.5, 'delivered'],
  ],
  /** Nobody scans it on the way. */
  unseen: [
    [2, 'delivered'],
  ],
  failed_attempt: [
    [1, 'in_transit'],
    [2, 'out_for_delivery'],
    [2.5, 'delivery_attempt_failed'],
    [3, 'out_for_delivery'],
    [3.5, 'delivered'],
  ],
  /** Back to the depot, and out once more. */
  back_to_transit: [
    [1, 'in_transit'],
    [2, 'out_for_delivery'],
    [2.5, 'in_transit'],
    [3, 'out_for_delivery'],
    [3.5, 'delivered'],
  ],
  lost: [
    [1, 'in_transit'],
    [3, 'lost'],
  ],
  returned: [
    [1, 'in_transit'],
    [2, 'delivery_attempt_failed'],
    [3, 'returned'],
  ],
  cancelled: [
    [1, 'cancelled'],
  ],
  /** The first thing that is heard of it is the van. */
  late: [
    [2, 'out_for_delivery'],
    [2.3, 'in_transit', 1],
    [2.6, 'delivered'],
    [3, 'out_for_delivery', 2],
  ],
  duplicated: [
    [1, 'in_transit'],
    [1.2, 'in_transit', 1],
    [2, 'out_for_delivery'],
    [2.2, 'out_for_delivery', 2],
    [2.3, 'in_transit', 1],
    [2.5, 'delivered'],
    [2.7, 'delivered', 2.5],
  ],
  out_of_order: [
    [1, 'in_transit'],
    [2.6, 'in_transit', 2.5],
    [2.8, 'out_for_delivery', 2],
    [3, 'delivered'],
    [3.2, 'delivery_attempt_failed', 2.2],
  ],
  /** The label is refused at first, and taken once somebody has mended the address. */
  refused: [
    [1, 'in_transit'],
    [2, 'delivered'],
  ],
  /** The carrier cannot be reached at the first two attempts. */
  unreachable: [
    [1, 'in_transit'],
    [2, 'delivered'],
  ],
  /** Each line travels in a parcel of its own, one day after the other. */
  split: [
    [1, 'in_transit'],
    [2, 'delivered'],
  ],
} as const satisfies Record<string, readonly ScenarioStep[]>

export type Scenario = keyof typeof scenarios

export const isScenario = (text: string): text is Scenario => Object.hasOwn(scenarios, text)

export const scenarioSteps = (scenario: Scenario): readonly ScenarioStep[] => scenarios[scenario]

/** What happens to a parcel when nobody has chosen: mostly good days, the same for the same parcel. */
export function pickScenario(parcel_id: string): Scenario {
  const [first = 0, second = 0] = sha256(parcel_id)
  const names = Object.keys(scenarios) as Scenario[]
  return first < 180 ? 'good' : (names[second % names.length] ?? 'good')
}
