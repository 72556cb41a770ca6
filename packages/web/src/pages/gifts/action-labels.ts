import { t } from '../../i18n/gifts.ts'

/**
 * The labels of the actions of users in the timeline of a gift. The keys are the names of the actions in the
 * audit log.
 */
// biome-ignore format: read down the columns
export const actionLabels: Readonly<Record<string, string>> = {
  'gift_request.send':             t('Sent the gift'),
  'gift_request.cancel':           t('Cancelled the gift'),
  'gift_request.remind':           t('Sent a reminder'),
  'gift_request.extend':           t('Changed the expiry date'),
  'gift_request.correct_email':    t('Corrected the email address'),
  'gift_request.reveal_address':   t('Viewed the shipping address'),
  'gift_request.fix_address':      t('Corrected the shipping address'),
  'gift_request.retry_order':      t('Retried the label'),
  'gift_request.send_again':       t('Sent the gift again'),
  'gift_request.ship_again':       t('Reshipped items'),
  'gift_request.replace_code':     t('Replaced a code'),
  'gift_request.resend_email':     t('Resent an email'),
  'gift_request.enter_tracking':   t('Entered a tracking number'),
  'gift_request.record_progress':  t('Recorded the progress of a parcel'),
  'gift_request.import_tracking':  t('Imported a tracking number'),
  'gift_request.restock':          t('Put items back into stock'),
  'gift_request.update':           t('Changed the gift'),
  'gift_request.reissue_link':     t('Replaced the link'),
  'gift_request.set_card':         t('Changed the card'),
  'gift_request.answer_problem':   t('Answered a problem report'),
  'gift_request.comment':          t('Added a comment'),
  'gift_request.delete_comment':   t('Deleted a comment'),
  'gift_request.resolve_problem':  t('Closed a problem report'),
  'gift_request.replace':          t('Sent a replacement after a problem report'),
}

/** The actions that the timeline shows in another form: as the creation of the gift and as transitions. */
export const hiddenActions: readonly string[] = [
  'gift_request.create_sample',
  'gift_request.simulate',
]
