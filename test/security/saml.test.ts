import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { type AdminClient, createAdminClient, createAdminTestApp } from '#test/admin-harness'
import { type SamlFaults, startSamlProvider } from '#test/saml-provider'

/*
 * Single sign-on with SAML 2.0, and attacks on it. No forged response may sign a user in.
 */

const testApp = await createAdminTestApp()
const provider = await startSamlProvider()
const { email, id: sender_id } = testApp.sender
const responsePath = '/session/single-sign-on/response'
const newBrowser = () => createAdminClient(testApp.origin)

const admin = await testApp.signIn(testApp.admin)

async function addProvider(client: AdminClient, password: string, metadata: string, name = 'SAML') {
  const { json } = await client.post('/single-sign-on', { kind: 'saml', name })
  const { id, registration } = json.providers.at(-1)
  const body = { name, settings: { metadata }, is_required: false, password }
  const saved = await client.put(`/single-sign-on/${id}`, body)
  assert.equal(saved.status, 200, saved.text)
  return { id, registration }
}
const added = await addProvider(admin, testApp.admin.password, provider.metadata_url)
await testApp.run((ctx) =>
  ctx.query('update access.person set password_hash = null where id = $1', [sender_id]),
)

beforeEach(async () => {
  provider.faults = {}
  provider.rotate('own')
  provider.person = { name_id: 'ada-1', attributes: { email: [email], groups: ['A', 'B'] } }
  await testApp.run(async (ctx) => {
    for (const table of ['sign_in_attempt', 'single_sign_on_identity'])
      await ctx.query(`delete from access.${table}`)
  }, '*')
})

async function start(client: AdminClient, address = email): Promise<string> {
  const { status, json } = await client.post('/session/single-sign-on', { email: address })
  assert.equal(status, 200)
  return json.url
}

async function signOn(client = newBrowser()) {
  const { path_id, query } = await provider.authorize(await start(client))
  const { json } = await client.post(responsePath, { path_id, query })
  return { client, json, path_id, query }
}
const reasonOf = ({ json }: { json: { outcome: string; reason?: string } }) =>
  json.outcome === 'failed' ? json.reason : json.outcome
const latestDetail = async () =>
  (await admin.get('/audit?action=account.fail_single_sign_on')).json.data[0]?.details.detail

describe('single sign-on with SAML', () => {
  it('signs a member in, follows the name id, and confirms the identity', async () => {
    const { client, json } = await signOn()
    assert.deepEqual([json.outcome, json.me?.id], ['signed_in', sender_id])
    provider.person = { name_id: 'ada-1', attributes: { email: ['renamed@example.com'] } }
    assert.equal((await signOn()).json.me.id, sender_id)
    const { url } = (await client.post('/security/single-sign-on')).json
    const { path_id, query } = await provider.authorize(url)
    assert.equal(provider.request.forceAuthn, true)
    assert.equal(reasonOf(await client.post(responsePath, { path_id, query })), 'confirmed')
  })

  it('takes the address from a name id that is an address', async () => {
    provider.person = { name_id: email, attributes: {} }
    assert.equal((await signOn()).json.me.id, sender_id)
  })

  it('registers with an entity id at which its metadata are', async () => {
    const [entity, response] = added.registration.map(({ value }: { value: string }) => value)
    assert.equal(response, `${testApp.origin}/single-sign-on/${added.id}`)
    const metadata = await fetch(entity.replace('localhost', '127.0.0.1'))
    assert.equal(metadata.headers.get('content-type'), 'application/xml; charset=utf-8')
    const xml = await metadata.text()
    assert.ok(xml.includes(`entityID="${entity}"`) && xml.includes(`Location="${response}"`))
    assert.equal((await newBrowser().get('/single-sign-on/x/description')).status, 404)
  })

  it('brings the form of the provider into the page, and nothing else', async () => {
    const { action, query } = await provider.authorize(await start(newBrowser()))
    const post = (body: string) =>
      fetch(action.replace('localhost', '127.0.0.1'), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
    const page = await (await post(query)).text()
    const [, content = ''] = /<meta name="form-response" content="([^"]*)">/.exec(page) ?? []
    assert.equal(content.replaceAll('&amp;', '&'), query)
    const hostile = await (await post('"><script>alert(1)</script>')).text()
    assert.ok(hostile.includes('<meta name="form-response" content="">'))
    assert.equal((await post(`SAMLResponse=${'A'.repeat(400_000)}`)).status, 413)
  })

  it('follows new keys of the provider, and uses the known ones while its address fails', async () => {
    provider.rotate('both')
    assert.equal(reasonOf(await signOn()), 'signed_in')
    provider.faults = { hasOtherKey: true }
    assert.equal(reasonOf(await signOn()), 'signed_in', 'the second of two keys')
    provider.rotate('own')
    assert.equal(reasonOf(await signOn()), 'invalid_response', 'a key that is gone')
  })

  it('names what is wrong with metadata', async () => {
    const { id } = (
      await admin.post('/single-sign-on', { kind: 'saml', name: 'Wrong' })
    ).json.providers.at(-1)
    const cases: [metadata: string, message: RegExp][] = [
      ['no document', /neither an address nor an XML document/],
      ['<!DOCTYPE x [<!ENTITY a "b">]><EntityDescriptor/>', /neither/],
      ['<EntityDescriptor/>', /exactly one/],
      ['<a>'.repeat(30_000), /neither/],
      [provider.metadata.replace('HTTP-Redirect', 'HTTP-POST'), /HTTP-Redirect/],
      [provider.metadata.replace('Location="http:', 'Location="javascript:'), /HTTP-Redirect/],
      [provider.metadata.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, ''), /no certificate/],
      [
        provider.metadata.replace(/(<X509Certificate>)[^<]+/, '$1AAAA'),
        /certificate that is invalid/,
      ],
      ['http://127.0.0.1:1/metadata', /cannot be read/],
    ]
    for (const [metadata, message] of cases) {
      const body = {
        ...{ name: 'Wrong', settings: { metadata }, is_required: false },
        password: testApp.admin.password,
      }
      const { status, json } = await admin.put(`/single-sign-on/${id}`, body)
      assert.deepEqual([status, json.errors[0].param], [422, 'settings.metadata'], metadata)
      assert.match(json.errors[0].message, message)
    }
    const { password } = testApp.admin
    assert.equal((await admin.post(`/single-sign-on/${id}/remove`, { password })).status, 204)
  })
})

