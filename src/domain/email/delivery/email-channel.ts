import type { Deployment } from '#platform/deployment'
import type { MailTransport } from '#platform/lib/smtp'
import { handleRejection } from '../bounces/record-bounce.ts'
import { buildOutgoingEmail, type SenderConfig } from '../outbox/envelope.ts'
import { decryptPayload } from '../outbox/payload-encryption.ts'
import { renderEmail } from '../render/render-email.ts'
import type { TemplateWithData } from '../templates/template-data.ts'
import type { MessageChannel } from './message-channel.ts'

export const createEmailChannel = (
  deployment: Deployment,
  transport: MailTransport,
  senderConfig: SenderConfig,
): MessageChannel => ({
  name: 'email',
  concurrency: transport.concurrency,
  async send(row, context, timeoutMs) {
    if (row.encrypted_payload === null) throw new Error('the email content was erased')
    const payload = decryptPayload(deployment, row.id, row.encrypted_payload)
    const template = { kind: row.kind, data: payload.facts } as TemplateWithData
    const rendered = await renderEmail(template, context)
    const outgoing = buildOutgoingEmail(
      row,
      template,
      payload,
      rendered,
      senderConfig,
      context.fromName,
    )
    return transport.send(outgoing, timeoutMs)
  },
  handleRejection,
})
