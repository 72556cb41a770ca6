import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Parcel } from '#fulfilment'
import { createLocalizers } from '../i18n/localizer.ts'
import { renderParcels } from './parcel-list.ts'

const parcel: Parcel = {
  id: 'parcel',
  number: 1,
  state: 'in_transit',
  lines: [],
  carrier: null,
  carrier_id: 'manual',
  tracking_code: 'NO-42',
  tracking_url: 'https://courier.example/NO-42',
  label_url: null,
  steps: [],
  estimated_at: null,
  problem: null,
  is_being_placed: false,
  replaces: null,
  adult_signature_age: null,
}
const renderText = (language: 'en' | 'de', carrier: string | null) =>
  renderParcels(createLocalizers()(language, [language]), [{ ...parcel, carrier }], true, null)
    .map(({ text }) => text)
    .join('')

it('the link to the tracking page names the carrier only when it is known', () => {
  assert.match(renderText('en', 'UPS'), />Track with UPS<\/a>/)
  assert.match(renderText('en', null), />Track your parcel<\/a>/)
  assert.match(renderText('de', null), />Paket verfolgen<\/a>/)
})
