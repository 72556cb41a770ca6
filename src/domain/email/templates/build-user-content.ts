import type { Localizer } from '../locales/localizer.ts'
import { type EmailContent, excerpt, splitParagraphs, toSingleLine } from './email-content.ts'
import type { AccountTemplateData, TemplateData } from './template-data.ts'

/* Emails to users of the web app: about a gift that they sent, or about their own account. */

/** Builds an email to the sender about one gift request. */
export function senderEmail(
  kind: 'thank_you_note' | 'declined' | 'renewal_request' | 'bounced' | 'problem_report',
  data: { recipient: string; reference: string; web_url: string; email?: string },
  { t }: Localizer,
): EmailContent {
  const { recipient, reference, email = '' } = data
  return {
    subject: toSingleLine(t(`${kind}.subject`, { recipient })),
    preview: '',
    heading: t(`${kind}.heading`, { recipient }),
    paragraphs: splitParagraphs(t(`${kind}.body`, { recipient, email })),
    button: { label: t(`${kind}.button`), url: data.web_url },
    notes: [t('common.reference', { reference })],
    footer: t('common.sender_why'),
  }
}

/** Tells the sender and the admins what the recipient reports. */
export function problemReportEmail(
  data: TemplateData['problem_report'],
  localizer: Localizer,
): EmailContent {
  const { t } = localizer
  const { problem, text, photos } = data
  const content = senderEmail('problem_report', data, localizer)
  return {
    ...content,
    preview: excerpt(text),
    message: { lead: t(`problem_report.${problem}`), text, isQuote: true },
    notes: [
      ...(photos === 0 ? [] : [t('problem_report.photos', { count: photos })]),
      ...content.notes,
    ],
  }
}

export const optionalQuote = (lead: string, text: string | null): Pick<EmailContent, 'message'> =>
  text === null || text === '' ? {} : { message: { lead, text, isQuote: true } }

/** Values of the texts; each kind has some of them. */
interface AccountEmailValues {
  inviter: string
  account: string
  count: number
  email: string
  date: string
}

function accountEmail(
  kind: keyof AccountTemplateData,
  url: string,
  { t }: Localizer,
  given: Partial<AccountEmailValues> = {},
): EmailContent {
  const { host } = new URL(url)
  const values = { inviter: '', account: '', count: 0, email: '', date: '', host, ...given }
  return {
    subject: toSingleLine(t(`${kind}.subject`, values)),
    preview: t(`${kind}.preview`, values),
    heading: t(`${kind}.heading`, values),
    paragraphs: splitParagraphs(t(`${kind}.body`, values)),
    button: { label: t(`${kind}.button`), url },
    notes: [],
    footer: t('common.account_why'),
  }
}

const build =
  (kind: keyof AccountTemplateData) =>
  (data: { url: string } & Partial<AccountEmailValues>, localizer: Localizer): EmailContent =>
    accountEmail(kind, data.url, localizer, data)

/** The builders of emails to users about an account. */
export const userBuilders = {
  invite_colleague: build('invite_colleague'),
  invite_packer: build('invite_packer'),
  invite_member: build('invite_member'),
  reset_password: ({ url, minutes }: TemplateData['reset_password'], localizer: Localizer) =>
    accountEmail('reset_password', url, localizer, { count: minutes }),
  verify_address: build('verify_address'),
  address_changed: build('address_changed'),
  account_ending: (data: TemplateData['account_ending'], localizer: Localizer) =>
    accountEmail('account_ending', data.url, localizer, {
      account: data.account,
      date: localizer.formatLastDay(data.erase_after),
    }),
  account_end_revoked: build('account_end_revoked'),
}
