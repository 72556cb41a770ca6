import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import * as gifting from '#gifting'
import * as greetings from '#greetings'
import { openBrowser } from '#test/chromium'
import { photo } from '#test/media-fixture'
import { assertNoViolations, openRecipientPhone } from '#test/recipient-phone'
import { createRedeemTestApp } from '#test/redeem-harness'

const browser = await openBrowser()
const testApp = await createRedeemTestApp()
const origin = await testApp.listen()

/** Opens the first page of a gift with a card and a photo. */
async function openFirstPage(options: BrowserContextOptions): Promise<Page> {
  const gift = await testApp.createGift()
  await testApp.run(async (ctx) => {
    const media = await greetings.saveMedia(ctx, photo(900, 600), 'Dana waves')
    await gifting.setGreeting(ctx, gift.id, { card: 'birthday', media_id: media.id })
  })
  const page = await openRecipientPhone(browser, { locale: 'en-GB', ...options })
  await page.goto(origin + gift.path)
  return page
}

/** Presses the button that unwraps the gift, and waits for the choice. */
async function unwrap(options: BrowserContextOptions): Promise<Page> {
  const page = await openFirstPage(options)
  await page.locator('.letter .main').click()
  await page.locator('h1', { hasText: 'Choose' }).waitFor({ state: 'attached' })
  return page
}

/** Returns a computed style property of the first element that matches a selector, or of a part of it. */
const styleOf = (page: Page, selector: string, property: string, part = '') =>
  page.evaluate<string>(
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), '${part}')['${property}']`,
  )

const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth')

/**
 * Stops the scene at a time after the page appeared. First ends the transition from the first page, during
 * which the page takes no input.
 */
const showScene = (page: Page, ms: number) =>
  page.evaluate(`(async () => {
    const isTransition = ({ effect }) => effect.pseudoElement?.startsWith('::view-transition')
    while (document.getAnimations().some(isTransition)) {
      for (const each of document.getAnimations().filter(isTransition)) each.finish()
      await new Promise(requestAnimationFrame)
    }
    for (const each of document.getAnimations()) {
      each.pause()
      each.currentTime = ${ms}
    }
  })()`)

/** Returns the cumulative layout shift of the page. */
const measureShift = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve) => {
    let shift = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(shift), 300)
  })`)

const motion = { reducedMotion: 'no-preference' } as const

describe('the first page', () => {
  it('shows the words of the sender above the button on a small phone, with their initials', async () => {
    const page = await openFirstPage({ viewport: { width: 390, height: 664 } })
    assert.equal(await page.locator('.from .face').textContent(), 'DL')
    const bottom = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox()
      return box === null ? assert.fail(selector) : box.y + box.height
    }
    const button = await page.locator('.letter .main').boundingBox()
    assert.ok((await bottom('.note .lines')) < (button?.y ?? 0))
    await assertNoViolations(page)
  })

  it('loosens the ribbon while the press is on its way, and says nothing yet', async () => {
    const page = await openFirstPage(motion)
    // The request never leaves, as on a line without an answer.
    await page.evaluate(`addEventListener('submit', (event) => event.preventDefault())`)
    assert.equal(await styleOf(page, '.panel .bow', 'animationName'), 'none')
    await page.locator('.letter .main').click()
    await page.locator('form[data-sent]').waitFor({ state: 'attached' })
    assert.match(await styleOf(page, '.panel .bow', 'animationName'), /^loosen/)
    assert.equal(await page.locator('.toast').textContent(), '')
    await page.locator('.toast', { hasText: 'One moment' }).waitFor()
  })
})

