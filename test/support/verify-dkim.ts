import { createHash, createPublicKey, verify } from 'node:crypto'

const relaxedHeader = (line: string) => {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, colon).trim().toLowerCase()}:${value}`
}

const relaxedBody = (body: string) => {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
  while (lines.at(-1) === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\r\n')}\r\n`
}

/** Verifies a DKIM signature (RFC 6376, rsa-sha256, relaxed/relaxed) with the value of the DNS record. */
export function verifyDkim(source: string, record: string): { domain: string; isValid: boolean } {
  const end = source.indexOf('\r\n\r\n')
  const headers = source.slice(0, end).split(/\r\n(?![ \t])/)
  const body = source.slice(end + 4)
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? ''
  const tag = (name: string) =>
    new RegExp(`[;:\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, '') ?? ''
  const remaining = headers.toReversed()
  const signed = tag('h')
    .split(':')
    .flatMap((name) => {
      const index = remaining.findIndex((line) =>
        line.toLowerCase().startsWith(`${name.toLowerCase()}:`),
      )
      return index < 0 ? [] : remaining.splice(index, 1).map(relaxedHeader)
    })
  const unsigned = relaxedHeader(signature.replace(/([;\s])b=[^;]*/, '$1b='))
  const key = createPublicKey({
    key: Buffer.from(/p=([^;]*)/.exec(record)?.[1] ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  })
  const data = Buffer.from([...signed, unsigned].join('\r\n'))
  const bodyHash = createHash('sha256').update(relaxedBody(body)).digest('base64')
  const isValid =
    bodyHash === tag('bh') && verify('sha256', data, key, Buffer.from(tag('b'), 'base64'))
  return { domain: tag('d'), isValid }
}
