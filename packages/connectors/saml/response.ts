import { SignOnFailure } from '#accounts'
import { readXml } from './xml.ts'

/** The largest response in bytes, before it is parsed. */
const maxBytes = 256 * 1024

const signatureNames = 'http://www.w3.org/2001/04/xmldsig-more#rsa-'
const digestNames = 'http://www.w3.org/2001/04/xmlenc#'
/** The algorithms of signatures, digests, canonicalization and transforms. SHA-1 is broken. */
const algorithms = new Set([
  ...['sha256', 'sha384', 'sha512'].map((name) => `${signatureNames}${name}`),
  ...['sha256', 'sha512'].map((name) => `${digestNames}${name}`),
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
])

interface Expected {
  /** The address to which the provider sends responses. */
  response_url: string
  request_id: string
}

/**
 * Checks the form of a response before the library verifies its signature. A document with a second assertion, with which an
 * attacker would wrap the signed one, is rejected wherever the assertion is. Throws `SignOnFailure`.
 */
export function inspectResponse(encoded: string, { response_url, request_id }: Expected): void {
  // Without white space, the time of the pattern grows only with the length, for every text that a browser can send.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded.replace(/\s+/g, ''))) throw invalid('base64')
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > maxBytes) throw invalid('too_large')
  const statuses: string[] = []
  const roots: { name: string; destination: string | undefined; to: string | undefined }[] = []
  const counts = new Map<string, number>()
  const unknown: string[] = []
  const ids: string[] = []
  const isPlain = readXml(bytes.toString('utf8'), {
    open(name, attribute, path) {
      if (path.length === 1)
        roots.push({ name, destination: attribute('Destination'), to: attribute('InResponseTo') })
      counts.set(name, (counts.get(name) ?? 0) + 1)
      const algorithm = attribute('Algorithm')
      if (algorithm !== undefined && !algorithms.has(algorithm)) unknown.push(algorithm)
      if (name === 'StatusCode') statuses.push(attribute('Value') ?? '')
      const id = attribute('ID') ?? attribute('Id')
      if (id !== undefined) ids.push(id)
    },
  })
  if (!isPlain) throw invalid('xml')
  const [root] = roots
  if (roots.length !== 1 || root?.name !== 'Response') throw invalid('no_response')
  if (counts.get('Response') !== 1) throw invalid('responses')
  rejectStatus(statuses)
  if (counts.has('EncryptedAssertion')) throw invalid('encrypted')
  if (counts.get('Assertion') !== 1) throw invalid('assertions')
  if (unknown.length > 0) throw invalid('algorithm')
  if (new Set(ids).size !== ids.length) throw invalid('ids')
  if (root.destination !== undefined && root.destination !== response_url)
    throw invalid('destination')
  if (root.to !== request_id) throw invalid('in_response_to')
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

function rejectStatus(statuses: readonly string[]): void {
  if (statuses[0] === success) return
  throw new SignOnFailure('denied', statuses.at(-1)?.split(':').at(-1))
}

export const invalid = (detail: string) => new SignOnFailure('invalid_response', detail)
