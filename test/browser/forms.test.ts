import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { openBrowser } from '#test/chromium'
import { eventually } from '#test/eventually'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  goTo,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

/*
 * The tests of forms. Forms mark optional fields, find countries, ask before a user loses a count, and warn
 * about items that are out of stock.
 */

before(ensureWebApp)
const browser = await openBrowser()
const testApp = await createAdminTestApp()
const fixture = await createAdminFixture(testApp)
const open = (path: string) => openSignedInPage(browser, testApp, testApp.admin, path)

interface StockedProduct {
  id: string
  name: string
  variants: {
    id: string
    name: string
    stock_levels: { warehouse: { id: string }; available: number }[]
  }[]
}

/** Finds a product of the campaign that invites by email. The product has stock. */
async function findProduct(): Promise<StockedProduct> {
  const client = await testApp.signIn(testApp.admin)
  const offered = fixture.campaign('email').products.flatMap(({ variants }) => variants)
  const { data } = (await client.get('/products?limit=100')).json
  for (const { id } of data) {
    const product: StockedProduct = (await client.get(`/products/${id}`)).json
    const [variant] = product.variants
    if (variant?.stock_levels.length && offered.some((each) => each.id === variant.id))
      return product
  }
  throw new Error('the campaign offers no product with stock')
}

describe('forms', { concurrency: 2 }, () => {
  it('mark the fields that can stay empty', async () => {
    const { page } = await open('/campaigns/new')
    const forms: [path: string, optional: string[]][] = [
      ['/campaigns/new', ['Description']],
      ['/catalogue/new', ['Description', 'Minimum age']],
      ['/developers/webhooks/new', ['Description', 'Requests per second']],
      ['/one-links?new=true', ['Allowed email domains']],
      ['/settings/branding', ['Sender name']],
    ]
    for (const [path, optional] of forms) {
      await goTo(page, `${testApp.origin}${path}`)
      for (const name of optional)
        await page.getByLabel(`${name} (optional)`, { exact: true }).first().waitFor()
    }
    await goTo(page, `${testApp.origin}/campaigns/new`)
    await waitForHeading(page, 'New campaign')
    await page.getByRole('button', { name: 'Create campaign' }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    assert.equal(
      await page
        .getByLabel(/\(optional\)/)
        .and(page.locator('[aria-invalid="true"]'))
        .count(),
      0,
    )
  })

  it('find a country by the beginning of its name first', async () => {
    const { page } = await open('/catalogue/warehouses')
    await page.getByRole('button', { name: 'New warehouse' }).first().click()
    const country = page.getByRole('dialog').getByRole('combobox', { name: 'Country' })
    const expectFirst = async (typed: string, expected: readonly string[]) => {
      await country.fill(typed)
      const options = page.getByRole('option')
      await eventually(
        async () =>
          String((await options.allInnerTexts()).slice(0, expected.length)) === String(expected),
        { message: `${typed} offers ${expected} first` },
      )
    }
    await expectFirst('Neth', ['Netherlands', 'Caribbean Netherlands'])
    await expectFirst('guinea', ['Guinea', 'Guinea-Bissau', 'Equatorial Guinea'])
    await expectFirst('de', ['Denmark', 'Germany'])
  })
})

it('a typed stock count is not lost without a question', async () => {
  const { id, variants } = await findProduct()
  const { page, complaints } = await open(`/catalogue/${id}`)
  const count = page
    .getByRole('table', { name: 'Stock by variant and warehouse' })
    .getByLabel(new RegExp(`^${variants[0]?.name} in `))
  await count.first().fill('4711')
  await page.getByRole('button', { name: 'Save stock' }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const link = page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Gifts' })
  const stay = async (answer: () => Promise<unknown>) => {
    await link.click()
    await dialog.waitFor()
    await answer()
    await dialog.waitFor({ state: 'detached' })
    assert.match(page.url(), new RegExp(id))
    assert.equal((await count.first().inputValue()).replace(/\D/g, ''), '4711')
  }
  await stay(() => dialog.getByRole('button', { name: 'Stay on this page' }).click())
  await stay(() => page.keyboard.press('Escape'))
  await link.click()
  await assertAccessibleAndFits(page, 'leave')
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await waitForHeading(page, 'Gifts')
  assert.deepEqual(complaints, [])
})

it('the campaign editor and the review of a send name items that no warehouse has', async () => {
  const { variants, name } = await findProduct()
  const client = await testApp.signIn(testApp.admin)
  const [variant] = variants
  assert.ok(variant)
  const { page } = await open(`/campaigns/${fixture.campaign('email').id}/edit`)
  const item = page.getByRole('list', { name: 'Items' }).getByRole('listitem').filter({
    hasText: name,
  })
  const warning = '0 in stock in every warehouse'
  await item.first().waitFor()
  assert.equal(await page.getByText(warning).count(), 0)

  const levels = variant.stock_levels.map(({ warehouse, available }) => ({
    variant_id: variant.id,
    warehouse_id: warehouse.id,
    available: 0,
    expected: available,
  }))
  const { status, text } = await client.put('/stock_levels', { levels })
  assert.ok(status < 300, text)
  await page.reload()
  await item.getByText(warning).waitFor()
  await goTo(page, `${testApp.origin}/send`)
  await page.getByLabel(fixture.campaign('email').name).check()
  await page.getByText(warning).waitFor()
  await page.getByText(/Gifts with this item wait until you restock\./).waitFor()
})
