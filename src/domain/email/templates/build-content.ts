import { classifyAddressProblem } from '#platform/lib/address-problem'
import { fullName, greetingName } from '#platform/lib/person-name'
import type { Localizer } from '../locales/localizer.ts'
import { alertBuilders } from './build-alert-content.ts'
import { approvalBuilders } from './build-approval-content.ts'
import { claimBuilders } from './build-claim-content.ts'
import {
  optionalQuote,
  problemReportEmail,
  senderEmail,
  userBuilders,
} from './build-user-content.ts'
import { type EmailContent, excerpt, splitParagraphs, toSingleLine } from './email-content.ts'
import { deadlineReceipt, donationReceipt, itemReceipt } from './receipt.ts'
import type {
  RecipientEmailData,
  RecipientTemplateName,
  TemplateData,
  TemplateWithData,
} from './template-data.ts'

/** The content builders. To add a template, add its builder here. */
const builders: {
  [Kind in TemplateWithData['kind']]: (
    data: TemplateData[Kind],
    localizer: Localizer,
  ) => EmailContent
} = {
  invitation: (data, localizer) => ({
    ...messageEmail('invitation', data, localizer),
    subject: toSingleLine(data.message.subject),
    preview: excerpt(data.message.body),
    message: { text: data.message.body, isQuote: false },
    notes: [expiryNote(data, localizer)],
    decline: declineLink(data, localizer),
  }),
  announcement: (data, localizer) => ({
    ...messageEmail('announcement', data, localizer),
    subject: toSingleLine(data.message.subject),
    preview: excerpt(data.message.body),
    message: { text: data.message.body, isQuote: false },
    notes: [localizer.t(data.is_digital ? 'announcement.afterDigital' : 'announcement.after')],
  }),
  reminder: (data, localizer) => reminderEmail('reminder', data, localizer),
  expiring: (data, localizer) => reminderEmail('expiring', data, localizer, data.days),
  redeemed: (data, localizer) => statusEmail('redeemed', data, localizer),
  ready: (data, localizer) => statusEmail('ready', withOwnUrl(data), localizer),
  donated: (data, localizer) => ({
    ...statusEmail('donated', data, localizer),
    receipt: donationReceipt(data.donations, localizer),
  }),
  code_replaced: (data, localizer) => statusEmail('code_replaced', withOwnUrl(data), localizer),
  dispatched: (data, localizer) => ({
    ...statusEmail('dispatched', data, localizer),
    ...itemReceipt(data.items, localizer, { title: 'dispatched.items', tracking: data.tracking }),
  }),
  delivered: (data, localizer) => statusEmail('delivered', withOwnUrl(data), localizer),
  shipping_problem: shippingProblemEmail,
  delivery_failed: (data, localizer) => statusEmail('delivery_failed', withOwnUrl(data), localizer),
  link_resend: (data, localizer) => ({
    ...statusEmail('link_resend', data, localizer),
    receipt: deadlineReceipt(data, localizer),
  }),
  ...claimBuilders,
  recipient_link: (data, localizer) => ({
    ...statusEmail('recipient_link', withOwnUrl(data), localizer),
    notes: [localizer.t('recipient_link.minutes', { count: data.minutes })],
  }),
  content_link: (data, localizer) => ({
    ...statusEmail('content_link', withOwnUrl(data), localizer),
    notes: [localizer.t('recipient_link.minutes', { count: data.minutes })],
  }),
  parcel_lost: (data, localizer) => statusEmail('parcel_lost', data, localizer),
  parcel_returned: (data, localizer) => statusEmail('parcel_returned', data, localizer),
  gift_cancelled: (data, localizer) => statusEmail('gift_cancelled', data, localizer),
  gift_backordered: (data, localizer) => ({
    ...statusEmail('gift_backordered', data, localizer),
    ...(data.is_digital && {
      preview: localizer.t('gift_backordered.digital'),
      paragraphs: [localizer.t('gift_backordered.digital')],
    }),
  }),
  gift_expired: (data, localizer) => statusEmail('gift_expired', data, localizer),
  problem_answer: (data, localizer) => ({
    ...statusEmail('problem_answer', data, localizer),
    preview: excerpt(data.text),
    message: { text: data.text, isQuote: true },
  }),
  gift_changed: (data, localizer) => ({
    ...statusEmail('gift_changed', data, localizer),
    notes: [localizer.t('gift_changed.note')],
  }),
  gift_not_changed: (data, localizer) => statusEmail('gift_not_changed', data, localizer),

  thank_you_note: (data, localizer) => ({
    ...senderEmail('thank_you_note', data, localizer),
    preview: excerpt(data.text),
    paragraphs: [],
    message: { lead: localizer.t('thank_you_note.body'), text: data.text, isQuote: true },
  }),
  declined: (data, localizer) => ({
    ...senderEmail('declined', data, localizer),
    preview: localizer.t('declined.preview'),
    ...optionalQuote(localizer.t('declined.reason'), data.reason),
  }),
  renewal_request: (data, localizer) => ({
    ...senderEmail('renewal_request', data, localizer),
    preview: localizer.t('renewal_request.preview'),
    ...optionalQuote(localizer.t('renewal_request.text'), data.text),
  }),
  problem_report: (data, localizer) => problemReportEmail(data, localizer),
  bounced: (data, localizer) => ({
    ...senderEmail('bounced', data, localizer),
    preview: localizer.t('bounced.preview', { email: data.email }),
    ...optionalQuote(localizer.t('bounced.error'), data.error),
  }),
  ...alertBuilders,
  ...approvalBuilders,
  ...userBuilders,
}

