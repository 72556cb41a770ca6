import { toSmtpAddress } from '#contract'
import type { Mailbox, OutgoingEmail } from '#email'
import { lazyPackage } from '#platform/lib/lazy-package'

export const loadNodemailer = lazyPackage<typeof import('nodemailer')>('nodemailer')

/** Renders the email in the format in which it is sent. */
export async function toRawMessage(mail: OutgoingEmail): Promise<string> {
  const composer = loadNodemailer().createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  })
  const { message } = await composer.sendMail(toNodemailerMessage(mail))
  return message.toString()
}

export const toNodemailerMessage = (mail: OutgoingEmail) => ({
  messageId: mail.message_id,
  from: toNodemailerAddress(mail.from),
  to: toNodemailerAddress(mail.to),
  ...(mail.reply_to === undefined ? {} : { replyTo: toNodemailerAddress(mail.reply_to) }),
  envelope: { from: mail.envelope_from, to: [toSmtpAddress(mail.to.email)] },
  subject: toSingleLine(mail.subject),
  text: mail.text,
  html: mail.html,
  date: mail.date,
  ...(mail.dkim && {
    dkim: {
      domainName: mail.dkim.domain,
      keySelector: mail.dkim.selector,
      privateKey: mail.dkim.private_key,
      headerFieldNames: signedHeaders,
    },
  }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': mail.language,
    ...(mail.unsubscribe_url === undefined
      ? {}
      : { 'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribe_url}>` } }),
    ...(mail.unsubscribes_with_one_click === true && {
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

const toNodemailerAddress = ({ name, email }: Mailbox) => ({
  name: toSingleLine(name),
  address: email,
})

/** Replaces control characters by spaces, because a header is one line. */
export const toSingleLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** One-click unsubscription requires that its headers are signed (RFC 8058 §4). */
const signedHeaders =
  'from:reply-to:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post'
