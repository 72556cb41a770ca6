/**
 * The text that replaces postal addresses in a response. To see an address, a user must give a reason, and
 * the audit log records this.
 */
const redactedText = 'hidden: reveal it on the gift request'

/**
 * Returns a body in the form that users may see. Only the country of a postal address is visible. Bodies
 * without an address stay unchanged.
 */
export function redactAddresses(body: string): string {
  if (!body.includes('"shipping_address"')) return body
  let isRedacted = false
  const value: unknown = JSON.parse(body, (name, each) => {
    if (name !== 'shipping_address' || each === null) return each
    isRedacted = true
    return { name: redactedText, line_1: redactedText, country: each.country }
  })
  return isRedacted ? JSON.stringify(value) : body
}
