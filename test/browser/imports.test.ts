import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { createAdminFixture } from '#test/admin-fixture'
import { createAdminTestApp } from '#test/admin-harness'
import { buildWorkbook } from '#test/build-workbook'
import { openBrowser } from '#test/chromium'
import { encodeText } from '#test/encode-text'
import {
  assertAccessibleAndFits,
  ensureWebApp,
  openSignedInPage,
  waitForHeading,
} from '#test/web-app-page'

/* The tests of spreadsheet files on the pages that import them. */

before(ensureWebApp)
const testApp = await createAdminTestApp()
const browser = await openBrowser()
await createAdminFixture(testApp)
const admin = await testApp.signIn(testApp.admin)

const toFile = (name: string, content: string | Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content as string),
})

/** Returns the pixels between the cells of the item and of the status in the first row; negative if the status covers the item. */
async function measureGap(page: Page): Promise<number> {
  const row = page.locator('table.cells tbody tr').first()
  const item = await row.locator('[data-field="item"]').boundingBox()
  const status = await row.locator('td').last().boundingBox()
  assert.ok(item !== null && status !== null)
  return status.x - item.x - item.width
}

it('reads lists of recipients, and never keeps the list of an earlier file', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/send')
  await page.getByText('File', { exact: true }).click()
  const upload = (name: string, content: string | Uint8Array) =>
    page.locator('input[type="file"]').setInputFiles(toFile(name, content))
  const firstName = page.getByLabel('First name, row 1')
  await upload('quoted.csv', '"First name","Last name","Email"\n"Ada","Larkin","a@corp.example"\n')
  await firstName.and(page.locator('[value="Ada"]')).waitFor()
  await upload('broken.csv', 'First name,Email\n"Max,max@corp.example\n')
  await page.getByText('Line 2: A quotation mark has no second one.').waitFor()
  assert.equal(await firstName.count(), 0, 'the earlier list is gone')
  assert.equal(await page.getByText(/quoted\.csv/).count(), 0)
  await upload('old.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]))
  await page.getByText('This file is an old Excel workbook').waitFor()
  await upload('cp932.csv', encodeText('姓,名,メール\n山田,太郎,t@corp.example\n', 'shift_jis'))
  await firstName.and(page.locator('[value="太郎"]')).waitFor()
  await page.getByText(/This file is not UTF-8/).waitFor()
  const rows = [['Staff of 2026'], [], ['Name', 'Mail'], ['Larkin, Ada', 'a@corp.example']]
  await upload('staff.xlsx', buildWorkbook([{ name: 'Staff', rows }]))
  await firstName.and(page.locator('[value="Ada"]')).waitFor()
  await assertAccessibleAndFits(page, 'send-workbook')
  assert.deepEqual(complaints, [])
})

it('sends each row the item that its column names, and says which value is wrong', async () => {
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/send')
  const { campaigns } = (await admin.get('/send/choices')).json
  const { name, items } = campaigns.find(
    (each: { invitation_method: string; items: object[] }) =>
      each.invitation_method === 'email' && each.items.length > 1,
  )
  const [{ product_name: item }] = items.filter(
    (each: { product_name: string }) =>
      items.filter((other: typeof each) => other.product_name === each.product_name).length === 1,
  )
  await page.getByText('File', { exact: true }).click()
  const lines = [
    `Name,Email,Item`,
    `Ada Larkin,a@corp.example,${item}`,
    'Bo Ek,b@corp.example,Yacht',
  ]
  await page.locator('input[type="file"]').setInputFiles(toFile('items.csv', lines.join('\n')))
  await page.getByRole('combobox', { name: 'Item', exact: true }).waitFor()
  await page.getByRole('radio', { name: new RegExp(`^${name}`) }).click()
  await page.getByText('Each row of your list names its item').waitFor()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  const wrong = page.getByLabel('Item, row 2')
  await page.getByText(/^This is “Yacht”, which names no item of this gift: write “/).waitFor()
  assert.equal(await page.getByText(/“Yacht”, which/).count(), 1, 'the cell alone has the error')
  await page.getByRole('cell', { name: 'Needs fixing' }).waitFor()
  await assertAccessibleAndFits(page, 'send-items-wrong')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    assert.ok((await measureGap(page)) >= 0, `at ${width} px, the status covers the item`)
  }
  await wrong.fill(items[0].variant_id)
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByText(`1 × ${items[0].product_name}`, { exact: false }).first().waitFor()
  await assertAccessibleAndFits(page, 'send-items')
  await page.getByRole('button', { name: 'Send 2 gifts' }).click()
  await page
    .getByText(/2 gifts/)
    .first()
    .waitFor()
  assert.deepEqual(complaints, [])
})

