import type { TestResult } from '#connections'
import type { Carrier } from '#fulfilment'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import type { HostileProxy } from './hostile-proxy.ts'

/** What the conformance kit of shops needs of a connector, and of the service that it reads. */

export interface ShopOptions {
  url: string
  outbound: OutboundRules
  timeoutMs: number
  /** The longest wait that the shop may ask for, in milliseconds. */
  maxWaitMs: number
}

/** What the people of a shop see of an order. */
interface SeenOrder {
  isOnHold: boolean
  /** One for each piece. */
  skus: readonly string[]
  line_1: string
}

/** A shop with products and orders: a fake. */
export interface ShopService {
  url: string
  /** Offers a product with one variant, at 10 EUR. */
  put(id: number, sku: string, stock: number): void
  remove(id: number): void
  /** Creates an order that a buyer has paid at the checkout, and returns its key. */
  buy(attributes: Record<string, unknown>, skus: readonly string[]): string
  set(key: string, state: 'unpaid' | 'shipped' | 'ended'): void
  see(key: string): SeenOrder
  /** Returns all that the shop stores of an order. */
  dump(key: string): string
  countNotes(key: string, text: string): number
  countOrders(): number
  /** Writes and signs a message about a product or an order. */
  write(about: 'product' | 'order', key: string): { headers: Record<string, string>; body: Buffer }
  close(): Promise<void>
}

export interface ShopSubject {
  open(options: ShopOptions): Carrier
  /** The test of its connection. */
  test(options: ShopOptions): Promise<TestResult>
  /** Starts a shop without products. */
  start(): Promise<ShopService>
  /** The credentials, which no result may contain. */
  secrets: readonly string[]
}

export interface ShopContext extends ShopSubject {
  carrier: Carrier
  service: ShopService
  proxy: HostileProxy
}

export const kitTimeoutMs = 1_000
export const allowed = { allowPrivate: true } as const
export const patient = () => AbortSignal.timeout(60_000)

/** Rejects if there is no result within this time. */
export async function withinMs<T>(ms: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${ms} ms`)), ms)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}
