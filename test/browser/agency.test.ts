import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { callApi, startAgencyInstance, takePicture } from '#test/agency-instance'
import { connectScim } from '#test/scim-fixture'
import { ensureWebApp, waitForHeading } from '#test/web-app-page'

/*
 * An agency gives for three clients: one sign-in, three brands with hosts and senders of their own, two warehouses. A person
 * of one client sees only that client, and leaves by SCIM.
 */

before(ensureWebApp)
const instance = await startAgencyInstance()
after(() => instance.stop())
const { origin, zone } = instance

const agent = { email: 'ada@agency.example', name: 'Ada Agent', password: 'seven quiet lanterns' }
const carla = { email: 'carla@acorn.example', name: 'Carla', password: 'nine slow harbours' }
const cora = { email: 'cora@cedar.example', name: 'Cora', password: 'eleven blue ladders' }

interface Brand {
  name: string
  domain: string
  host: string
  color: string
  owner: typeof agent
}

const brands: Brand[] = [
  {
    ...{ name: 'Acorn Confections', domain: 'acorn.example', host: 'gifts.acorn.example' },
    ...{ color: '#0b5d3b', owner: agent },
  },
  {
    ...{ name: 'Birch & Sons', domain: 'birch.example', host: 'presents.birch.example' },
    ...{ color: '#8a1c4f', owner: agent },
  },
  {
    ...{ name: 'Cedar Works', domain: 'cedar.example', host: 'thanks.cedar.example' },
    ...{ color: '#234a8f', owner: cora },
  },
]

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto(`${origin}/sign-in`)
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
}