/** Returns whether this release has the template; an earlier release may have stored emails of another. */
export const isKnownTemplate = (kind: string): boolean => Object.hasOwn(builders, kind)

/** Builds the content of an email in the localizer's language. */
export function buildContent(template: TemplateWithData, localizer: Localizer): EmailContent {
  const build = builders[template.kind] as (
    data: TemplateWithData['data'],
    localizer: Localizer,
  ) => EmailContent
  const { t } = localizer
  const { data } = template
  return {
    ...build(data, localizer),
    ...('reminders_url' in data &&
      data.reminders_url !== undefined && {
        unsubscribe: { label: t('common.stop_reminders'), url: data.reminders_url },
      }),
    ...('sender' in data && { artAlt: t('common.art', { sender: data.sender.name }) }),
    fallback: t('common.link'),
  }
}

type RecipientDataFor<Kind extends RecipientTemplateName> = TemplateData[Kind]

/** Builds the content around a message that the sender wrote. */
function messageEmail(
  kind: 'invitation' | 'announcement',
  data: RecipientDataFor<typeof kind>,
  localizer: Localizer,
): EmailContent {
  const { t } = localizer
  const sender = data.sender.name
  const [firstLine = ''] = data.message.body.trim().split('\n')
  // matches 'Dear Ada' or 'Hello,'
  const isNamed = data.first_name !== '' && firstLine.includes(data.first_name)
  const isGreeted = isNamed || /^.{1,40}[,!，、]$/u.test(firstLine.trim())
  return {
    ...(isGreeted ? {} : greeting(data, localizer)),
    subject: '',
    preview: '',
    heading: t(`${kind}.heading`, { sender }),
    paragraphs: [],
    button: { label: t(`${kind}.button`), url: data.url },
    notes: [],
    footer: t('common.why', { sender, email: data.sender.email }),
  }
}

/** Names a known problem of the address in the reader's language; quotes any other message of the carrier. */
function shippingProblemEmail(
  data: RecipientDataFor<'shipping_problem'>,
  localizer: Localizer,
): EmailContent {
  const content = statusEmail('shipping_problem', withOwnUrl(data), localizer)
  const { reason } = data
  const problem = classifyAddressProblem(reason ?? '')
  if (problem === undefined)
    return { ...content, ...(reason && { message: { text: reason, isQuote: true } }) }
  const text = localizer.t(`shipping_problem.problem.${problem}`)
  return { ...content, paragraphs: [...content.paragraphs, text] }
}

type StatusTemplate =
  | 'redeemed'
  | 'ready'
  | 'donated'
  | 'code_replaced'
  | 'dispatched'
  | 'delivered'
  | 'shipping_problem'
  | 'delivery_failed'
  | 'link_resend'
  | 'recipient_link'
  | 'content_link'
  | 'parcel_lost'
  | 'parcel_returned'
  | 'gift_cancelled'
  | 'gift_backordered'
  | 'gift_expired'
  | 'problem_answer'
  | 'gift_changed'
  | 'gift_not_changed'

const withOwnUrl = <F extends { url: string; own_url?: string }>(data: F): F => ({
  ...data,
  url: data.own_url ?? data.url,
})

/** Returns the greeting, or nothing for a recipient without a name. */
function greeting(
  { first_name, last_name = '' }: RecipientEmailData,
  { language, t, greetsWithFullName }: Localizer,
): Pick<EmailContent, 'greeting'> {
  const getName = greetsWithFullName ? fullName : greetingName
  const name = getName({ first_name, last_name }, language)
  return name === '' ? {} : { greeting: t('common.hello', { name }) }
}

/** Builds an email to the recipient about a state of the gift, with the items that they have chosen. */
function statusEmail(
  kind: StatusTemplate,
  data: RecipientDataFor<StatusTemplate>,
  localizer: Localizer,
): EmailContent {
  const { t } = localizer
  const sender = data.sender.name
  return {
    subject: toSingleLine(t(`${kind}.subject`, { sender })),
    preview: t(`${kind}.preview`, { sender }),
    heading: t(`${kind}.heading`, { sender }),
    ...greeting(data, localizer),
    ...itemReceipt(data.items, localizer),
    paragraphs: splitParagraphs(t(`${kind}.body`, { sender })),
    button: { label: t(`${kind}.button`), url: data.url },
    notes: [],
    footer: t('common.why', { sender, email: data.sender.email }),
  }
}

/** Builds an email to a recipient who has not redeemed the gift yet. */
function reminderEmail(
  kind: 'reminder' | 'expiring',
  data: RecipientDataFor<'reminder'>,
  localizer: Localizer,
  days = 0,
): EmailContent {
  const { t, formatLastDay } = localizer
  const sender = data.sender.name
  const values = { sender, date: formatLastDay(data.expires_at), count: days }
  return {
    subject: toSingleLine(t(`${kind}.subject`, values)),
    preview: t(`${kind}.preview`, values),
    heading: t(`${kind}.heading`, values),
    receipt: deadlineReceipt(data, localizer),
    ...greeting(data, localizer),
    paragraphs: splitParagraphs(t(`${kind}.body`, values)),
    button: { label: t(`${kind}.button`), url: data.url },
    notes: [],
    footer: t('common.why', { sender, email: data.sender.email }),
    link: { label: t('common.calendar'), url: `${data.url}/calendar.ics` },
    decline: declineLink(data, localizer),
  }
}

const expiryNote = ({ expires_at }: { expires_at: string }, { t, formatLastDay }: Localizer) =>
  t('common.until', { date: formatLastDay(expires_at) })

const declineLink = ({ url }: { url: string }, { t }: Localizer) => ({
  label: t('common.decline'),
  hint: t('common.decline_hint'),
  url: `${url}/decline`,
})
