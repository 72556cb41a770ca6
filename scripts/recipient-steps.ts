/** Creates gifts and one-links for screenshots, and takes the steps of a recipient on their pages. */

import type { Page } from 'playwright-core'
import type * as gifting from '#gifting'
import * as oneLinks from '#one-links'
import { createCatalogueFixture } from '#test/catalogue-fixture'
import { confirmationPath } from '#test/claim-fixture'
import { createFulfilmentRunner } from '#test/fulfilment-fixture'
import { createRedeemTestApp } from '#test/redeem-harness'

interface Target {
  path: string
  id?: string
}

type Steps = (page: Page, target: Target) => Promise<void>

export interface RecipientPage {
  create: () => Promise<Target>
  steps?: Steps
  /** True if the page is the response to a form, so that each language needs the steps again. */
  isPosted?: boolean
}

export const testApp = await createRedeemTestApp()
const runner = createFulfilmentRunner(testApp)
export const origin = await testApp.listen()

let recipientCount = 0
const recipient = () => ({
  first_name: 'Ada',
  last_name: 'Larkin',
  email: `ada.${++recipientCount}@example.com`,
})
export const twoGifts = testApp.campaign('gift_link').id

export const createGift = (overrides: object = {}) =>
  testApp.createGift({ recipient: recipient(), ...overrides })
export const giftInState = (state: gifting.State) => async () => {
  const gift = await createGift()
  await testApp.advance(gift.id, state)
  return gift
}
export const giftWithScan = (state: 'lost' | 'returned') => async () => {
  const gift = await giftInState('in_transit')()
  for (const _ of [1, 2])
    await runner.recordScan(gift.id, { state, message_id: `${state} ${gift.id}` })
  return gift
}

export const submit = (page: Page, button: string) =>
  Promise.all([page.waitForEvent('load'), page.locator(button).first().click()])
export const visit =
  (subpage: string): Steps =>
  async (page, { path }) => {
    await page.goto(`${origin}${path}/${subpage}`)
  }
export const inOrder =
  (...all: Steps[]): Steps =>
  async (page, target) => {
    for (const steps of all) await steps(page, target)
  }
export const press =
  (button: string): Steps =>
  async (page) => {
    await submit(page, button)
  }

export async function openDetails(page: Page, selector: string): Promise<void> {
  const closed = page.locator(`${selector}:not([open]) > summary`)
  while ((await closed.count()) > 0) await closed.first().dispatchEvent('click')
}

export const openGift = press('.letter .main')
export const pickItem =
  (text: RegExp): Steps =>
  async (page) => {
    await page.locator('.card:has(> input)', { hasText: text }).locator('.words').first().click()
    await submit(page, '#choose .main')
  }
export const pickFirst = inOrder(openGift, pickItem(/./))

export async function fillIn(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, text] of Object.entries(fields)) await page.locator(`#${id}`).fill(text)
}
async function selectGermany(page: Page): Promise<void> {
  if ((await page.locator('#country').inputValue()) === 'DE') return
  await page.locator('#country').selectOption('DE')
  await page.locator('#address [data-done]:not(:empty)').waitFor({ state: 'attached' })
}
export const berlin = { line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' }
export const enterAddress =
  (fields: Readonly<Record<string, string>>): Steps =>
  async (page) => {
    await selectGermany(page)
    await fillIn(page, fields)
  }
export const sendAddress =
  (fields: Readonly<Record<string, string>>): Steps =>
  async (page) => {
    await page.locator('#address').evaluate((form) => Object.assign(form, { noValidate: true }))
    await fillIn(page, fields)
    await submit(page, '.bar .main')
  }

export const fillAddress = inOrder(pickFirst, enterAddress(berlin))
export const review = inOrder(fillAddress, press('.bar .main'))
export const confirm = inOrder(review, press('.bar .main'))
/** Confirms the gift in this browser, and ships it until it is in a state. */
export const confirmUntil =
  (state: gifting.State): Steps =>
  async (page, target) => {
    await confirm(page, target)
    await runner.run()
    await testApp.advance(target.id ?? '', state)
    await page.goto(origin + target.path)
  }
export const prepare = inOrder(confirm, async (page, { path }) => {
  await runner.run()
  await page.goto(origin + path)
})

export const claim: Steps = async (page) => {
  await fillIn(page, recipient())
  await submit(page, '#claim .main')
}
export const claimByEmail: Steps = async (page) => {
  const claimant = recipient()
  await fillIn(page, claimant)
  await submit(page, '#claim .main')
  await page.goto(origin + (await confirmationPath(testApp, claimant.email)))
}
export const oneLink =
  (rules: Partial<oneLinks.ClaimRules> = {}, overrides: object = { quantity: 40 }) =>
  () =>
    testApp.createOneLink(overrides, rules)
export const unconfirmed = { require_confirmation: false }

export async function takenOneLink(rules: Partial<oneLinks.ClaimRules>): Promise<Target> {
  const link = await testApp.createOneLink({ quantity: 1 }, { ...unconfirmed, ...rules })
  await testApp.run((ctx) => oneLinks.claim(ctx, link.id, recipient()))
  await testApp.run((ctx) => oneLinks.updateClaimRules(ctx, link.id, rules))
  return link
}

export const soldOut = () =>
  createCatalogueFixture(testApp, [
    { name: 'Mug', stock: { Sage: 0, Rose: 0 } },
    { name: 'Tea', stock: { Tea: 0 } },
  ])