/** Joins an account with the link of the emailed invitation. */
async function join(page: Page, account: string, person: typeof agent) {
  const { link } = await instance.findMail(
    person.email,
    new RegExp(`(?<=${account}[^]*)https://\\S+/invitation#\\S+`),
  )
  await page.goto('about:blank')
  await page.goto(link)
  await waitForHeading(page, `Join ${account}`)
  const password = page.getByRole('textbox', { name: 'Choose a password' })
  const button = page.getByRole('button', { name: 'Join', exact: true })
  await button.waitFor()
  if (await password.isVisible()) await password.fill(person.password)
  await button.click()
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function switchTo(page: Page, account: string) {
  const current = page.getByRole('button', { name: /^Switch account: / })
  await current.waitFor()
  const name = (await current.getAttribute('aria-label')) ?? (await current.textContent()) ?? ''
  if (name.includes(account)) return
  await current.click()
  await page.getByRole('menuitem', { name: new RegExp(account) }).click()
  await page.getByRole('button', { name: new RegExp(`Switch account: ${account}`) }).waitFor()
}

/** Returns the id of the account in which a browser works. */
const findAccountId = async (page: Page, name: string): Promise<string> => {
  const { json } = await callApi(page, 'GET', '/session')
  const account = json.me.accounts.find((each: { name: string }) => each.name === name)
  return account.id
}

const ok = async (response: ReturnType<typeof callApi>) => {
  const { status, json, text } = await response
  assert.ok(status < 300, text)
  return json
}

/** Sets the brand, proves the domain, and sets the host and the sender, as the pages of the settings do. */
async function setUpBrand(page: Page, { name, domain, host, color }: Brand) {
  await page.goto(`${origin}/settings/domains`)
  await page.getByRole('button', { name: 'Add domain' }).first().click()
  await page.getByRole('textbox', { name: 'Domain' }).fill(domain)
  await page.keyboard.press('Enter')
  const value = await page.getByText('bestow-domain-verification=').first().textContent()
  zone.texts.set(`_bestow-challenge.${domain}`, [value ?? ''])
  await page.getByRole('button', { name: `Check now: ${domain}` }).click()
  await page.getByText(`${domain} is proven.`).waitFor()
  zone.aliases.set(host, 'gifting.example')
  const call = (method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
    ok(callApi(page, method, path, body))
  await call('PUT', '/host', { name: host })
  assert.equal((await call('POST', '/host/verify')).problem, null)
  const { url: logo_url } = await call('POST', '/catalogue/images', {
    content: await drawLogo(page, name, color),
  })
  await call('PATCH', '/account', { brand_color: color, sender_name: name, logo_url })
  for (const { id } of (await ok(callApi(page, 'GET', '/campaigns'))).data)
    await call('PATCH', `/campaigns/${id}`, {
      theme: { color, logo_url, headline: `Thank you from ${name}` },
    })
  const sender = await call('PUT', '/email-sender', { email: `gifts@${domain}` })
  zone.texts.set(sender.record.name, [sender.record.value])
  zone.texts.set(`_dmarc.${domain}`, ['v=DMARC1; p=reject'])
  await call('POST', '/email-sender/enable')
  await page.reload()
  await page.getByText(host).first().waitFor()
  await takePicture(page, `domains-${domain}`)
}

/** Draws a logo with the name of the brand. Returns it as PNG in base64. */
const drawLogo = (page: Page, name: string, color: string): Promise<string> =>
  page.evaluate(`(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 640, height: 120 })
    const context = canvas.getContext('2d')
    Object.assign(context, { fillStyle: '${color}', font: 'bold 60px serif' })
    context.fillText('${name}', 10, 80)
    return canvas.toDataURL('image/png').split(',')[1]
  })()`)

/** Sends a gift with the page. */
async function send(page: Page, recipient: { first: string; last: string; email: string }) {
  const { campaigns } = await ok(callApi(page, 'GET', '/send/choices'))
  const campaign = campaigns.find(
    (each: { invitation_method: string; selection_mode: string }) =>
      each.invitation_method === 'email' && each.selection_mode === 'one',
  )
  await page.goto(`${origin}/send?campaign_id=${campaign.id}`)
  await waitForHeading(page, 'Send a gift')
  await page.getByLabel('First name').fill(recipient.first)
  await page.getByLabel('Last name').fill(recipient.last)
  await page.getByRole('textbox', { name: 'Email' }).fill(recipient.email)
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await takePicture(page, `send-${recipient.email}`)
  await page.getByRole('button', { name: /^Send 1 gift/ }).click()
  await page
    .getByText('1 gift is sent')
    .or(page.getByRole('button', { name: /Undo/ }))
    .first()
    .waitFor()
}

it('an agency gives for three clients, each under its own brand, and a person of one sees no other', async () => {
  const operator = { email: 'olive@gifting.example', password: '' }
  operator.password = await instance.createOperator(operator.email)
  const desk = await instance.open()
  await signIn(desk.page, operator)
  await desk.page.goto(`${origin}/settings/accounts`)
  for (const { name, owner } of brands) {
    await desk.page.getByRole('button', { name: 'New account' }).click()
    const dialog = desk.page.getByRole('dialog')
    await dialog.getByLabel('Name of the business').fill(name)
    await dialog.getByLabel('Name of the first admin').fill(owner.name)
    await dialog.getByLabel('Email of the first admin').fill(owner.email)
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await desk.page.getByRole('row', { name: new RegExp(name) }).waitFor()
  }
  await takePicture(desk.page, 'accounts')

  const office = await instance.open()
  await join(office.page, 'Acorn Confections', agent)
  await join(office.page, 'Birch & Sons', agent)
  const cedar = await instance.open()
  await join(cedar.page, 'Cedar Works', cora)
  await ok(
    callApi(cedar.page, 'POST', '/invitations', {
      ...{ email: agent.email, name: agent.name, role: 'sender' },
    }),
  )
  await join(office.page, 'Cedar Works', agent)

  for (const brand of brands) {
    const window = brand.owner === cora ? cedar : office
    if (window === office) await switchTo(office.page, brand.name)
    const account_id = await findAccountId(window.page, brand.name)
    await instance.seed(account_id)
    await setUpBrand(window.page, brand)
  }
  await switchTo(office.page, 'Acorn Confections')
  await takePicture(office.page, 'switch')
  const warehouses = (await ok(callApi(office.page, 'GET', '/warehouses'))).data
  assert.ok(warehouses.length >= 2, 'two warehouses')

  const links = new Map<string, string>()
  for (const brand of brands) {
    await switchTo(office.page, brand.name)
    await send(office.page, { first: 'Grace', last: 'Hopper', email: recipientOf(brand) })
  }
  for (const brand of brands) {
    const email = recipientOf(brand)
    const { mail, link } = await instance.findMail(email, /https:\/\/\S+\/r\/\w+/)
    assert.ok(link.startsWith(`https://${brand.host}:`), link)
    assert.equal(mail.parsed.from?.value[0]?.address, `gifts@${brand.domain}`)
    assert.match(mail.source, new RegExp(`DKIM-Signature:[^]*d=${brand.domain}`))
    assertOwnBrand(brand, mail.source)
    links.set(brand.name, link)
  }

  for (const brand of brands) {
    const phone = await instance.open({ ...onPhone })
    const foreign: string[] = []
    phone.page.on('request', (request) => {
      if (new URL(request.url()).hostname !== brand.host) foreign.push(request.url())
    })
    await phone.page.goto(links.get(brand.name) ?? '')
    assertOwnBrand(brand, await phone.page.content())
    await takePicture(phone.page, `gift-${brand.domain}`)
    await claim(phone.page)
    assertOwnBrand(brand, await phone.page.content())
    await takePicture(phone.page, `claimed-${brand.domain}`)
    assert.deepEqual(foreign, [])
    assert.deepEqual(phone.complaints, [])
    const [other] = brands.filter((each) => each !== brand)
    const path = new URL(links.get(other?.name ?? '') ?? '').pathname
    const port = new URL(origin).port
    const response = await phone.page.goto(`https://${brand.host}:${port}${path}`)
    assert.equal(response?.status(), 404, 'the link of another brand')
    await phone.context.close()
  }

  await switchTo(office.page, 'Acorn Confections')
  await packAndHandOver(office.page)
  await instance.endUndoTimes()
  const phone = await instance.open({ ...onPhone })
  await phone.page.goto(links.get('Acorn Confections') ?? '')
  await phone.page.getByText('1Z999AA10123456784').first().waitFor()
  await takePicture(phone.page, 'tracked')

  await ok(
    callApi(office.page, 'POST', '/invitations', {
      ...{ email: carla.email, name: carla.name, role: 'viewer' },
    }),
  )
  const client = await instance.open()
  await join(client.page, 'Acorn Confections', carla)
  assert.equal(await client.page.getByRole('button', { name: /Switch account/ }).count(), 0)
  await client.page.goto(`${origin}/gift-requests`)
  await client.page.getByText('Grace Hopper').first().waitFor()
  assertOwnBrand(brands[0], (await client.page.locator('body').textContent()) ?? '')
  await takePicture(client.page, 'client')
  await switchTo(office.page, 'Birch & Sons')
  const gifts = (await ok(callApi(office.page, 'GET', '/gift_requests'))).data
  const birchGift = `/gift_requests/${gifts[0].id}/details`
  assert.equal((await callApi(client.page, 'GET', birchGift)).status, 404)

  await switchTo(office.page, 'Acorn Confections')
  const token = await createScimToken(office.page)
  const scim = connectScim(instance.base, token)
  const { id } = await scim.create('Users', { userName: carla.email })
  assert.equal((await callApi(client.page, 'GET', '/gift_requests')).status, 200)
  await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
  assert.equal((await callApi(client.page, 'GET', '/gift_requests')).status, 401)
  await client.page.reload()
  await client.page.getByLabel('Email address').waitFor()
  await takePicture(client.page, 'leaver')
  for (const { complaints } of [desk, office, cedar, client]) assert.deepEqual(complaints, [])
})

/** Returns the address of the recipient of a brand. */
const recipientOf = ({ domain }: Brand) => `grace@for-${domain.replace('.example', '')}.example`

/** Asserts that a text names one brand and none of the others. */
function assertOwnBrand(brand: Brand | undefined, text: string): void {
  for (const other of brands)
    if (other !== brand)
      assert.ok(
        !text.includes(other.name) && !text.includes(other.domain),
        `${brand?.name} shows ${other.name}`,
      )
}

const onPhone = { viewport: { width: 390, height: 844 }, locale: 'de-DE' }

/** Chooses the first item and enters an address, as a recipient. */
async function claim(page: Page): Promise<void> {
  await page.locator('.letter .main').first().click()
  await page.locator('.card:has(> input) .words').first().click()
  await page.locator('#choose .main').first().click()
  await page.locator('#address').waitFor()
  for (const [name, text] of Object.entries({
    ...{ line_1: 'Unter den Linden 1', postal_code: '10117', city: 'Berlin' },
  }))
    await page.fill(`#${name}`, text)
  await page.locator('#address .main').first().click()
  await page.locator('#review .main').first().click()
  await page.locator('#note').waitFor({ state: 'attached' })
}

/** Packs the only parcel and hands it over, with the keyboard. */
async function packAndHandOver(page: Page): Promise<void> {
  await page.goto(`${origin}/packing`)
  await page.getByText('No parcel on your table').waitFor()
  const queue = page.getByRole('region', { name: 'Queue' })
  await queue.getByRole('button', { name: /^Take/ }).first().waitFor() // the parcel is planned in the background
  await page.keyboard.press('Enter')
  await page.getByText('Here is your next parcel').first().waitFor()
  for (const tick of await page.locator('.packing-tick').all()) await tick.press('Space')
  await page.getByText('All items are in the box').first().waitFor()
  await takePicture(page, 'packing')
  await page.keyboard.press('Alt+KeyP')
  await page.getByText('Packed. Press Enter for the next parcel.').first().waitFor()
  await page.keyboard.press('Alt+KeyH')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('1Z999AA10123456784')
  await page.keyboard.press('Enter')
  await page
    .getByText(/is handed over to UPS\./)
    .first()
    .waitFor()
}

/** Creates the token of an identity provider with the page. */
async function createScimToken(page: Page): Promise<string> {
  await page.goto(`${origin}/settings/provisioning`)
  await page.getByRole('button', { name: 'Create token…' }).click()
  await page.getByLabel('Your password').fill(agent.password)
  await page.getByRole('button', { name: 'Create token', exact: true }).click()
  const token = (await page.getByText(/^scim-v1-/).textContent()) ?? ''
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return token
}
