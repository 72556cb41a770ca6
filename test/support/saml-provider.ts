import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { createSelfSignedCertificate } from '#test/self-signed-certificate'

/*
 * A SAML 2.0 identity provider of the package samlify: it parses the request, and signs the assertion. A test changes
 * `faults` to make it lie.
 */

/** The part of samlify that this file uses. Its own types would add those of the DOM to the whole program. */
interface Samlify {
  setSchemaValidator(validator: { validate: (xml: string) => Promise<string> }): void
  IdentityProvider(settings: Record<string, unknown>): {
    parseLoginRequest(
      sp: Service,
      binding: 'redirect',
      request: { query: Record<string, string> },
    ): Promise<{ extract: { request: { id: string } } }>
    createLoginResponse(
      sp: Service,
      request: object,
      binding: 'post',
      user: object,
      replaceTags: () => { id: string; context: string },
    ): Promise<{ context: string }>
  }
  ServiceProvider(settings: { metadata: string }): Service
  Utility: { inflateString(text: string): string }
}
interface Service {
  entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: 'post'): string }
}
/** Renders the page that posts the response to the service. */
const renderForm = ({ action, query }: { action: string; query: string }) =>
  `<form method="post" action="${action}">${[...new URLSearchParams(query)]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}</form><script>document.forms[0].submit()</script>`

type Idp = ReturnType<Samlify['IdentityProvider']>

const samlify = createRequire(import.meta.url)('samlify') as Samlify

samlify.setSchemaValidator({ validate: async () => 'not validated' })

const { key, cert } = createSelfSignedCertificate(24, 'rsa')
const others = createSelfSignedCertificate(24, 'rsa')

interface SamlPerson {
  name_id: string
  format?: string
  attributes: Record<string, readonly string[]>
}

export interface SamlFaults {
  /** Members of the response to replace. */
  values?: Partial<Record<keyof ReturnType<typeof createValues>, string>>
  /** Changes the document before the provider signs it. */
  before?: (xml: string) => string
  /** Changes the signed document. */
  after?: (xml: string) => string
  isUnsigned?: boolean
  /** True to sign with a key that the metadata does not have. */
  hasOtherKey?: boolean
  algorithm?: string
}

