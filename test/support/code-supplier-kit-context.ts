import { randomUUID } from 'node:crypto'
import type { TestResult } from '#connections'
import type { CodeOrder, CodeSupplier } from '#digital'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import type { Lie, StubServer } from './code-supplier-stub.ts'
import { type Attack, cutOff, type HostileProxy, lose, respondWith } from './hostile-proxy.ts'

/* What the checks of the port `code_supplier` share. */

export interface CodeSupplierOptions {
  url: string
  outbound: OutboundRules
  timeoutMs: number
}

/** A service that sells one product, and refuses another one. */
export interface CodeSupplierService extends StubServer {
  product: { id: string; name: string; amount_minor: number; currency: string }
  refused: string
}

export interface CodeSupplierSubject {
  open(options: CodeSupplierOptions): CodeSupplier
  /** The test of its connection. */
  test(options: CodeSupplierOptions): Promise<TestResult>
  start(): Promise<CodeSupplierService>
  /** The credentials, which no result may contain. */
  secrets: readonly string[]
}

export interface SupplierContext extends CodeSupplierSubject {
  supplier: CodeSupplier
  service: CodeSupplierService
  proxy: HostileProxy
}

export const timeoutMs = 1_000
export const allowed = { allowPrivate: true } as const

export const createOrder = (
  { product }: CodeSupplierService,
  product_id = product.id,
): CodeOrder => ({
  key: randomUUID(),
  ordered_at: new Date(),
  product_id,
  amount_minor: product.amount_minor,
  currency: product.currency,
})

/** Responses that are no answers. */
export const badAnswers: readonly Attack[] = [
  respondWith(500, '{}'),
  respondWith(503, '<html>', { 'content-type': 'text/html' }),
  respondWith(429, '{}'),
  respondWith(409, '{}'),
  respondWith(200, '<html></html>', { 'content-type': 'text/html' }),
  respondWith(200, '{}'),
  respondWith(200, 'null'),
  respondWith(307, '', { location: 'http://169.254.169.254/' }),
  lose,
  cutOff,
]

/** What a service says that no price can be. */
export const priceLies: readonly Lie[] = [
  'a negative price',
  'a price that is a text',
  'a price without end',
]
