import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Verifies the header `X-Twilio-Signature`: Base64 of HMAC-SHA1 over the URL and all parameters, sorted by name, each name
 * followed by its value.
 */
export function hasValidSignature(
  token: string,
  url: string,
  params: URLSearchParams,
  signature: string,
): boolean {
  const sorted = [...params].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const signed = url + sorted.map(([name, value]) => name + value).join('')
  const expected = createHmac('sha1', token).update(signed, 'utf8').digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
