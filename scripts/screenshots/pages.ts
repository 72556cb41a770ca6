import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from 'playwright-core'
import { eventually } from '#test/eventually'

/** A page of the web app, and the name of its pictures. */
export interface Screenshot {
  name: string
  path: string
  /** Prepares the page before it is opened. */
  prepare?: (page: Page) => Promise<void>
  /** Performs steps on the page before the picture is taken. The steps work in every language. */
  steps?: (page: Page) => Promise<void>
}

/**
 * Makes the packer take a parcel, unless the packer already has one. Presses the key again
 * if the page was still loading.
 */
async function takeParcel(page: Page): Promise<void> {
  const address = page.locator('.packing-address address')
  const isAddressShown = async () => {
    if ((await page.locator('.packing-barcode').count()) === 0) await page.keyboard.press('Enter')
    return address.isVisible()
  }
  await eventually(isAddressShown, { intervalMs: 1_000 })
}

async function openHandOver(page: Page): Promise<void> {
  await takeParcel(page)
  const packed = page.locator('.packing-state[data-packed]')
  if ((await packed.count()) === 0) await page.keyboard.press('Alt+KeyP')
  await packed.waitFor()
  await page.keyboard.press('Alt+KeyH')
  await page.getByRole('dialog').waitFor()
}

// biome-ignore format: read down the columns
const fixedPages: readonly Screenshot[] = [
  { name: 'overview',           path: '/' },
  { name: 'attention',          path: '/attention' },
  { name: 'gifts',              path: '/gift-requests?sort=recipient&order=asc' },
  { name: 'import-tracking',    path: '/gift-requests/import-tracking' },
  { name: 'send',               path: '/send' },
  { name: 'sends',              path: '/sends' },
  { name: 'spend',              path: '/spend' },
  { name: 'donations',          path: '/donations' },
  { name: 'campaigns',          path: '/campaigns' },
  { name: 'catalogue',          path: '/catalogue' },
  { name: 'catalogue-import',   path: '/catalogue/import' },
  { name: 'warehouses',         path: '/catalogue/warehouses' },
  { name: 'one-links',          path: '/one-links' },
  { name: 'contacts',           path: '/contacts' },
  { name: 'contacts-import',    path: '/contacts/import' },
  { name: 'recipients',         path: '/recipients' },
  { name: 'thank-you-notes',    path: '/thank-you-notes' },
  { name: 'packing',            path: '/packing', steps: takeParcel },
  { name: 'packing-hand-over',  path: '/packing', steps: openHandOver },
  { name: 'developers-api-keys', path: '/developers/api-keys' },
  { name: 'developers-oauth-clients', path: '/developers/oauth-clients' },
  { name: 'developers-webhooks', path: '/developers/webhooks' },
  { name: 'developers-endpoint-new', path: '/developers/webhooks/new' },
  { name: 'developers-receiving-webhooks', path: '/developers/webhooks/help' },
  { name: 'developers-deliveries', path: '/developers/deliveries' },
  { name: 'developers-events',  path: '/developers/events' },
  { name: 'developers-requests', path: '/developers/requests' },
  { name: 'developers-staging-tools', path: '/developers/staging' },
  { name: 'settings-branding',  path: '/settings/branding' },
  { name: 'settings-chat-alerts', path: '/settings/chat-alerts' },
  { name: 'settings-claims',    path: '/settings/claims' },
  { name: 'settings-people',    path: '/settings/members' },
  { name: 'settings-approvals', path: '/settings/approvals' },
  { name: 'settings-single-sign-on', path: '/settings/single-sign-on' },
  { name: 'settings-audit-log', path: '/settings/audit-log' },
  { name: 'settings-profile',   path: '/settings/profile' },
  { name: 'settings-sessions',  path: '/settings/sessions' },
  { name: 'settings-privacy',   path: '/settings/privacy' },
  { name: 'settings-account',   path: '/settings/account' },
]

type Row = Record<string, unknown>

async function list(request: APIRequestContext, url: string): Promise<readonly Row[]> {
  const response = await request.get(url)
  return ((await response.json()) as { data: Row[] }).data
}

/**
 * Finds the pages whose pictures have a name for the documentation. Some of their paths contain an id,
 * which differs in each instance.
 */
