import { isId } from '#platform/lib/ids'
import type { TxContext } from '#platform/postgres/database'
import { getLocalizer } from '../locales/localizer.ts'
import {
  type RenderContext,
  type RenderedEmail,
  renderEmail,
  withTranslation,
} from '../render/render-email.ts'
import { readSender, toIdentity } from '../sender/account-sender.ts'
import { findPhonesOfMessages } from '../sms/phone.ts'
import { buildContent, isKnownTemplate } from '../templates/build-content.ts'
import type { TemplateWithData } from '../templates/template-data.ts'
import { isUserTemplate } from '../templates/user-templates.ts'
import { buildOutgoingEmail, type SenderConfig, toAccountSender, toAddressee } from './envelope.ts'
import { decryptPayload } from './payload-encryption.ts'
import { loadRenderContexts } from './render-contexts.ts'
import { renderSmsRow } from './render-sms-row.ts'
import * as store from './store.ts'
import type { Message, MessageRow } from './tables.ts'

/** Returns the emails of the transaction's account, or of all accounts, newest first. */
export async function list(ctx: TxContext, filter: store.MessageFilter): Promise<Message[]> {
  const rows = await store.list(ctx, filter)
  return toMessages(ctx, rows)
}

/** Returns all emails to an address. */
export async function listByRecipient(ctx: TxContext, email: string): Promise<Message[]> {
  const rows = await store.listByRecipient(ctx, email)
  return toMessages(ctx, rows)
}

async function toMessages(ctx: TxContext, rows: readonly MessageRow[]): Promise<Message[]> {
  const contexts = await loadRenderContexts(ctx, rows)
  const phones = await findPhonesOfMessages(ctx, rows)
  return rows.map((row, index) => ({
    ...toMessage(ctx, row, contexts[index]),
    phone: row.channel === 'sms' ? phones.get(row.gift_request_id ?? '') : undefined,
  }))
}

/** An email and its rendered content; `rendered` is undefined after erasure, and if an earlier release had the template. */
export interface EmailDetail {
  message: Message
  rendered: RenderedEmail | undefined
}

/**
 * Returns an email as shown to users of the account: a link that proves the recipient's identity is
 * replaced by the ordinary link.
 */
export async function find(ctx: TxContext, id: string): Promise<EmailDetail | undefined> {
  const found = await findWithContent(ctx, id, withoutOwnUrl)
  return found === undefined ? undefined : { message: found.message, rendered: found.rendered }
}

/**
 * Returns an email exactly as the recipient gets it, for the mailbox of a staging deployment and for
 * tests.
 */
export async function findAsRecipient(
  ctx: TxContext,
  id: string,
): Promise<EmailDetail | undefined> {
  const found = await findWithContent(ctx, id)
  return found === undefined ? undefined : { message: found.message, rendered: found.rendered }
}

/** Returns the email as it would be sent now, with envelope and headers. */
export async function findOutgoing(ctx: TxContext, id: string, senderConfig: SenderConfig) {
  const found = await findWithContent(ctx, id)
  if (found?.template === undefined || found.rendered === undefined) return undefined
  const { row, template, payload, rendered } = found
  const accountCtx = { ...ctx, account_id: row.account_id }
  const sender = isUserTemplate(row.kind) ? undefined : await readSender(accountCtx)
  const config = sender?.enabled
    ? toAccountSender(senderConfig, toIdentity(accountCtx, sender), found.brandName)
    : senderConfig
  return buildOutgoingEmail(row, template, payload, rendered, config)
}

async function findWithContent(
  ctx: TxContext,
  id: string,
  transform = (template: TemplateWithData) => template,
) {
  const row = isId(id) ? await store.find(ctx, id) : undefined
  if (row === undefined) return undefined
  const [context] = await loadRenderContexts(ctx, [row])
  const [message] = await toMessages(ctx, [row])
  if (message === undefined) throw new Error('the message was not converted')
  const isEmail = row.channel === 'email' && isKnownTemplate(row.kind)
  if (row.encrypted_payload === null || context === undefined || !isEmail) return { row, message }
  const payload = decryptPayload(ctx.deployment, row.id, row.encrypted_payload)
  const template = { kind: row.kind, data: payload.facts } as TemplateWithData
  return {
    row,
    message,
    payload,
    template,
    brandName: context.brandName ?? '',
    rendered: await renderEmail(transform(template), context),
  }
}

/** Replaces links that are for the recipient only by the ordinary link of the gift. */
function withoutOwnUrl(template: TemplateWithData): TemplateWithData {
  const { own_url: _, reminders_url: __, ...data } = template.data as Record<string, unknown>
  return { ...template, data } as unknown as TemplateWithData
}

function toMessage(
  ctx: TxContext,
  row: MessageRow,
  context: RenderContext | undefined,
): Omit<Message, 'phone'> {
  const { encrypted_payload, code: _, dedup_key: __, recipient_locale: ___, ...fields } = row
  if (encrypted_payload === null || context === undefined || !isKnownTemplate(row.kind))
    return { ...fields, to: undefined, subject: undefined }
  if (row.channel === 'sms')
    return {
      ...fields,
      to: { name: '', email: '' },
      subject: renderSmsRow(ctx.deployment, row, context),
    }
  const { to, facts: data } = decryptPayload(ctx.deployment, row.id, encrypted_payload)
  const template = { kind: row.kind, data } as TemplateWithData
  const translated = withTranslation(template, context)
  const localizer = getLocalizer(context.locale, context.timeZone, context.tone)
  const { subject } = buildContent(translated, localizer)
  return { ...fields, to: toAddressee(template, to, localizer.language), subject }
}
