import { X509Certificate } from 'node:crypto'
import type { ProviderRules } from '#accounts'
import { createGuardedFetch } from '#platform/http-client/guarded-fetch'
import { RequestFailure } from '#platform/http-client/guarded-request'
import { type Open, readXml } from './xml.ts'

/** What sign-in needs from the metadata of a provider. */
export type ProviderMetadata = Readonly<{
  entity_id: string
  /** Where the browser brings requests, with the binding HTTP-Redirect. */
  sign_in_url: string
  /** The certificates of the keys that sign assertions, base64 without line breaks. Several while the keys change. */
  certificates: string[]
}>

export type MetadataResult = { metadata: ProviderMetadata } | { problem: string }

const maxBytes = 256 * 1024
const defaultTimeoutMs = 5_000
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text.trim())

/** Reads metadata from a text, which is the document or its address. */
export async function readMetadata(text: string, rules: ProviderRules): Promise<MetadataResult> {
  if (!isAddress(text)) return parseMetadata(text.trim(), rules)
  const document = await requestDocument(text.trim(), rules)
  return 'problem' in document ? document : parseMetadata(document.xml, rules)
}

async function requestDocument(
  url: string,
  { timeoutMs = defaultTimeoutMs, ...rules }: ProviderRules,
): Promise<{ xml: string } | { problem: string }> {
  if (!isEndpoint(url, rules)) return { problem: 'must begin with https://, or be the document' }
  try {
    const get = createGuardedFetch({ ...rules, timeoutMs, maxBytes })
    const headers = { accept: 'application/samlmetadata+xml, application/xml, text/xml' }
    const response = await get(url, { method: 'GET', headers })
    if (response.status !== 200)
      return { problem: `cannot be read: the address responds with ${response.status}` }
    return { xml: await response.text() }
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    return { problem: `cannot be read at this address: ${error.code.replaceAll('_', ' ')}` }
  }
}

const isEndpoint = (url: string | undefined, { allowPrivate }: ProviderRules): url is string =>
  url !== undefined &&
  URL.canParse(url) &&
  (new URL(url).protocol === 'https:' || (allowPrivate && new URL(url).protocol === 'http:'))

/** Parses the metadata of exactly one identity provider. */
function parseMetadata(xml: string, rules: ProviderRules): MetadataResult {
  const found = collect(xml)
  if (found === undefined) return { problem: 'is neither an address nor an XML document' }
  const { entities, signInUrl, certificates } = found
  const [entity_id = ''] = entities
  if (entities.length !== 1 || entity_id === '')
    return { problem: 'must describe exactly one identity provider' }
  if (!isEndpoint(signInUrl, rules))
    return { problem: 'has no SingleSignOnService with HTTP-Redirect and an https:// address' }
  if (certificates.length === 0) return { problem: 'has no certificate for signing' }
  const weak = certificates.find((each) => !isStrong(each))
  if (weak !== undefined)
    return {
      problem: 'has a certificate that is invalid, or whose key is no RSA key of 2,048 bits',
    }
  return { metadata: { entity_id, sign_in_url: signInUrl, certificates } }
}

/** Collects the parts of the first descriptor of an identity provider. Returns undefined for an invalid document. */
function collect(xml: string) {
  const entities: string[] = []
  const certificates: string[] = []
  let signInUrl: string | undefined
  let isForSigning = false
  const open: Open = (name, attribute, path) => {
    if (name === 'EntityDescriptor') entities.push(attribute('entityID') ?? '')
    if (!path.includes('IDPSSODescriptor')) return
    if (name === 'KeyDescriptor') isForSigning = attribute('use') !== 'encryption'
    if (name === 'SingleSignOnService' && attribute('Binding') === redirectBinding)
      signInUrl ??= attribute('Location')
  }
  const isValid = readXml(xml, {
    open,
    text(text, path) {
      if (isForSigning && path.at(-1) === 'X509Certificate' && path.includes('IDPSSODescriptor'))
        certificates.push(text.replace(/\s+/g, ''))
    },
  })
  return isValid ? { entities, signInUrl, certificates: certificates.filter(Boolean) } : undefined
}

/** Returns whether a certificate has an RSA key, the only kind that the library verifies, of a sufficient length. */
function isStrong(certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'))
    const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {}
    return publicKey.asymmetricKeyType === 'rsa' && modulusLength >= 2_048
  } catch {
    return false
  }
}
