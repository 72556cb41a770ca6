import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parcelStateNames } from '#contract'
import type { Parcel } from '#fulfilment'
import { createLocalizers } from '../i18n/localizer.ts'
import { type ParcelView, renderParcels } from './parcel-list.ts'

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
const view: ParcelView = {
  showsContents: true,
  isUnpacked: false,
  destination: null,
  isDayAbove: false,
  now: new Date('2026-05-10T12:00:00Z'),
}
const renderText = (
  language: 'en' | 'de',
  carrier: string | null,
  state: Parcel['state'] = 'in_transit',
  isUnpacked = false,
) =>
  renderParcels(createLocalizers()(language, [language]), [{ ...parcel, carrier, state }], {
    ...view,
    isUnpacked,
  })
    .map(({ text }) => text)
    .join('')

it('the link to the tracking page names the carrier only when it is known', () => {
  assert.match(renderText('en', 'UPS'), />Track with UPS<\/a>/)
  assert.match(renderText('en', null), />Track your parcel<\/a>/)
  assert.match(renderText('de', null), />Paket verfolgen<\/a>/)
})

it('links to the page of the carrier for changes of a delivery, while the carrier has the parcel', () => {
  assert.match(
    renderText('en', 'UPS'),
    /<a href="https:\/\/www\.ups\.com\/mychoice"[^>]*>Change the delivery with UPS<\/a>/,
  )
  assert.match(renderText('en', 'DHL Express'), /href="https:\/\/delivery\.dhl\.com\/"/)
  assert.match(renderText('en', 'DHLExpress'), /href="https:\/\/delivery\.dhl\.com\/"/)
  const failed = renderText('de', 'FedEx', 'delivery_attempt_failed')
  assert.match(failed, />Zustellung bei FedEx ändern<\/a>/)
  for (const state of ['ordered', 'delivered', 'returned'] as const)
    assert.doesNotMatch(renderText('en', 'UPS', state), /mychoice/)
  assert.doesNotMatch(renderText('en', 'Corner courier'), /Change the delivery/)
  assert.doesNotMatch(renderText('en', 'constructor'), /Change the delivery/)
})

it('is ready to ship only after a user has started to pack it', () => {
  assert.match(renderText('en', null, 'ordered'), />Ready to ship</)
  assert.match(renderText('en', null, 'ordered', true), />Being prepared</)
  assert.match(renderText('en', null, 'in_transit', true), />On its way</)
})

it('has a badge with a warning in the states of a problem only', () => {
  const problems = ['refused', 'delivery_attempt_failed', 'returned', 'lost']
  for (const state of parcelStateNames) {
    const badge = /<span class="(badge[^"]*)">/.exec(renderText('en', null, state))?.[1]
    assert.equal(badge, problems.includes(state) ? 'badge warn' : 'badge', state)
  }
})

it('shows the day of a carrier, which gives it as midnight UTC, and the local day of an exact time', () => {
  const renderDay = (estimated_at: string) => {
    const localizer = createLocalizers()('en', ['en-US'], { timeZone: 'America/Los_Angeles' })
    const sent = { ...parcel, estimated_at: new Date(estimated_at) }
    const text = renderParcels(localizer, [sent], view)[0]?.text
    return /Arriving by ([^<]+)</.exec(text ?? '')?.[1]?.replaceAll('\u00a0', ' ')
  }
  assert.equal(renderDay('2026-05-12T00:00:00Z'), 'May 12, 2026')
  assert.equal(renderDay('2026-05-12T03:00:00Z'), 'May 11, 2026')
})

it('says that a parcel is late, and no day of one that is lost', () => {
  const estimated_at = new Date('2026-05-08T00:00:00Z')
  const render = (state: Parcel['state'], now: Date) =>
    renderParcels(createLocalizers()('en', ['en']), [{ ...parcel, state, estimated_at }], {
      ...view,
      now,
    })[0]?.text.replaceAll('\u00a0', ' ') ?? ''
  assert.match(render('in_transit', estimated_at), /Arriving by May 8, 2026/)
  assert.match(render('in_transit', view.now), /running late: it was expected on Friday, May 8\./)
  for (const state of ['out_for_delivery', 'delivery_attempt_failed', 'lost', 'returned'] as const)
    assert.doesNotMatch(render(state, view.now), /May 8/, state)
  assert.doesNotMatch(render('lost', estimated_at), /May 8/)
})
