/** Where the demo walks each of its fifty gift requests, state by state; the rest wait for their recipients. */
export const lives: readonly (readonly string[])[] = [
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
]

const first = [
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
const last = ['Larkin', 'Okafor', 'Svensson', 'Tanaka', 'Moreau']

/** Fifty bodies for one batch. */
export const giftBodies = (campaign_id: string) =>
  last.flatMap((last_name) =>
    first.map((first_name) => ({
      campaign_id,
      recipient: {
        first_name,
        last_name,
        email: `${first_name}.${last_name}@example.com`.toLowerCase(),
      },
      metadata: { source: 'demo' },
    })),
  )
