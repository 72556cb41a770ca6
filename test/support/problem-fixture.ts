import assert from 'node:assert/strict'
import { newId } from '#platform/lib/ids'
import { createCookieJar, createRecipientBrowser } from '#test/recipient-browser'
import type { createRedeemTestApp } from '#test/redeem-harness'

/** A problem report of a recipient, sent as a browser sends it. */

export interface Report {
  id?: string
  problem?: string
  text?: string
  drafts?: readonly string[]
  photos?: readonly (Buffer | readonly [name: string, type: string, content: Buffer])[]
}

export type Confirmed = Awaited<
  ReturnType<ReturnType<typeof createProblemFixture>['confirmedGift']>
>

export function createProblemFixture(
  testApp: Awaited<ReturnType<typeof createRedeemTestApp>>,
  origin: string,
) {
  /** Creates a gift that this browser has confirmed. */
  async function confirmedGift() {
    const cookies = createCookieJar()
    const browser = createRecipientBrowser(origin, {}, cookies)
    const gift = await testApp.createGift()
    let page = await browser.submit(await browser.open(gift.path), 'open')
    const [, variant = ''] = /name="variant" value="([^"]+)"/.exec(page.text) ?? []
    page = await browser.submit(page, 'choose', { variant })
    page = await browser.submit(page, 'address', {
      name: 'Ada Larkin',
      line_1: '8 Elm Street',
      city: 'Columbus',
      region: 'OH',
      postal_code: '43004',
      country: 'US',
    })
    if (page.path.endsWith('/address'))
      page = await browser.submit(page, 'address', {}, ['do', 'review'])
    page = await browser.submit(page, 'redeem')
    assert.match(page.visibleText, /All set/)
    return { gift, browser, cookies }
  }

  async function send({ gift, cookies }: Confirmed, report: Report = {}) {
    const body = new FormData()
    const { id = newId(), problem = 'damaged', text = 'The handle is broken.' } = report
    for (const [name, value] of Object.entries({ id, problem, text })) body.append(name, value)
    for (const [index, draft] of (report.drafts ?? []).entries())
      body.append(`draft-${index + 1}`, draft)
    for (const photo of report.photos ?? []) {
      const [name, type, content] = Buffer.isBuffer(photo) ? ['a.jpg', 'image/jpeg', photo] : photo
      body.append('photos', new Blob([new Uint8Array(content)], { type }), name)
    }
    const response = await fetch(`${origin}${gift.path}/help`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...cookies.headerFor(gift.path), 'accept-language': 'en' },
    })
    return {
      status: response.status,
      location: response.headers.get('location'),
      text: await response.text(),
    }
  }

  return { confirmedGift, send }
}
