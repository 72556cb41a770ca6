import { isAddressRejected } from '#platform/lib/mail-rejection'
import { parseMessageRef } from '../outbox/envelope.ts'
import type { Bounce } from './record-bounce.ts'

/**
 * Parses a delivery status notification (RFC 3464). Returns the affected email and the cause. Returns
 * undefined in three cases: the report names no email of this deployment; its action is not `failed`; or the
 * text is other mail to the bounce address, such as an out-of-office reply. `recipient` is the envelope
 * recipient, if the mail server provides it.
 */
export async function parseBounce(
  source: string | Buffer,
  recipient = '',
): Promise<Bounce | undefined> {
  const { simpleParser } = await import('mailparser') // loaded on demand, because it is large and rarely needed
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
    attachments.find(({ contentType }) =>
      /^message\/(?:global-)?delivery-status$/.test(contentType),
    )?.text ?? toDeliveryStatus(report.text ?? '')
  const ref = findMessageRef([
    recipient,
    ...getHeaderValues(report.headerLines, ['to', 'delivered-to', 'x-original-to', 'envelope-to']),
    ...attachments
      .filter(({ contentType }) => /rfc822|^message\/global(?:-headers)?$/.test(contentType))
      .map(({ text }) => /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? ''),
    status,
  ])
  if (ref === undefined) return undefined
  const [, action = ''] = /^action:\s*(\w+)/im.exec(status) ?? []
  const [, code = ''] = /^status:\s*(\d\.\d+\.\d+)/im.exec(status) ?? []
  if (action.toLowerCase() !== 'failed') return undefined
  const [, diagnostic] = /^diagnostic-code:\s*((?:.+)(?:\r?\n[ \t].+)*)/im.exec(status) ?? []
  const reply = diagnostic?.replace(/\s+/g, ' ')
  return {
    ...ref,
    response: (reply ?? report.subject ?? 'the email was returned').slice(0, 500),
    isInvalidAddress: isAddressRejected({ status: code, reply: reply ?? '' }),
  }
}

/**
 * Converts a report of the mail server qmail to a delivery status. The report has no machine-readable part,
 * and begins with a fixed sentence. It reports only failures.
 */
function toDeliveryStatus(text: string): string {
  const [, paragraph] =
    /This is the qmail-send program[\s\S]*?\n<[^\n]+>:\r?\n((?:[^\n]*\S[^\n]*\n)+)/.exec(text) ?? []
  if (paragraph === undefined) return ''
  return `Action: failed\nDiagnostic-Code: smtp; ${paragraph.replace(/\s+/g, ' ')}`
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