it('asks for the column of the codes, and shows them before the import', async () => {
  const variant = { sku: 'CARD', name: 'Card', images: [] }
  const body = { name: 'Card', description: '', kind: 'digital', images: [], variants: [variant] }
  const { json } = await admin.post('/products', body)
  const path = `/catalogue/${json.id}`
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.admin, path)
  await waitForHeading(page, 'Card')
  await page.getByRole('button', { name: /Import codes/ }).click()
  const dialog = page.getByRole('dialog')
  const file = toFile('cards.csv', 'Nr;Geheim\n6036-0001;4001\n6036-0002;4002\n')
  await dialog.locator('input[type="file"]').setInputFiles(file)
  await dialog.getByText('Choose the column of each field: Code.').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Check' }).isDisabled())
  await dialog.getByRole('combobox', { name: 'Code', exact: true }).click()
  await page.getByRole('option', { name: /^Nr/ }).click()
  await dialog.getByRole('combobox', { name: 'PIN', exact: true }).click()
  await page.getByRole('option', { name: /^Geheim/ }).click()
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('Line 2: …001, 9 characters, with PIN').waitFor()
  await dialog.getByRole('button', { name: 'Import 2 codes' }).click()
  await page.getByText('2 codes imported.').waitFor()
  assert.deepEqual(complaints, [])
})

it('maps the columns of a shop in the import of the catalogue', async () => {
  const { page, complaints } = await openSignedInPage(
    browser,
    testApp,
    testApp.admin,
    '/catalogue/import',
  )
  await waitForHeading(page, 'Import and export')
  const csv =
    'Handle,Title,Body (HTML),Vendor,Variant SKU\nmug,Mug,<p>Good &amp; cheap</p>,Larkin,SHOP-1\n'
  await page.locator('input[type="file"]').setInputFiles(toFile('products.csv', csv))
  await page.getByText('Columns of another program').waitFor()
  await page.getByRole('button', { name: 'Import 1 row' }).waitFor()
  await assertAccessibleAndFits(page, 'import-of-a-shop')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('Catalogue imported').waitFor()
  assert.deepEqual(complaints, [])
})

it('writes a text for each recipient with the columns of the list, and shows them for the approval', async () => {
  await admin.put('/approval-rule', {
    ...{ mode: 'all', max_gifts: null, max_cost: null, confirm_above: null, decide_by_mail: false },
  })
  const { page, complaints } = await openSignedInPage(browser, testApp, testApp.sender, '/send')
  const csv = [
    'First name,Last name,Email,Company,Personal note',
    'Ada,Larkin,ada@corp.example,Acme,"Dear {first_name},\n\nyou found the leak."',
    'Max,Marsh,max@corp.example,,Thank you for the talk.',
  ].join('\n')
  await page.getByText('File', { exact: true }).click()
  await page.locator('input[type="file"]').setInputFiles(toFile('team.csv', csv))
  await page.getByLabel('New customer welcome').check()
  await page.getByLabel('Subject').fill('For {compny}')
  await page.getByText('There is no field {compny}. Use').waitFor()
  await page.getByLabel('Subject').fill('For {company}')
  await page.getByRole('button', { name: 'Insert {personal_note}' }).click()
  const frame = page.frameLocator('aside iframe[data-visible]')
  await frame.getByText('you found the leak.').last().waitFor()
  await frame.getByText('Dear Ada,').last().waitFor()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByText('Needs fixing 1').click()
  await page.getByText('This is empty, and the message contains {company}.').waitFor()
  await assertAccessibleAndFits(page, 'send-columns')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('{company}, row 2').fill('Globex')
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: 'Submit 2 gifts for approval' }).click()
  await page.getByText('2 gifts await approval').waitFor()
  await page.getByRole('link', { name: 'View this send' }).click()
  await page.getByText('This send awaits an approval').waitFor()
  await page.getByText('Globex').waitFor()
  await page.getByText('Thank you for the talk.').waitFor()
  await assertAccessibleAndFits(page, 'send-columns-approval')
  assert.deepEqual(complaints, [])
})
