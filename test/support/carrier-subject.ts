import assert from 'node:assert/strict'
import type { TestResult } from '#connections'
import type { Carrier, CarrierMessage } from '#fulfilment'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import type { HostileProxy } from './hostile-proxy.ts'
import { createShipmentRequest } from './shipment-fixture.ts'

/** How a carrier under test is opened. */
export interface OpenOptions {
  url: string
  outbound: OutboundRules
  timeoutMs: number
}

/** A carrier under test, and the service to which it sends requests: a fake or a sandbox. */
export interface CarrierSubject {
  open(options: OpenOptions): Carrier
  /** The test of its connection. */
  test?(options: OpenOptions): Promise<TestResult>
  /** Absent for a carrier that sends no requests. */
  service?: {
    url: string
    /** Returns how many parcels the service ships, including cancelled ones. */
    countParcels(): number
  }
  /** The credentials, which no result may contain. */
  secrets?: readonly string[]
  /** Absent for a carrier that sends no webhooks. */
  messages?: {
    /** Writes a message about a parcel, in the form of the carrier. Scans have ids, or none if the carrier has none. */
    write(carrier_ref: string, scans: readonly { id: string; at: string }[]): string
    sign(body: string): CarrierMessage['headers']
  }
}

/** What a check gets: the carrier behind a proxy without an attack. */
export interface CheckContext extends CarrierSubject {
  carrier: Carrier
  proxy: HostileProxy
}

export interface CarrierCheck {
  name: string
  needs?: 'service' | 'messages'
  run(context: CheckContext): Promise<void>
}

export const patientMs = 30_000
export const allowed = { allowPrivate: true } as const

export async function place(carrier: Carrier, request = createShipmentRequest()) {
  const result = await carrier.place(request)
  assert.ok(result.kind === 'placed', `placed nothing: ${JSON.stringify(result)}`)
  return result.label
}