export interface SamlProvider {
  entity_id: string
  metadata: string
  metadata_url: string
  person: SamlPerson
  faults: SamlFaults
  /** The last request that the provider has parsed. */
  request: { id: string; forceAuthn: boolean }
  /** Opens the URL as a browser does, and returns the form that the browser posts. */
  authorize(url: string): Promise<{ path_id: string; query: string; action: string }>
  /** Serves metadata with these keys only. The default is the key of the provider. */
  rotate(kind: 'own' | 'other' | 'both'): void
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** Starts the provider, with its metadata on a local port. */
export async function startSamlProvider(): Promise<SamlProvider> {
  let certificates: readonly string[] = [cert]
  const server = createServer(async ({ url = '' }, response) => {
    const isMetadata = url === '/metadata'
    const type = isMetadata ? 'application/samlmetadata+xml' : 'text/html'
    response.writeHead(200, { 'content-type': type })
    response.end(isMetadata ? provider.metadata : renderForm(await authorize(`${origin}${url}`)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entity_id = `${origin}/entity`
  const provider: SamlProvider = {
    entity_id,
    get metadata() {
      return renderMetadata(origin, entity_id, certificates)
    },
    metadata_url: `${origin}/metadata`,
    person: { name_id: 'unset', attributes: {} },
    faults: {},
    request: { id: '', forceAuthn: false },
    authorize,
    rotate(kind) {
      certificates = kind === 'both' ? [others.cert, cert] : [kind === 'own' ? cert : others.cert]
    },
  }

  async function authorize(url: string) {
    const query = Object.fromEntries(new URL(url).searchParams)
    const sp = await readService(query)
    const { faults, person } = provider
    const idp = samlify.IdentityProvider({
      metadata: renderMetadata(origin, entity_id, [cert]),
      privateKey: faults.hasOtherKey ? others.key : key,
      requestSignatureAlgorithm: faults.algorithm ?? rsaSha256,
      isAssertionEncrypted: false,
    })
    const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query })
    const { id } = extract.request
    const [, forced] = /ForceAuthn="(\w+)"/.exec(inflate(query.SAMLRequest ?? '')) ?? []
    provider.request = { id, forceAuthn: forced === 'true' }
    const action = sp.entityMeta.getAssertionConsumerService('post')
    const values = createValues({
      ...{ entity_id, person, request: id },
      ...{ recipient: action, audience: sp.entityMeta.getEntityID() },
    })
    const xml = render({ ...values, ...faults.values }, person)
    const context = faults.before?.(xml) ?? xml
    const signed = faults.isUnsigned ? context : await sign(idp, sp, values.response_id, context)
    const document = faults.after?.(signed) ?? signed
    const form = new URLSearchParams({
      SAMLResponse: Buffer.from(document).toString('base64'),
      RelayState: query.RelayState ?? '',
    })
    const [, path_id = ''] = /\/single-sign-on\/([\w-]+)$/.exec(action) ?? []
    return { path_id, query: form.toString(), action }
  }

  return provider
}

async function sign(idp: Idp, sp: Service, id: string, context: string): Promise<string> {
  const request = { extract: {} }
  const response = await idp.createLoginResponse(sp, request, 'post', {}, () => ({ id, context }))
  return Buffer.from(response.context, 'base64').toString()
}

/** Reads the metadata of the service at the issuer of the request, as the provider's admin does once. */
async function readService(query: Record<string, string>): Promise<Service> {
  const request = inflate(query.SAMLRequest ?? '')
  const [, issuer = ''] = /<saml\w*:Issuer[^>]*>([^<]+)</.exec(request) ?? []
  const response = await fetch(issuer.replace('localhost', '127.0.0.1'))
  if (response.status !== 200) throw new Error(`no metadata at ${issuer}: ${response.status}`)
  return samlify.ServiceProvider({ metadata: await response.text() })
}

const inflate = (text: string): string => samlify.Utility.inflateString(text)

function createValues(input: {
  entity_id: string
  person: SamlPerson
  request: string
  recipient: string
  audience: string
}) {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return {
    response_id: `_r${randomBytes(12).toString('hex')}`,
    assertion_id: `_a${randomBytes(12).toString('hex')}`,
    issuer: input.entity_id,
    destination: input.recipient,
    recipient: input.recipient,
    audience: input.audience,
    response_to: input.request,
    confirmed_to: input.request,
    status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    issued_at: at(0),
    authenticated_at: at(0),
    not_before: at(-5_000),
    not_on_or_after: at(300_000),
    confirmed_until: at(300_000),
    name_id: input.person.name_id,
    format: input.person.format ?? (input.person.name_id.includes('@') ? emailFormat : persistent),
  }
}

const assertionNs = 'urn:oasis:names:tc:SAML:2.0:assertion'

const renderAssertion = (
  v: ReturnType<typeof createValues>,
  { attributes }: Pick<SamlPerson, 'attributes'>,
): string =>
  `<saml:Assertion xmlns:saml="${assertionNs}" ID="${v.assertion_id}" Version="2.0" IssueInstant="${v.issued_at}">` +
  `<saml:Issuer>${v.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${v.format}">${v.name_id}</saml:NameID>` +
  `<saml:SubjectConfirmation Method="${v.method}"><saml:SubjectConfirmationData NotOnOrAfter="${v.confirmed_until}" ` +
  `Recipient="${v.recipient}" InResponseTo="${v.confirmed_to}"/></saml:SubjectConfirmation></saml:Subject>` +
  `<saml:Conditions NotBefore="${v.not_before}" NotOnOrAfter="${v.not_on_or_after}"><saml:AudienceRestriction>` +
  `<saml:Audience>${v.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
  `<saml:AuthnStatement AuthnInstant="${v.authenticated_at}" SessionIndex="_s1"><saml:AuthnContext>` +
  `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>` +
  `</saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${Object.entries(attributes)
    .map(
      ([name, values]) =>
        `<saml:Attribute Name="${name}">${values
          .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
          .join('')}</saml:Attribute>`,
    )
    .join('')}</saml:AttributeStatement></saml:Assertion>`

const render = (v: ReturnType<typeof createValues>, person: SamlPerson): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="${assertionNs}" ID="${v.response_id}" ` +
  `Version="2.0" IssueInstant="${v.issued_at}" Destination="${v.destination}" InResponseTo="${v.response_to}">` +
  `<saml:Issuer>${v.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${v.status}"/></samlp:Status>` +
  `${renderAssertion(v, person)}</samlp:Response>`

const renderMetadata = (origin: string, entity_id: string, certificates: readonly string[]) =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entity_id}">` +
  `<IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates
    .map(
      (pem) =>
        `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${pem
          .replace(/-----[^-]+-----/g, '')
          .trim()}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`,
    )
    .join('')}` +
  `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso"/>` +
  `</IDPSSODescriptor></EntityDescriptor>`
