import { parseMessageRef } from '../outbox/envelope.ts'
import type { Bounce } from './record-bounce.ts'

/**
 * What a mail that came back says (RFC 3464): which of ours it is about, and whether that is final.
 * Undefined when it names none of ours, when it only tells
 * of a delay, and when it is no report: an absence note comes to the same address. `recipient` is where it was sent, when
 * the mail server says so beside the mail itself.
 */
export async function parseBounce(
  source: string | Buffer,
  recipient = '',
): Promise<Bounce | undefined> {
  const { simpleParser } = await import('mailparser') // heavy, and seldom needed
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
    response: (diagnostic ?? report.subject ?? 'it came back').replace(/\s+/g, ' ').slice(0, 500),
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
