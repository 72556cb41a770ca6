import type { Localizer } from '../locales/localizer.ts'
import { optionalQuote } from './build-user-content.ts'
import { type EmailContent, splitParagraphs, toSingleLine } from './email-content.ts'
import type { TemplateData } from './template-data.ts'

/* Emails about sends that need an approval. */

/** Asks an approver to decide about a send. */
const approvalRequestEmail = (
  {
    requester: sender,
    name,
    count,
    expires_at,
    web_url,
    decide_url,
  }: TemplateData['approval_request'],
  { t, formatDate }: Localizer,
): EmailContent => ({
  subject: toSingleLine(t('approval_request.subject', { sender, name })),
  preview: t('approval_request.preview'),
  heading: t('approval_request.heading', { sender }),
  paragraphs: splitParagraphs(
    t('approval_request.body', { sender, name, date: formatDate(expires_at) }),
  ),
  list: { items: [{ text: t('approval_request.gifts', { number: count }) }] },
  button: { label: t('approval_request.button'), url: decide_url ?? web_url },
  notes: decide_url === null ? [] : [t('approval_request.link_note')],
  ...(decide_url !== null && { link: { label: t('approval_request.all'), url: web_url } }),
  footer: t('common.sender_why'),
})

/** Informs the sender how a send that needed approval has ended. */
const approvalResultEmail = (
  { result, approver, name, reason, web_url }: TemplateData['approval_result'],
  { t }: Localizer,
): EmailContent => ({
  subject: toSingleLine(t(`approval_result.${result}.subject`, { name })),
  preview: '',
  heading: t(`approval_result.${result}.subject`, { name }),
  paragraphs: splitParagraphs(t(`approval_result.${result}.body`, { approver, name })),
  ...optionalQuote(t('approval_result.rejected.reason'), reason),
  button: { label: t('approval_result.button'), url: web_url },
  notes: [],
  footer: t('common.sender_why'),
})

export const approvalBuilders = {
  approval_request: approvalRequestEmail,
  approval_result: approvalResultEmail,
}
