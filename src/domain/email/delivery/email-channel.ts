import * as connections from '#connections'
import type { Deployment } from '#platform/deployment'
import type { MailTransport } from '#platform/lib/mail-transport'
import { handleRejection } from '../bounces/record-bounce.ts'
import { buildOutgoingEmail, type SenderConfig, toAccountSender } from '../outbox/envelope.ts'
import { decryptPayload } from '../outbox/payload-encryption.ts'
import { renderEmail } from '../render/render-email.ts'
import { findAccountsWithSender } from '../sender/account-sender.ts'
import type { TransportCache } from '../sender/transport-cache.ts'
import type { TemplateWithData } from '../templates/template-data.ts'
import { type MessageChannel, ownTimeoutMs, waiting } from './message-channel.ts'

/**
 * Creates the channel of emails. An account with an address of its own sends from it, through its connection or through the
 * server of the installation. While that fails, its emails wait: none leaves from another address.
 */
export const createEmailChannel = (
  deployment: Deployment,
  installation: MailTransport | undefined,
  senderConfig: SenderConfig,
  cache: TransportCache,
): MessageChannel => ({
  name: 'email',
  concurrency: installation?.concurrency ?? defaultConcurrency,
  findServedAccounts:
    installation === undefined
      ? async (ctx) => {
          const connected = new Set(await connections.findAccountsWith(ctx, 'mail'))
          return (await findAccountsWithSender(ctx)).filter((id) => connected.has(id))
        }
      : undefined,
  async send(row, context, timeoutMs) {
    const { own, identity, brandName = '' } = context
    if (own.kind === 'unusable') return waiting(own.problem)
    const transport =
      own.kind === 'usable'
        ? cache.open({ ...own, open: () => own.open() as MailTransport })
        : installation
    if (transport === undefined) return waiting('no mail server is set up')
    if (row.encrypted_payload === null) throw new Error('the email content was erased')
    const payload = decryptPayload(deployment, row.id, row.encrypted_payload)
    const template = { kind: row.kind, data: payload.facts } as TemplateWithData
    const rendered = await renderEmail(template, context)
    const config = identity ? toAccountSender(senderConfig, identity, brandName) : senderConfig
    const outgoing = buildOutgoingEmail(row, template, payload, rendered, config)
    return transport.send(outgoing, own.kind === 'usable' ? ownTimeoutMs : timeoutMs)
  },
  handleRejection,
})

const defaultConcurrency = 5
