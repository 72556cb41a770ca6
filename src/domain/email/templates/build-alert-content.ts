import type { Localizer } from '../locales/localizer.ts'
import { optionalQuote } from './build-user-content.ts'
import { type EmailContent, excerpt, toSingleLine } from './email-content.ts'
import type { DigestCause, DigestLine, TemplateData } from './template-data.ts'

/* Emails to users about gifts, codes and endpoints that need attention. */

/**
 * For each cause, the first action that resolves it. The keys are also the list of causes that a digest can
 * contain.
 */
// biome-ignore format: read down the columns
const digestActions = {
  out_of_stock:           'add_stock',
  label_refused:          'correct_address',
  not_accepted:           'see_tracking',
  not_dispatched:         'see_tracking',
  not_delivered:          'see_tracking',
  mail_rejected:          'correct_email',
  not_redeemed:           'remind',
  lost:                   'ship_again',
  returned:               'ship_again',
  lost_and_cancelled:     'send_again',
  returned_and_cancelled: 'send_again',
} as const satisfies Record<DigestCause, string>

export const isDigestCause = (cause: string): cause is DigestCause =>
  Object.hasOwn(digestActions, cause)

/** Builds the daily email to a user about gifts that need attention, and about what is assigned to the user. */
function attentionDigest(
  { lines, count, others, web_url, unsubscribe_url }: TemplateData['attention_digest'],
  localizer: Localizer,
): EmailContent {
  const { t } = localizer
  const more = count - lines.length
  const assigned = t('attention_digest.assigned', { count: others?.count ?? 0 })
  const subject = count === 0 ? assigned : t('attention_digest.subject', { count })
  const action = t('attention_digest.button')
  return {
    subject,
    preview: t('attention_digest.preview'),
    heading: subject,
    paragraphs: [t(count === 0 ? 'attention_digest.preview' : 'attention_digest.body')],
    list: {
      items: [
        ...lines.map((line) => toDigestItem(line, localizer)),
        ...(others === undefined
          ? []
          : [
              {
                title: assigned,
                text: t('attention_digest.assigned_what'),
                action,
                url: others.url,
              },
            ]),
      ],
    },
    button: { label: t('attention_digest.button'), url: web_url },
    notes: [
      ...(more > 0 ? [t('attention_digest.more', { count: more })] : []),
      t('failing_endpoint.once'),
    ],
    footer: t('common.sender_why'),
    decline: {
      label: t('attention_digest.unsubscribe'),
      hint: t('attention_digest.unsubscribe_hint'),
      url: unsubscribe_url,
    },
  }
}

const toDigestItem = (
  { reference, recipient, cause, since, url }: DigestLine,
  { t, formatDate, joinSentences }: Localizer,
) => ({
  title: recipient === '' ? reference : `${recipient} (${reference})`,
  text: joinSentences([
    t(`attention_digest.cause.${cause}`),
    t('attention_digest.since', { date: formatDate(since) }),
  ]),
  action: t(`attention_digest.action.${digestActions[cause]}`),
  url,
})

function lowCodesAlert(
  { variants, web_url }: TemplateData['low_codes'],
  { t }: Localizer,
): EmailContent {
  const isEmpty = variants.some(({ free }) => free === 0)
  return {
    subject: t(isEmpty ? 'low_codes.subjectEmpty' : 'low_codes.subject'),
    preview: t('low_codes.preview'),
    heading: t(isEmpty ? 'low_codes.headingEmpty' : 'low_codes.heading'),
    paragraphs: [t('low_codes.body')],
    list: {
      items: variants.flatMap(({ name, free, waiting }) => [
        { text: t('low_codes.line', { name, number: free }) },
        ...(waiting === 0 ? [] : [{ text: t('low_codes.waiting', { name, number: waiting }) }]),
      ]),
    },
    button: { label: t('low_codes.button'), url: web_url },
    notes: [t('failing_endpoint.once')],
    footer: t('common.sender_why'),
  }
}

const expiringKeysAlert = (
  { keys, web_url }: TemplateData['expiring_keys'],
  { t, formatLastDay }: Localizer,
): EmailContent => ({
  subject: t('expiring_keys.subject'),
  preview: t('expiring_keys.preview'),
  heading: t('expiring_keys.heading'),
  paragraphs: [t('expiring_keys.body')],
  list: {
    items: keys.map(({ name, expires_at }) => ({
      text: t('expiring_keys.line', { name, date: formatLastDay(expires_at) }),
    })),
  },
  button: { label: t('expiring_keys.button'), url: web_url },
  notes: [],
  footer: t('common.sender_why'),
})

function failingEndpointAlert(
  data: TemplateData['failing_endpoint'],
  { t }: Localizer,
): EmailContent {
  const { endpoint, abandoned, attempts, failed } = data
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : endpoint
  return {
    subject: toSingleLine(t('failing_endpoint.subject', { host })),
    preview: t('failing_endpoint.preview'),
    heading: t('failing_endpoint.heading', { host }),
    paragraphs: [
      t('failing_endpoint.body'),
      ...(failed > 0 ? [t('failing_endpoint.share', { failed, attempts })] : []),
      ...(abandoned > 0 ? [t('failing_endpoint.abandoned', { count: abandoned })] : []),
    ],
    list: { items: [{ text: endpoint }] },
    button: { label: t('failing_endpoint.button'), url: data.web_url },
    notes: [t('failing_endpoint.once')],
    footer: t('common.sender_why'),
  }
}

/** Builds the email that tells the sender that claims of a one-link wait for approval. */
const claimsWaitingEmail = (
  { campaign, web_url }: TemplateData['claims_waiting'],
  { t }: Localizer,
): EmailContent => ({
  subject: toSingleLine(t('claims_waiting.subject', { campaign })),
  preview: t('claims_waiting.preview'),
  heading: t('claims_waiting.heading'),
  paragraphs: [t('claims_waiting.body', { campaign })],
  button: { label: t('claims_waiting.button'), url: web_url },
  notes: [t('claims_waiting.once')],
  footer: t('common.sender_why'),
})

/** Builds the email to a member whom a comment mentions. */
const giftCommentEmail = (
  { author, text, gift, reference, web_url }: TemplateData['gift_comment'],
  { t }: Localizer,
): EmailContent => ({
  subject: toSingleLine(`${t('gift_comment.heading', { sender: author })}: ${reference}`),
  preview: excerpt(text),
  heading: t('gift_comment.heading', { sender: author }),
  paragraphs: [],
  ...optionalQuote(t('gift_comment.about', { gift }), text),
  button: { label: t('gift_comment.button'), url: web_url },
  notes: [t('gift_comment.note')],
  footer: t('common.sender_why'),
})

export const alertBuilders = {
  gift_comment: giftCommentEmail,
  claims_waiting: claimsWaitingEmail,
  attention_digest: attentionDigest,
  low_codes: lowCodesAlert,
  expiring_keys: expiringKeysAlert,
  failing_endpoint: failingEndpointAlert,
}