describe('the scene', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`covers the page with the colour of the panel for a second, in ${colorScheme}`, async () => {
      const first = await openFirstPage({ colorScheme, ...motion })
      const panel = await styleOf(first, '.panel', 'backgroundImage')
      const page = await unwrap({ colorScheme, ...motion })
      await showScene(page, 1_000)
      assert.equal(await styleOf(page, '.stage', 'backgroundImage', '::before'), panel)
      assert.equal(await styleOf(page, '.stage', 'opacity', '::before'), '1')
      for (const hidden of ['.reveal > :last-child', '.card-note', '#choose'])
        assert.equal(await styleOf(page, hidden, 'opacity'), '0', hidden)
      const stage = await page.locator('.stage').boundingBox()
      assert.deepEqual([stage?.x, stage?.y, stage?.width, stage?.height], [0, 0, 360, 740])
    })

  it('ends with the lid outside of the window, and confetti over its whole width', async () => {
    const page = await unwrap(motion)
    await showScene(page, 500)
    const lid = async () =>
      page.evaluate<number>(`document.querySelector('.stage .lid').getBoundingClientRect().bottom`)
    assert.ok((await lid()) > 200)
    await showScene(page, 1_300)
    assert.ok((await lid()) < 0, `the lid ends at ${await lid()} px`)
    const places = await page.evaluate<number[]>(
      `[...document.querySelectorAll('.confetti > *')]
        .map((each) => each.getBoundingClientRect())
        .filter(({ top }) => top > 0)
        .map(({ left }) => left)`,
    )
    assert.ok(places.length > 25)
    assert.ok(Math.min(...places) < 36 && Math.max(...places) > 324, places.join(' '))
  })

  it('leaves heading, note and items, one after another, and nothing above them', async () => {
    const page = await unwrap(motion)
    const delays = await page.evaluate<number[]>(
      `[...document.querySelectorAll('#choose .card')].slice(0, 3)
        .map((card) => parseFloat(getComputedStyle(card).animationDelay))`,
    )
    assert.deepEqual(delays, [1.4, 1.52, 1.64])
    assert.equal(await fits(page), true)
    await page.evaluate('document.getAnimations().map((each) => each.finish())')
    assert.equal(await measureShift(page), 0, 'nothing moves while the page appears')
    for (const shown of ['.reveal > :last-child', '.card-note', '#choose', '#choose .card'])
      assert.equal(await styleOf(page, shown, 'opacity'), '1', shown)
    assert.equal(await styleOf(page, '.stage', 'visibility', '::before'), 'hidden')
    assert.equal(await styleOf(page, '.stage .gift', 'opacity'), '0')
    await page.locator('#choose .words').first().click()
    assert.equal(await page.locator('#choose input').first().isChecked(), true)
    await assertNoViolations(page)
  })

  it('ends at a click, and at a key', async () => {
    for (const end of ['click', 'key'] as const) {
      const page = await unwrap(motion)
      await showScene(page, 900)
      if (end === 'click') await page.mouse.click(180, 600)
      else await page.keyboard.press('Tab')
      await page.locator('.stage').waitFor({ state: end === 'click' ? 'detached' : 'hidden' })
      assert.equal(await styleOf(page, '#choose .card', 'animationName'), 'none', end)
      assert.equal(await styleOf(page, '.reveal > :last-child', 'opacity'), '1', end)
    }
  })
})

it('with reduced motion the open gift and the items are there at once, without a scene', async () => {
  const page = await unwrap({ reducedMotion: 'reduce' })
  assert.equal(await styleOf(page, '.confetti', 'display'), 'none')
  assert.equal(await styleOf(page, '.stage', 'position'), 'static')
  const box = async (selector: string) =>
    (await page.locator(selector).boundingBox()) ?? assert.fail(selector)
  assert.ok((await box('.stage .gift')).width < 120)
  assert.ok((await box('.stage .lid .cover')).y < (await box('.stage .inside')).y, 'it is open')
  assert.equal(await styleOf(page, '#choose .card', 'animationName'), 'none')
  assert.equal(await styleOf(page, '#choose .card', 'opacity'), '1')
})

it('without a script the gift opens, and the card is open with its photo', async () => {
  const page = await unwrap({ javaScriptEnabled: false, ...motion })
  await page.locator('.card-note .card-picture').waitFor()
  await page.locator('.card-note .signed', { hasText: 'Dana Lee' }).waitFor()
  await page.locator('.card-note').getByRole('img', { name: 'Dana waves' }).waitFor()
  await page.getByRole('link', { name: 'View and print the card' }).click()
  await page.getByRole('heading', { name: /^A card from / }).waitFor()
  assert.equal(await page.locator('[data-print]').isVisible(), false)
})

it('the card is alone on paper', async () => {
  const page = await unwrap({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.goto(`${page.url().replace(/\/unwrapped.*$/, '')}/card`)
  await page.getByRole('button', { name: 'Print the card' }).waitFor()
  assert.equal(await fits(page), true)
  await assertNoViolations(page)
  await page.emulateMedia({ media: 'print' })
  for (const selector of ['.top', 'footer', '[data-print]'])
    assert.equal(await page.locator(selector).first().isVisible(), false, selector)
  assert.equal(await page.locator('.greeting blockquote').isVisible(), true)
})
