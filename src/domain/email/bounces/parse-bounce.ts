import { parseMessageRef } from '../outbox/envelope.ts'
import type { Bounce } from './record-bounce.ts'

/**
 * Parses a delivery status notification (RFC 3464) into the affected email and the cause. Returns
 * undefined for a report that names no email of this deployment, for a delay, and for other mail to the
 * bounce address, such as out-of-office replies. `recipient` is the envelope recipient, if the mail
 * server provides it.
 */
export async function parseBounce(
  source: string | Buffer,
  recipient = '',
): Promise<Bounce | undefined> {
  const { simpleParser } = await import('mailparser') // large, and rarely needed
  const report = await simpleParser(source, {
    skipHtmlToText: true,
    skipTextToHtml: true,
    keepDeliveryStatus: true,
  })
  const attachments = report.attachments.map(({ contentType, content }) => ({
    contentType,
    text: content.toString(),
  }))
  const status =
    attachments.find(({ contentType }) => contentType === 'message/delivery-status')?.text ?? ''
  const ref = findMessageRef([
    recipient,
    ...getHeaderValues(report.headerLines, ['to', 'delivered-to', 'x-original-to', 'envelope-to']),
    ...attachments
      .filter(({ contentType }) => /rfc822/.test(contentType))
      .map(({ text }) => /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? ''),
    status,
  ])
  if (ref === undefined) return undefined
  const [, action = ''] = /^action:\s*(\w+)/im.exec(status) ?? []
  const [, code = ''] = /^status:\s*(\d\.\d+\.\d+)/im.exec(status) ?? []
  if (action.toLowerCase() !== 'failed' || code.startsWith('4')) return undefined
  const [, diagnostic] = /^diagnostic-code:\s*((?:.+)(?:\r?\n[ \t].+)*)/im.exec(status) ?? []
  return {
    ...ref,
    response: (diagnostic ?? report.subject ?? 'the email was returned')
      .replace(/\s+/g, ' ')
      .slice(0, 500),
    isInvalidAddress: /^5\.1\.[012346]$|^5\.2\.1$|^5\.0\.0$/.test(code),
  }
}

function findMessageRef(texts: readonly string[]): ReturnType<typeof parseMessageRef> {
  for (const text of texts) {
    const ref = parseMessageRef(text)
    if (ref !== undefined) return ref
  }
  return undefined
}

const getHeaderValues = (
  lines: readonly { key: string; line: string }[],
  names: readonly string[],
): string[] => lines.filter(({ key }) => names.includes(key)).map(({ line }) => line)
