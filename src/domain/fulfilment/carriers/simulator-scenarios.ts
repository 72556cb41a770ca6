import { sha256 } from '#platform/crypto/encryption'
import type { ScanState } from './carrier.ts'

/**
 * The scenarios of the simulator. Each step is one message: the day on which it arrives, its state, and
 * the day on which the scan happened, where that differs. To add a scenario: add its steps here, and
 * describe it in docs/fulfilment.md.
 */
type ScenarioStep = readonly [arrivesOnDay: number, state: ScanState, occurredOnDay?: number]

// biome-ignore format: one message a line
const scenarios = {
  good: [
    [1, 'in_transit'],
    [2, 'out_for_delivery'],
    [2.5, 'delivered'],
  ],
  /** Only the delivery is scanned. */
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
  /** The parcel returns to the depot and goes out again. */
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
  /** The first message reports the parcel out for delivery. */
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
  /** The carrier rejects the first label, and accepts the label after the address is corrected. */
  refused: [
    [1, 'in_transit'],
    [2, 'delivered'],
  ],
  /** The carrier is unreachable for the first two attempts. */
  unreachable: [
    [1, 'in_transit'],
    [2, 'delivered'],
  ],
  /** Each line ships in its own parcel. */
  split: [
    [1, 'in_transit'],
    [2, 'delivered'],
  ],
} as const satisfies Record<string, readonly ScenarioStep[]>

export type Scenario = keyof typeof scenarios

export const isScenario = (text: string): text is Scenario => Object.hasOwn(scenarios, text)

export const scenarioSteps = (scenario: Scenario): readonly ScenarioStep[] => scenarios[scenario]

/**
 * Picks the scenario of a parcel without a requested one: `good` for at least 70 %, and always the same
 * for the same parcel.
 */
export function pickScenario(parcel_id: string): Scenario {
  const [first = 0, second = 0] = sha256(parcel_id)
  const names = Object.keys(scenarios) as Scenario[]
  return first < 180 ? 'good' : (names[second % names.length] ?? 'good')
}
