import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { type CarrierSubject, failsCheck, testCarrier } from '#test/carrier-kit'
import { type Defect, defects, openToyCarrier, toyMessages } from './toy-carrier.ts'
import { startToyService, token } from './toy-service.ts'

/* The conformance kit passes a correct carrier, and finds each defect that is planted into it. */

const service = await startToyService()
after(() => service.close())

const createSubject = (defect?: Defect): CarrierSubject => ({
  open: (options) => openToyCarrier(options, defect),
  service: { url: service.url, countParcels: service.countParcels },
  secrets: [token],
  messages: toyMessages,
})

testCarrier('a correct carrier', createSubject())

for (const defect of Object.keys(defects) as Defect[])
  it(`finds a carrier that ${defect}`, async () => {
    assert.ok(await failsCheck(createSubject(defect), defects[defect]))
  })
