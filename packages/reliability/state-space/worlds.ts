import type { WorldSpec } from './world.ts'

const station = ['packer', 'hand over']
const tracking = [
  'in_transit',
  'out_for_delivery',
  'delivery_attempt_failed',
  'delivered',
  'returned',
  'lost',
]
const timers = ['decline', 'extend', 'shorten', 'remind']
const sideways = ['new link', 'retry', 'correct address']
const cup = (stock: Readonly<Record<string, number>>) => ({ name: 'Cup', stock })
/** The actions of a gift that has an order, and the actions of the sender before the order. */
const ofParcels = [
  ...station,
  ...tracking,
  ...timers,
  ...sideways,
  'send again',
  'swap',
  'address',
  'back into stock',
  'ship again',
  'abandon',
  'restock',
  'orders',
  'jobs',
  'fill',
  'close',
]
const redOrBlue = { Red: ['Red'], Blue: ['Blue'] }

/**
 * The worlds that `npm run walks` explores. Together they have all actions. Each world
 * has actions that belong together.
 */
export const worlds: Readonly<Record<string, WorldSpec>> = {
  /** The time from the invitation to the order: decline, reminders, expiry, sending again, changes. */
  invitation: {
    products: [cup({ Red: 1, Blue: 1 })],
    gifts: 1,
    choices: redOrBlue,
    carrier: 'manual',
    without: [
      ...station,
      ...tracking,
      'back into stock',
      'retry',
      'correct address',
      'orders',
      'restock',
      'ship again',
    ],
    maxGifts: 2,
    maxParcels: 1,
  },
  /** A world with one gift at the packing station. */
  station: {
    products: [cup({ Red: 2, Blue: 1 })],
    gifts: 1,
    choices: redOrBlue,
    carrier: 'manual',
    without: [
      ...timers,
      'new link',
      'send again',
      'out_for_delivery',
      'delivery_attempt_failed',
      'lost',
      'returned',
      'back into stock',
      'ship again',
    ],
    maxGifts: 1,
    maxParcels: 1,
  },
  /**
   * The time from the carrier's acceptance to the delivery: parcels that are lost, returned and shipped
   * again, and gifts that are sent again.
   */
  delivery: {
    products: [cup({ Red: 2 })],
    gifts: 1,
    choices: { Red: ['Red'] },
    carrier: 'manual',
    without: [...timers, ...sideways, ...station, 'swap', 'address', 'orders'],
    maxGifts: 2,
    maxParcels: 2,
  },
  /** A world with one gift in two parcels from two warehouses. */
  parcels: {
    products: [cup({ Red: 1 }), { name: 'Plate', stock: { Oak: 1 } }],
    elsewhere: ['Oak'],
    mode: 'all',
    gifts: 1,
    choices: { both: ['Red', 'Oak'] },
    carrier: 'manual',
    without: [
      ...timers,
      ...sideways,
      'send again',
      'swap',
      'address',
      'release',
      'unpack',
      'unusable',
      'damaged',
      'out_for_delivery',
      'delivery_attempt_failed',
      'back into stock',
      'ship again',
      'orders',
      'restock',
    ],
    maxGifts: 1,
    maxParcels: 3,
  },
  /**
   * A world with a carrier of another system. Its labels are refused, unreachable, or too late to cancel,
   * while the recipient changes the gift.
   */
  carrier: {
    products: [cup({ Red: 1, Blue: 1 })],
    gifts: 1,
    choices: redOrBlue,
    carrier: 'remote',
    without: [
      ...timers,
      'new link',
      'send again',
      'ship again',
      'out_for_delivery',
      'delivery_attempt_failed',
      'scan returned',
      'unreachable',
      'correct address home',
      'restock',
    ],
    maxGifts: 1,
    maxParcels: 1,
  },
  /** A world with two gifts and one unit of each variant. */
  rivals: {
    products: [cup({ Red: 1, Blue: 1 })],
    gifts: 2,
    choices: redOrBlue,
    carrier: 'manual',
    without: [
      ...timers,
      ...sideways,
      'send again',
      'address',
      'packer',
      'out_for_delivery',
      'delivery_attempt_failed',
      'lost',
      'ship again',
      'close',
      'orders',
      'wait',
    ],
    maxGifts: 2,
    maxParcels: 1,
  },
  /** A world with two gifts, a donation with a cap of one, and a donation that replaces an expired gift. */
  donations: {
    products: [cup({ Red: 1 }), { name: 'Sea rescue', kind: 'donation', stock: { Rescue: 1 } }],
    gifts: 2,
    choices: { Red: ['Red'], Rescue: ['Rescue'] },
    carrier: 'manual',
    fallback: 'Rescue',
    without: [
      ...sideways,
      ...station,
      ...tracking,
      'decline',
      'extend',
      'remind',
      'swap',
      'address',
      'back into stock',
      'ship again',
      'abandon',
      'orders',
      'restock',
      'close',
    ],
    maxGifts: 3,
    maxParcels: 1,
  },
  /** A world with a code that replaces an expired gift, even if the codes arrive later. */
  unclaimed: {
    products: [cup({ Red: 1 }), { name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } }],
    gifts: 1,
    choices: { Red: ['Red'], Voucher: ['Voucher'] },
    carrier: 'manual',
    codes: { variant: 'Voucher', imported: [], later: ['FIRST-0001', 'SECOND-0002'] },
    fallback: 'Voucher',
    without: [
      ...sideways,
      ...station,
      ...tracking,
      'swap',
      'address',
      'back into stock',
      'ship again',
      'orders',
      'restock',
    ],
    maxGifts: 2,
    maxParcels: 1,
  },
  /** A world with two gifts and one code. Two more codes arrive later. */
  codes: {
    products: [{ name: 'Voucher', kind: 'digital', stock: { Voucher: 0 } }, cup({ Red: 1 })],
    gifts: 2,
    choices: { Voucher: ['Voucher'], Red: ['Red'] },
    carrier: 'manual',
    codes: { variant: 'Voucher', imported: ['FIRST-0001'], later: ['SECOND-0002', 'THIRD-0003'] },
    without: [
      ...timers,
      ...sideways,
      ...station,
      ...tracking,
      'send again',
      'address',
      'back into stock',
      'ship again',
      'abandon',
      'orders',
      'wait',
    ],
    maxGifts: 2,
    maxParcels: 1,
  },
  /**
   * A world with three people and one place. Claims lapse, are withdrawn, and wait
   * for the place of another claim.
   */
  claims: {
    products: [cup({ Red: 1 })],
    gifts: 0,
    choices: { Red: ['Red'] },
    carrier: 'manual',
    oneLink: { quantity: 1, claimants: ['Ada', 'Ben', 'Cleo'] },
    without: [...ofParcels, 'approve', 'reject'],
    maxGifts: 1,
    maxParcels: 1,
  },
  /** A world with two people, one place, and a sender who approves claims. */
  approvals: {
    products: [cup({ Red: 1 })],
    gifts: 0,
    choices: { Red: ['Red'] },
    carrier: 'manual',
    oneLink: { quantity: 1, claimants: ['Ada', 'Ben'], require_approval: true },
    without: ofParcels,
    maxGifts: 1,
    maxParcels: 1,
  },
  /** A world with two packers and one parcel. */
  packers: {
    products: [cup({ Red: 2 })],
    gifts: 1,
    choices: { Red: ['Red'] },
    carrier: 'manual',
    packers: 2,
    without: [
      ...timers,
      'new link',
      'send again',
      'swap',
      'address home',
      'retry',
      ...tracking,
      'back into stock',
      'ship again',
      'orders',
    ],
    maxGifts: 1,
    maxParcels: 1,
  },
}