describe('a SAML response', () => {
  const past = new Date(Date.now() - 3_600_000).toISOString()
  const future = new Date(Date.now() + 3_600_000).toISOString()
  const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
  const evilAssertion = (xml: string) =>
    (assertion.exec(xml)?.[0] ?? '')
      .replace(/<(\w+:)?Signature[\s\S]*<\/(\w+:)?Signature>/, '')
      .replace(/ID="[^"]*"/, 'ID="_evil"')
      .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1victim')
  // biome-ignore format: one attack a line
  const attacks: Record<string, SamlFaults> = {
    'without a signature': { isUnsigned: true },
    'with the key of another provider': { hasOtherKey: true },
    'of another issuer': { values: { issuer: 'https://login.example.com' } },
    'for another audience': { values: { audience: 'https://other.example.com' } },
    'for another recipient': { values: { recipient: 'https://other.example.com' } },
    'for another destination': { values: { destination: 'https://other.example.com' } },
    'to another request': { values: { response_to: '_other', confirmed_to: '_other' } },
    'whose assertion answers another request': { values: { confirmed_to: '_other' } },
    'without a request': { after: (xml) => xml.replace(/(<samlp:Response[^>]*) InResponseTo="[^"]*"/, '$1') },
    'whose assertion names no request': { before: (xml) => xml.replace(/(Data[^>]*) InResponseTo="[^"]*"/, '$1') },
    'that has expired': { values: { not_on_or_after: past } },
    'whose confirmation has expired': { values: { confirmed_until: past } },
    'without an end of the confirmation': { before: (xml) => xml.replace(/(Data) NotOnOrAfter="[^"]*"/, '$1') },
    'from the future': { values: { not_before: future } },
    'issued an hour ago': { values: { issued_at: past } },
    'without conditions': { before: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') },
    'without an authentication': { before: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') },
    'with another confirmation method': { values: { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' } },
    'with an empty name id': { values: { name_id: '' } },
    'with a transient name id': { values: { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } },
    'signed with SHA-1': { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    'with a changed name id': { after: (xml) => xml.replace('>ada-1<', '>ada-2<') },
    'with a comment in the name id': { before: (xml) => xml.replace('>ada-1<', '>ada-1.evil<'), after: (xml) => xml.replace('>ada-1.evil<', '>ada-1<!-- -->.evil<') },
    'with a document type': { after: (xml) => `<!DOCTYPE x [<!ENTITY a "ada-1">]>${xml}` },
    'with entities that grow': { after: (xml) => `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace('>ada-1<', '>&b;<')}` },
    'with a processing instruction': { after: (xml) => xml.replace('>ada-1<', '>ada-1<?x y?><') },
    'with a CDATA section': { after: (xml) => xml.replace('>ada-1<', '><![CDATA[ada-1]]><') },
    'with a forged assertion before the signed one': { after: (xml) => xml.replace(assertion, (signed) => evilAssertion(xml) + signed) },
    'with a forged assertion after the signed one': { after: (xml) => xml.replace(assertion, (signed) => signed + evilAssertion(xml)) },
    'with the signed assertion inside a forged one': { after: (xml) => xml.replace(assertion, (signed) => evilAssertion(xml).replace('</saml:Assertion>', `${signed}</saml:Assertion>`)) },
    'with the signed assertion in extensions': { after: (xml) => xml.replace(assertion, (signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${evilAssertion(xml)}`) },
    'with the signed assertion in the signature of a forged one': { after: (xml) => xml.replace(assertion, (signed) => evilAssertion(xml).replace('<saml:Subject>', `<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Object>${signed}</ds:Object></ds:Signature><saml:Subject>`)) },
    'with the id of the signed assertion twice': { after: (xml) => xml.replace('<samlp:Status>', `<samlp:Status ID="${/Assertion [^>]*ID="([^"]*)"/.exec(xml)?.[1]}">`) },
    'inside another response': { after: (xml) => `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${xml}</samlp:Response>` },
    'that is nested too deep': { after: (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}<samlp:Status>`) },
    'that is no XML': { after: () => 'not xml' },
    'that is another message': { after: (xml) => xml.replaceAll('samlp:Response', 'samlp:LogoutResponse') },
  }
  for (const [name, faults] of Object.entries(attacks))
    it(`${name} is rejected`, async () => {
      provider.faults = faults
      const { client, json } = await signOn()
      assert.equal(reasonOf({ json }), 'invalid_response')
      assert.equal((await client.get('/sessions')).status, 401)
      assert.match((await latestDetail()) ?? '', /^\w+$/)
      provider.faults = {}
      assert.equal(reasonOf(await signOn()), 'signed_in', 'the honest provider')
    })

  it('that denies the sign-in is reported as denied', async () => {
    const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder'
    provider.faults = { values: { status }, before: (xml) => xml.replace(assertion, '') }
    provider.faults = { ...provider.faults, isUnsigned: true }
    assert.equal(reasonOf(await signOn()), 'denied')
    assert.equal(await latestDetail(), 'Responder')
  })

  it('is used once, in the browser that asked for it', async () => {
    const client = newBrowser()
    const { path_id, query } = await provider.authorize(await start(client))
    assert.equal(reasonOf(await newBrowser().post(responsePath, { path_id, query })), 'expired')
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => client.post(responsePath, { path_id, query })),
    )
    assert.deepEqual(responses.map(reasonOf).sort(), ['expired', 'expired', 'signed_in'])
    const next = await provider.authorize(await start(client))
    const replayed = new URLSearchParams(query)
    replayed.set('RelayState', new URLSearchParams(next.query).get('RelayState') ?? '')
    const body = { path_id, query: replayed.toString() }
    assert.equal(reasonOf(await client.post(responsePath, body)), 'invalid_response')
  })

  it('that no one asked for is rejected', async () => {
    const { path_id, query } = await provider.authorize(await start(newBrowser()))
    const unasked = new URLSearchParams(query)
    unasked.delete('RelayState')
    const body = { path_id, query: unasked.toString() }
    assert.equal(reasonOf(await newBrowser().post(responsePath, body)), 'expired')
  })

  it('that is too large is rejected before it is parsed', async () => {
    const client = newBrowser()
    const { path_id, query } = await provider.authorize(await start(client))
    const large = new URLSearchParams(query)
    large.set('SAMLResponse', Buffer.from(`<a>${' '.repeat(280_000)}</a>`).toString('base64'))
    const body = { path_id, query: large.toString() }
    assert.equal(reasonOf(await client.post(responsePath, body)), 'invalid_response')
    assert.equal(await latestDetail(), 'too_large')
  })

  it('that takes long to read is rejected at once', async () => {
    const hostile = [
      `${' '.repeat(100_000)}!`,
      Buffer.from('<a>'.repeat(60_000)).toString('base64'),
    ]
    for (const encoded of hostile) {
      const client = newBrowser()
      const { path_id, query } = await provider.authorize(await start(client))
      const slow = new URLSearchParams(query)
      slow.set('SAMLResponse', encoded)
      const startedAt = performance.now()
      const response = await client.post(responsePath, { path_id, query: slow.toString() })
      assert.equal(reasonOf(response), 'invalid_response')
      assert.ok(performance.now() - startedAt < 2_000, 'it blocked the process')
    }
  })

  it('of the provider of another account signs no one in', async () => {
    const other = await testApp.createAccount('Elsewhere')
    const stranger = await testApp.createUser('admin', other.id)
    const own = await addProvider(
      await testApp.signIn(stranger),
      stranger.password,
      provider.metadata,
    )
    const client = newBrowser()
    const { query } = await provider.authorize(await start(client))
    const body = { path_id: own.id, query }
    assert.equal(reasonOf(await client.post(responsePath, body)), 'expired')
    const theirs = newBrowser()
    const response = await provider.authorize(await start(theirs, stranger.email))
    provider.person = { name_id: 'x', attributes: { email: [testApp.admin.email] } }
    assert.notEqual(response.path_id, added.id)
    const forged = { path_id: added.id, query: response.query }
    assert.equal(reasonOf(await theirs.post(responsePath, forged)), 'expired')
  })
})
