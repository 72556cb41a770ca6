/** What stands in a shown body in place of a postal address, which is only revealed with a reason and an audit entry. */
const redactedText = 'hidden: reveal it on the gift request'

/** The text of a body as admins see it: of a direct gift, without the postal address. Otherwise the very text. */
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
