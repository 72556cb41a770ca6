/** The simulator scenarios of the last gift requests. */
export const simulatedPaths = [
  'good',
  'good',
  'failed_attempt',
  'back_to_transit',
  'duplicated',
  'out_of_order',
  'lost',
] as const

/** The states in which a simulated gift request ends. */
export const finalStates: readonly string[] = ['delivered', 'shipment_cancelled']

/**
 * The states through which the demo advances each of its fifty gift requests. The last gift requests continue
 * in the simulator. Gift requests without a path wait for their recipients.
 */
export const giftPaths: readonly (readonly string[])[] = [
  ...Array.from({ length: 12 }, () => ['redeemed', 'in_transit', 'delivered']),
  ...Array.from({ length: 6 }, () => [
    'redeemed',
    'in_transit',
    'out_for_delivery',
    'in_transit',
    'delivered',
  ]),
  ...Array.from({ length: 4 }, () => ['redeemed', 'backordered', 'ordered']),
  ...Array.from({ length: 4 }, () => ['redeemed', 'in_transit', 'shipment_cancelled']),
  ...Array.from({ length: 5 }, () => ['expired']),
  ...Array.from({ length: 4 }, () => ['cancelled']),
  ...simulatedPaths.map(() => ['redeemed']),
]

const simulatedPathAt = (index: number): string | undefined =>
  simulatedPaths[index - (giftPaths.length - simulatedPaths.length)]

const firstNames = [
  'Ada',
  'Grace',
  'Linus',
  'Margaret',
  'Tim',
  'Radia',
  'Ken',
  'Barbara',
  'Edsger',
  'Frances',
]
const lastNames = ['Larkin', 'Okafor', 'Svensson', 'Tanaka', 'Moreau']

/** Builds the fifty bodies of the batch. */
export const buildGiftBodies = (campaign_id: string) =>
  lastNames.flatMap((last_name, row) =>
    firstNames.map((first_name, column) => {
      const simulator = simulatedPathAt(row * firstNames.length + column)
      return {
        campaign_id,
        recipient: {
          first_name,
          last_name,
          email: `${first_name}.${last_name}@example.com`.toLowerCase(),
        },
        metadata: { source: 'demo', ...(simulator === undefined ? {} : { simulator }) },
      }
    }),
  )
