/** Replaces a postal address in a displayed body. Revealing the address requires a reason and writes an audit entry. */
const redactedText = 'hidden: reveal it on the gift request'

/** Returns the body as admins see it. The postal address of a direct gift is replaced; other bodies are unchanged. */
export function redactAddresses(body: string): string {
  if (!body.includes('"shipping_address"')) return body
  let isRedacted = false
  const value: unknown = JSON.parse(body, (name, each) => {
    if (name !== 'shipping_address' || each === null) return each
    isRedacted = true
    return redactedText
  })
  return isRedacted ? JSON.stringify(value) : body
}