export async function findNamedPages(
  request: APIRequestContext,
  origin: string,
): Promise<readonly Screenshot[]> {
  const findId = async (path: string, matches: (row: Row) => boolean = () => true) => {
    const row = (await list(request, `${origin}/admin/api${path}`)).find(matches)
    if (row === undefined) throw new Error(`${path} has no such row`)
    return String(row.id)
  }
  const gift = await findId('/gift_requests?limit=100', (row) =>
    JSON.stringify(row).includes('Emil'),
  )
  const campaign = await findId('/campaigns', ({ name }) => name === 'New customer welcome')
  const product = await findId('/products', ({ name }) => name === 'Sparkling wine')
  const oneLink = await findId('/one_links', ({ quantity }) => quantity === 12)
  const send = await findId('/sends?approval=awaiting')
  const endpoint = await findId('/endpoints', ({ url }) => String(url).includes('crm.'))
  const webhooks = `/developers/webhooks/${endpoint}`
  // the service writes the log some seconds after the request
  const logged = await eventually(
    async () => (await list(request, `${origin}/admin/api/requests`))[0],
  )
  return [
    ...fixedPages,
    { name: 'gift', path: `/gift-requests/${gift}` },
    { name: 'campaign', path: `/campaigns/${campaign}` },
    { name: 'campaign-editor', path: `/campaigns/${campaign}/edit` },
    { name: 'product', path: `/catalogue/${product}` },
    { name: 'product-editor', path: `/catalogue/${product}/edit` },
    { name: 'one-link', path: `/one-links/${oneLink}` },
    { name: 'recipient', path: `/recipients/${await findId('/recipients')}` },
    { name: 'send-approval', path: `/sends/${send}` },
    { name: 'developers-endpoint', path: webhooks },
    { name: 'developers-endpoint-day', path: `${webhooks}?tab=day` },
    { name: 'developers-endpoint-testing', path: `${webhooks}?tab=testing` },
    { name: 'developers-endpoint-settings', path: `${webhooks}?tab=settings` },
    { name: 'developers-delivery', path: `/developers/deliveries/${await findId('/deliveries')}` },
    { name: 'developers-event', path: `/developers/events/${await findId('/events')}` },
    { name: 'developers-request', path: `/developers/requests/${logged.id}` },
    { name: 'developers-rotate', path: `/developers/api-keys/${await findId('/api-keys')}/rotate` },
  ]
}

/**
 * Reads the routes of the web app that contain no id. Reads them from the text of the module, because its
 * import would need the types of a browser.
 */
const readRoutes = (list: 'pageRoutes' | 'publicRoutes'): readonly Screenshot[] => {
  const text = readFileSync('packages/web/src/routes.ts', 'utf8').split(`const ${list}`)[1] ?? ''
  const [routes = ''] = text.split('\n]')
  return [...routes.matchAll(/\{ path: '(\/[^':$]*)'/g)].map(([, path = '']) => ({
    name: path.slice(1).replaceAll('/', '-'),
    path,
  }))
}

/** Finds the other pages: a bulk action, and each remaining route without an id. */
export async function findOtherPages(
  named: readonly Screenshot[],
  request: APIRequestContext,
  origin: string,
): Promise<readonly Screenshot[]> {
  const paths = new Set(named.map(({ path }) => path.replace(/\?.*/, '')))
  return [
    ...readRoutes('pageRoutes').filter(({ path }) => !paths.has(path)),
    {
      name: 'bulk-action',
      path: `/gift-requests/bulk-actions/${await startBulkAction(request, origin)}`,
    },
  ]
}

/** Lists the pages of visitors who are not signed in. */
export const listPublicPages = (): readonly Screenshot[] =>
  readRoutes('publicRoutes').map((page) =>
    page.path === '/setup' ? { ...page, prepare: showSetup } : page,
  )

/** Creates an invitation. Returns the page of its link. */
export async function createInvitationPage(
  request: APIRequestContext,
  origin: string,
): Promise<Screenshot> {
  return { name: 'invitation-valid', path: await invite(request, origin) }
}

/** Shows the page of the first start, although the instance already has an account. */
async function showSetup(page: Page): Promise<void> {
  await page.route('**/admin/api/session', async (route) => {
    const response = await route.fetch()
    const session = (await response.json()) as object
    await route.fulfill({ response, json: { ...session, needs_setup: true } })
  })
}

/** Invites a person. Returns the path of the invitation link. */
async function invite(request: APIRequestContext, origin: string): Promise<string> {
  const response = await request.post(`${origin}/admin/api/invitations`, {
    data: { email: 'grace@example.com', name: 'Grace Hopper', role: 'sender' },
    headers: { origin },
  })
  const { url } = (await response.json()) as { url: string }
  return url.slice(origin.length)
}

/** Starts an action that changes some of the gifts. Returns its id. */
async function startBulkAction(request: APIRequestContext, origin: string): Promise<string> {
  const response = await request.post(`${origin}/admin/api/bulk-actions`, {
    data: { request_id: 'screenshots', kind: 'remind', matching: { q: 'a' } },
    headers: { origin },
  })
  const { id } = (await response.json()) as { id: string }
  return id
}
