import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Parcel } from '#fulfilment'
import { type Language, languages } from '#platform/lib/languages'
import { createLocalizers } from '../i18n/localizer.ts'
import { type ArrivalView, findCarrierDay, renderArrival } from './arrival.ts'

const localizers = createLocalizers()
const thursday = new Date('2026-12-03T12:00:00Z')
const friday = new Date('2026-12-04T12:00:00Z')
const parcel: Parcel = {
  ...{ id: 'parcel', number: 1, state: 'in_transit', lines: [], carrier: 'UPS', carrier_id: 'x' },
  ...{ tracking_code: '1Z', tracking_url: null, label_url: null, steps: [], problem: null },
  ...{ estimated_at: thursday, is_being_placed: false, replaces: null, adult_signature_age: null },
}
const inTransit = { state: 'in_transit', status: 'dispatched', destination: null } as const
const delivered = { state: 'delivered', status: 'delivered', destination: null } as const

const render = (
  gift: Parameters<typeof renderArrival>[1],
  view: Omit<ArrivalView, 'now'> & { now?: Date },
  language: Language = 'en',
) =>
  renderArrival(localizers(language, [language]), gift, { now: thursday, ...view }).text.replaceAll(
    '\u00a0',
    ' ',
  )

it('names the day of the carrier, and its page for another day or a safe place', () => {
  const text = render(inTransit, { parcels: [parcel] })
  assert.match(text, /<h2>Arriving by<\/h2><p class="day">Thursday, December 3<\/p>/)
  assert.match(text, /href="https:\/\/www\.ups\.com\/mychoice"[^>]*>Change the delivery with UPS</)
  assert.match(render(inTransit, { parcels: [parcel] }, 'de'), /Donnerstag, 3\. Dezember/)
  assert.match(render(inTransit, { parcels: [parcel] }, 'ja'), /お届け予定日.*12月3日木曜日/)
})

it('waits for the last of several parcels, and not for a lost or a delivered one', () => {
  const later = { ...parcel, number: 2, estimated_at: friday }
  assert.deepEqual(findCarrierDay([parcel, later]), friday)
  assert.doesNotMatch(render(inTransit, { parcels: [parcel, later] }), /mychoice/)
  for (const state of ['lost', 'returned', 'cancelled', 'refused', 'delivered'] as const)
    assert.deepEqual(findCarrierDay([parcel, { ...later, state }]), thursday, state)
  assert.equal(findCarrierDay([]), undefined)
})

it('names the usual days until a carrier names one', () => {
  const expected = { from: thursday, to: friday }
  const text = render(
    { ...inTransit, state: 'redeemed', status: 'redeemed' },
    { parcels: [], expected },
  )
  assert.match(text, /<h2>Expected arrival<\/h2><p class="day">December 3\s?–\s?4<\/p>/)
  assert.match(render(inTransit, { parcels: [parcel], expected }), /Arriving by/)
  assert.equal(render(inTransit, { parcels: [] }), '')
})

it('names the days at the destination', () => {
  const tokyo = { city: '渋谷区', region: null, country: 'JP' }
  const evening = (day: Date) => new Date(day.getTime() + 9 * 60 * 60 * 1000) // the next morning in Tokyo
  const expected = { from: evening(thursday), to: evening(friday) }
  const gift = { ...inTransit, destination: tokyo }
  assert.match(render(gift, { parcels: [], expected }), />December 4\s?–\s?5</)
  assert.match(render(gift, { parcels: [], expected }, 'ja'), />12月4日～5日</)
  const steps = [
    { at: evening(friday), state: 'delivered' as const, description: '', location: null },
  ]
  const arrived = { parcels: [{ ...parcel, state: 'delivered' as const, steps }] }
  assert.match(render({ ...delivered, destination: tokyo }, arrived), />Saturday, December 5</)
})

it('says that a gift is late after the day of its carrier', () => {
  const late = { parcels: [parcel], now: new Date('2026-12-04T12:00:00Z') }
  const text = render(inTransit, late)
  const sentence = 'Sorry, your delivery is running late: it was expected on Thursday, December 3.'
  assert.ok(text.includes(`<h2>Expected arrival</h2><p>${sentence}</p>`), text)
  assert.match(text, /Change the delivery with UPS/)
  for (const language of languages) {
    const before = /<h2>([^<]+)/.exec(render(inTransit, { parcels: [parcel] }, language))?.[1]
    const words = render(inTransit, late, language)
    const day = localizers(language, [language]).day(thursday).replaceAll('\u00a0', ' ')
    assert.ok(before !== undefined && !words.includes(`<h2>${before}`), `${language}: ${words}`)
    assert.ok(words.includes(day), `${language}: ${words}`)
  }
  const today = render({ ...inTransit, state: 'out_for_delivery' }, late)
  assert.doesNotMatch(today, /Arriving by|late/)
})

it('counts the days of a carrier at the destination', () => {
  const midnight = new Date('2026-12-03T00:00:00Z') // how carriers name a day
  const isLate = (country: string, region: string | null, now: string) => {
    const gift = { ...inTransit, destination: { city: null, region, country } }
    const parcels = [{ ...parcel, estimated_at: midnight }]
    const text = render(gift, { parcels, now: new Date(now) })
    assert.match(text, /Thursday, December 3/)
    return text.includes('running late')
  }
  assert.equal(isLate('US', 'CA', '2026-12-04T07:59:00Z'), false)
  assert.equal(isLate('US', 'CA', '2026-12-04T08:01:00Z'), true)
  assert.equal(isLate('JP', null, '2026-12-03T16:00:00Z'), false)
  assert.equal(isLate('JP', null, '2026-12-04T00:01:00Z'), true)
})

it('names no day while the address or the stock is missing', () => {
  for (const state of ['backordered', 'shipping_error', 'delivery_attempt_failed'] as const)
    assert.equal(
      render({ ...inTransit, state, status: 'redeemed' }, { parcels: [parcel] }),
      '',
      state,
    )
})

it('says when a gift has arrived, and to the recipient where its carrier left it', () => {
  const arrive = (description: string) => ({
    ...parcel,
    state: 'delivered' as const,
    steps: [{ at: friday, state: 'delivered', description, location: null }],
  })
  const left = { parcels: [arrive('Left in the <shed>')], isRecipient: true }
  const text = render(delivered, left)
  assert.match(text, /<h2>Delivered<\/h2><p class="day">Friday, December 4<\/p>/)
  assert.match(text, /<bdi>UPS<\/bdi>: <q lang="" dir="auto">Left in the &lt;shed&gt;<\/q>/)
  assert.doesNotMatch(render(delivered, { ...left, isRecipient: false }), /shed/)
  for (const plain of ['Delivered', 'Package delivered.', ''])
    assert.doesNotMatch(render(delivered, { ...left, parcels: [arrive(plain)] }), /<q/, plain)
  assert.equal(render(delivered, { parcels: [] }), '')
})
