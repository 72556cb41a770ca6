/** Replaces postal addresses in a response. Revealing an address requires a reason and writes an audit entry. */
const redactedText = 'hidden: reveal it on the gift request'

/** Returns the body as users see it. Of a postal address, only the country is shown; other bodies are unchanged. */
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
