import { describe, it } from 'node:test'
import { messageChecks } from './carrier-kit-messages.ts'
import { parcelChecks } from './carrier-kit-parcels.ts'
import { responseChecks } from './carrier-kit-responses.ts'
import { allowed, type CarrierCheck, type CarrierSubject, patientMs } from './carrier-subject.ts'
import { startHostileProxy } from './hostile-proxy.ts'

/*
 * The conformance kit of the port `carrier`. It attacks each guarantee of docs/connectors/carriers.md, with a proxy
 * between the carrier and its service.
 */

export type { CarrierSubject, OpenOptions } from './carrier-subject.ts'

const carrierChecks: readonly CarrierCheck[] = [
  ...parcelChecks,
  ...responseChecks,
  ...messageChecks,
]

const isNeeded = ({ needs }: CarrierCheck, subject: CarrierSubject): boolean =>
  needs === undefined || subject[needs] !== undefined

/** Runs one check with a proxy of its own. */
async function runCheck(check: CarrierCheck, subject: CarrierSubject): Promise<void> {
  const proxy = await startHostileProxy(subject.service?.url ?? 'http://127.0.0.1:1')
  try {
    const carrier = subject.open({ url: proxy.url, outbound: allowed, timeoutMs: patientMs })
    await check.run({ ...subject, carrier, proxy })
  } finally {
    await proxy.close()
  }
}

/** Registers a test for each check that applies to the carrier. */
export function testCarrier(name: string, subject: CarrierSubject): void {
  describe(name, () => {
    for (const check of carrierChecks)
      if (isNeeded(check, subject)) it(check.name, () => runCheck(check, subject))
  })
}

/** Returns whether the carrier fails a check. */
export async function failsCheck(subject: CarrierSubject, name: string): Promise<boolean> {
  const check = carrierChecks.find((each) => each.name === name)
  if (check === undefined) throw new Error(`the kit has no check '${name}'`)
  return runCheck(check, subject).then(
    () => false,
    () => true,
  )
}
