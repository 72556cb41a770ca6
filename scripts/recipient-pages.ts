/**
 * The pages of recipients for screenshots. Each has a function that creates the data of the page, and the
 * steps that lead to the page.
 */
import * as gifting from '#gifting'
import { directGiftBody } from '#test/api-harness'
import {
  berlin,
  claim,
  claimByEmail,
  confirm,
  confirmUntil,
  createGift,
  enterAddress,
  fillAddress,
  fillIn,
  giftInState,
  giftWithScan,
  inOrder,
  oneLink,
  openDetails,
  openGift,
  origin,
  pickFirst,
  pickItem,
  prepare,
  press,
  type RecipientPage,
  review,
  sendAddress,
  soldOut,
  submit,
  takenOneLink,
  testApp,
  twoGifts,
  unconfirmed,
  visit,
} from './recipient-steps.ts'

export type { RecipientPage }
export { origin }

const isBook = /voucher|Gutschein|BOOKS/i

export const allPages: Readonly<Record<string, RecipientPage>> = {
  unwrap: { create: createGift },
  unwrapped: { create: createGift, steps: openGift },
  choose: {
    create: () => createGift({ campaign_id: twoGifts }),
    steps: async (page, target) => {
      await openGift(page, target)
      await page.goto(origin + target.path)
      await page.locator('.chip').nth(1).click()
    },
  },
  address: { create: createGift, steps: fillAddress },
  mistakes: {
    create: createGift,
    steps: inOrder(pickFirst, sendAddress({ postal_code: '12' })),
    isPosted: true,
  },
  review: { create: createGift, steps: review },
  done: { create: createGift, steps: confirm },
  track: { create: giftInState('in_transit') },
  fix: { create: giftInState('shipping_error') },
  delivered: { create: giftInState('delivered') },
  decline: { create: createGift, steps: visit('decline') },
  declined: {
    create: createGift,
    steps: inOrder(visit('decline'), press('#decline .bar button')),
  },
  expired: { create: giftInState('expired') },
  cancelled: { create: giftInState('cancelled') },
  unknown: { create: async () => ({ path: '/r/nothing' }) },
  claim: { create: oneLink() },
  claimed: { create: oneLink(unconfirmed), steps: claim, isPosted: true },
  closed: {
    create: async () => {
      const link = await testApp.createOneLink()
      await testApp.api.post(`/one_links/${link.id}/close`)
      return link
    },
  },
  'unwrap-note': {
    create: async () => {
      const body = 'Dear Ada,\n\nthank you for a wonderful year. I look forward to the next one.'
      const gift = await createGift({ email_message: { subject: 'For you', body } })
      const greeting = { card: 'birthday', media_id: null } as const
      await testApp.run((ctx) => gifting.setGreeting(ctx, gift.id, greeting))
      return gift
    },
  },
  'not-yet': {
    create: () => createGift({ send_at: new Date(Date.now() + 5 * 86_400_000).toISOString() }),
  },
  'sold-out': {
    create: async () => createGift({ campaign_id: (await soldOut()).campaign_id }),
    steps: openGift,
  },
  'choose-details': {
    create: createGift,
    steps: async (page, target) => {
      await openGift(page, target)
      await openDetails(page, 'main details')
    },
    isPosted: true,
  },
  'choose-required': {
    create: createGift,
    steps: async (page, target) => {
      await openGift(page, target)
      await page.locator('#choose').evaluate((form) => Object.assign(form, { noValidate: true }))
      await submit(page, '#choose .main')
    },
    isPosted: true,
  },
  'choose-state': {
    create: () => createGift({ campaign_id: twoGifts }),
    steps: async (page, target) => {
      await openGift(page, target)
      await openDetails(page, 'details.where')
    },
    isPosted: true,
  },
  warnings: {
    create: createGift,
    steps: inOrder(pickFirst, async (page, target) => {
      await enterAddress({ ...berlin, line_1: 'Postfach 12' })(page, target)
      await submit(page, '.bar .main')
    }),
    isPosted: true,
  },
  preparing: { create: createGift, steps: prepare },
  change: { create: createGift, steps: inOrder(prepare, visit('change')) },
  'change-prove': { create: giftInState('ordered'), steps: visit('change') },
  'own-track': { create: createGift, steps: confirmUntil('in_transit') },
  'own-problem': {
    create: createGift,
    steps: inOrder(confirmUntil('shipping_error'), visit('problem')),
  },
  'problem-prove': { create: giftInState('shipping_error'), steps: visit('problem') },
  ordered: { create: giftInState('ordered') },
  backordered: { create: giftInState('backordered') },
  'out-for-delivery': { create: giftInState('out_for_delivery') },
  'delivery-failed': { create: giftInState('delivery_attempt_failed') },
  redelivering: { create: giftInState('redelivering') },
  complete: { create: giftInState('complete') },
  'own-delivered': { create: createGift, steps: confirmUntil('delivered') },
  lost: { create: giftWithScan('lost') },
  returned: { create: giftWithScan('returned') },
  'cancelled-after-choice': {
    create: async () => {
      const gift = await giftInState('ordered')()
      await testApp.advance(gift.id, 'cancelled')
      return gift
    },
  },
  direct: {
    create: async () => {
      const gift = await createGift(directGiftBody(testApp))
      await testApp.advance(gift.id, 'in_transit')
      return gift
    },
  },
  help: { create: createGift, steps: inOrder(confirmUntil('delivered'), visit('help')) },
  'help-mistakes': {
    create: createGift,
    steps: inOrder(confirmUntil('delivered'), visit('help'), async (page) => {
      await page.locator('#help').evaluate((form) => Object.assign(form, { noValidate: true }))
      await submit(page, '#help .main')
    }),
    isPosted: true,
  },
  'help-sent': {
    create: createGift,
    steps: inOrder(confirmUntil('delivered'), visit('help'), async (page) => {
      await page.locator('[value=damaged]').check()
      await fillIn(page, { text: 'The handle is broken.' })
      await submit(page, '#help .main')
    }),
  },
  'help-prove': { create: giftInState('delivered'), steps: visit('help') },
  thanks: { create: createGift, steps: inOrder(confirmUntil('delivered'), visit('thanks')) },
  verify: { create: giftInState('in_transit'), steps: visit('verify') },
  card: { create: createGift, steps: visit('card') },
  'expired-asked': {
    create: giftInState('expired'),
    steps: press('form button.main, form .bar button'),
    isPosted: true,
  },
  'digital-review': { create: createGift, steps: inOrder(openGift, pickItem(isBook)) },
  digital: {
    create: createGift,
    steps: inOrder(openGift, pickItem(isBook), press('#review .main')),
  },
  'digital-code': {
    create: createGift,
    steps: inOrder(openGift, pickItem(isBook), press('#review .main'), press('.digital .main')),
    isPosted: true,
  },
  'claim-mistakes': {
    create: oneLink(),
    steps: async (page) => {
      await page.locator('#claim').evaluate((form) => Object.assign(form, { noValidate: true }))
      await submit(page, '#claim .main')
    },
    isPosted: true,
  },
  'claim-mailed': { create: oneLink(), steps: claim, isPosted: true },
  'claim-domain': {
    create: oneLink({}, { quantity: 9, allowed_email_domains: ['larkfield.example'] }),
  },
  'claim-confirm': { create: oneLink(), steps: claimByEmail },
  'claim-approval': { create: oneLink({ require_approval: true }) },
  'claim-pending': {
    create: oneLink({ require_approval: true }),
    steps: inOrder(claimByEmail, press('form .main')),
    isPosted: true,
  },
  'waiting-list': { create: () => takenOneLink({}) },
  'waiting-listed': {
    create: () => takenOneLink({ require_confirmation: true }),
    steps: inOrder(claimByEmail, press('form .main')),
    isPosted: true,
  },
  'all-claimed': { create: () => takenOneLink({ has_waiting_list: false }) },
  lapsed: { create: oneLink(), steps: visit('confirm?claim=x') },
}
