import type { AuditEntry } from '../../admin-api.ts'
import { t } from '../../i18n/settings.ts'
import { fieldLabel } from './audit-field-labels.ts'

/** Placeholders that stay in the translated text. The page replaces them with elements. */
const placeholders = { actor: '{actor}', subject: '{subject}' } as const

/** The sentence for each action, with the placeholders `{actor}` and `{subject}`. */
// biome-ignore format: read down the columns
const actionLabels: Readonly<Record<string, string>> = {
  'account.advance_clock':        t('{actor} advanced the clock of {subject}', placeholders),
  'account.change_cost_defaults': t('{actor} changed what gifts of {subject} are charged to', placeholders),
  'account.change':               t('{actor} changed the name or the tier of {subject}', placeholders),
  'account.change_settings':      t('{actor} changed the settings of {subject}', placeholders),
  'account.change_text_messages': t('{actor} changed the text messages of {subject}', placeholders),
  'account.download_links':       t('{actor} downloaded the recipient links of {subject}', placeholders),
  'account.create_provisioning_token': t('{actor} created a provisioning token for {subject}', placeholders),
  'account.fail_single_sign_on':  t('{actor} rejected a single sign-on to {subject}', placeholders),
  'account.clear_bounces':  t('{actor} allowed emails to bounced addresses at a domain in {subject}', placeholders),
  'account.lift_single_sign_on':  t('{actor} ended the requirement of single sign-on in {subject}', placeholders),
  'account.remove_single_sign_on': t('{actor} removed the single sign-on of {subject}', placeholders),
  'account.revoke_provisioning_token': t('{actor} revoked the provisioning token of {subject}', placeholders),
  'account.save_provisioning':   t('{actor} changed the provisioning of {subject}', placeholders),
  'account.save_single_sign_on':  t('{actor} saved the single sign-on of {subject}', placeholders),
  'account.test_single_sign_on':  t('{actor} tested the single sign-on of {subject}', placeholders),
  'account.resume':               t('{actor} resumed account {subject}', placeholders),
  'account.set_up':               t('{actor} set up account {subject}', placeholders),
  'account.suspend':              t('{actor} suspended account {subject}', placeholders),
  'agent.call':                   t('{actor} called a tool as agent {subject}', placeholders),
  'app.change_cap':               t('{actor} changed the daily limit of app {subject}', placeholders),
  'app.connect':                  t('{actor} connected app {subject}', placeholders),
  'app.disconnect':               t('{actor} disconnected app {subject}', placeholders),
  'approval_rule.change':         t('{actor} changed which sends need approval', placeholders),
  'bulk_action.start':            t('{actor} started bulk action {subject}', placeholders),
  'bulk_action.stop':             t('{actor} stopped bulk action {subject}', placeholders),
  'bulk_send.approve_first':      t('{actor} gave the first approval of {subject}', placeholders),
  'bulk_send.approve':            t('{actor} approved send {subject}', placeholders),
  'bulk_send.cancel':             t('{actor} cancelled send {subject}', placeholders),
  'bulk_send.expire':             t('Send {subject} ended without a decision', placeholders),
  'bulk_send.reject':             t('{actor} rejected send {subject}', placeholders),
  'bulk_send.rename':             t('{actor} renamed send {subject}', placeholders),
  'bulk_send.start':              t('{actor} started send {subject}', placeholders),
  'bulk_send.submit':             t('{actor} submitted send {subject} for approval', placeholders),
  'bulk_send.withdraw':           t('{actor} withdrew send {subject}', placeholders),
  'campaign.archive':             t('{actor} archived campaign {subject}', placeholders),
  'campaign.change':              t('{actor} changed campaign {subject}', placeholders),
  'campaign.create':              t('{actor} created campaign {subject}', placeholders),
  'campaign.restore':             t('{actor} restored campaign {subject}', placeholders),
  'catalogue.add_sample':         t('{actor} added sample products and campaigns to {subject}', placeholders),
  'claim_rules.allow':            t('{actor} removed an entry from the deny list for {subject}', placeholders),
  'claim_rules.change':           t('{actor} changed the default for {subject}', placeholders),
  'claim_rules.deny':             t('{actor} added addresses or domains to the deny list for {subject}', placeholders),
  'catalogue.import':             t('{actor} imported a catalogue file into {subject}', placeholders),
  'contact.add_note':             t('{actor} added a note about recipient {subject}', placeholders),
  'contact.clear_opt_out':        t('{actor} allowed campaign emails again to recipient {subject}', placeholders),
  'contact.delete_note':          t('{actor} deleted a note about recipient {subject}', placeholders),
  'contact.opt_out':              t('{actor} stopped campaign emails to recipient {subject}', placeholders),
  'contact.clear_bounce':         t('{actor} allowed emails again to recipient {subject}', placeholders),
  'contact_group.create':         t('{actor} created contact group {subject}', placeholders),
  'contact_group.delete':         t('{actor} deleted contact group {subject}', placeholders),
  'contact_group.rename':         t('{actor} renamed contact group {subject}', placeholders),
  'contact.correct_email':        t('{actor} corrected the email address of recipient {subject}', placeholders),
  'delivery.recover':             t('{actor} resent failed deliveries of webhook endpoint {subject}', placeholders),
  'delivery.resend':              t('{actor} resent delivery {subject}', placeholders),
  'delivery.retry_waiting':       t('{actor} retried the waiting deliveries of webhook endpoint {subject}', placeholders),
  'chat.change':                  t('{actor} changed chat alerts to {subject}', placeholders),
  'chat.create':                  t('{actor} added chat alerts to {subject}', placeholders),
  'chat.delete':                  t('{actor} removed chat alerts to {subject}', placeholders),
  'chat.test':                    t('{actor} sent a test message to {subject}', placeholders),
  'connection.change':            t('{actor} changed the connection {subject}', placeholders),
  'connection.create':            t('{actor} added the connection {subject}', placeholders),
  'connection.delete':            t('{actor} deleted the connection {subject}', placeholders),
  'connection.test':              t('{actor} tested the connection {subject}', placeholders),
  'donation.pay':                 t('{actor} marked as paid the donations to {subject}', placeholders),
  'donation.revert':              t('{actor} marked as unpaid the donations to {subject}', placeholders),
  'endpoint.change':              t('{actor} changed webhook endpoint {subject}', placeholders),
  'endpoint.create':              t('{actor} added webhook endpoint {subject}', placeholders),
  'endpoint.delete':              t('{actor} deleted webhook endpoint {subject}', placeholders),
  'endpoint.disable':             t('{actor} disabled webhook endpoint {subject}', placeholders),
  'endpoint.enable':              t('{actor} enabled webhook endpoint {subject}', placeholders),
  'endpoint.rotate_key':          t('{actor} rotated the Ed25519 key of webhook endpoint {subject}', placeholders),
  'endpoint.rotate_secret':       t('{actor} rotated the secret of webhook endpoint {subject}', placeholders),
  'endpoint.test':                t('{actor} sent a test event to webhook endpoint {subject}', placeholders),
  'gift_request.answer_problem':  t('{actor} answered a problem report of gift {subject}', placeholders),
  'gift_request.cancel':          t('{actor} cancelled gift {subject}', placeholders),
  'gift_request.correct_email':   t('{actor} corrected the email address of gift {subject}', placeholders),
  'gift_request.create_sample':   t('{actor} created sample gift {subject}', placeholders),
  'gift_request.enter_tracking':  t('{actor} entered the tracking number of a parcel of gift {subject}', placeholders),
  'gift_request.extend':          t('{actor} extended gift {subject}', placeholders),
  'gift_request.fix_address':     t('{actor} corrected the shipping address of gift {subject}', placeholders),
  'gift_request.import_tracking': t('{actor} imported the tracking number of a parcel of gift {subject}', placeholders),
  'gift_request.record_progress': t('{actor} recorded the progress of a parcel of gift {subject}', placeholders),
  'gift_request.reissue_link':    t('{actor} replaced the link of gift {subject}', placeholders),
  'gift_request.remind':          t('{actor} sent a reminder for gift {subject}', placeholders),
  'gift_request.replace':         t('{actor} sent a replacement after a problem report of gift {subject}', placeholders),
  'gift_request.replace_code':    t('{actor} replaced the code of gift {subject}', placeholders),
  'gift_request.resend_email':    t('{actor} resent an email of gift {subject}', placeholders),
  'gift_request.resolve_problem': t('{actor} closed a problem report of gift {subject}', placeholders),
  'gift_request.restock':         t('{actor} put items back into stock from a parcel of gift {subject}', placeholders),
  'gift_request.retry_order':     t('{actor} retried the order of a parcel of gift {subject}', placeholders),
  'gift_request.reveal_address':  t('{actor} viewed the shipping address of gift {subject}', placeholders),
  'gift_request.send':            t('{actor} sent gift {subject}', placeholders),
  'gift_request.send_again':      t('{actor} sent a replacement of gift {subject}', placeholders),
  'gift_request.set_card':       t('{actor} changed the card of gift {subject}', placeholders),
  'greeting_media.upload':       t('{actor} uploaded a photo or video for a card {subject}', placeholders),
  'gift_request.ship_again':      t('{actor} reshipped a parcel of gift {subject}', placeholders),
  'gift_request.simulate':        t('{actor} simulated the progress of gift {subject}', placeholders),
  'gift_request.update':          t('{actor} changed gift {subject}', placeholders),
  'group.create':                t('{actor} added group {subject}', placeholders),
  'group.delete':                t('{actor} deleted group {subject}', placeholders),
  'group.update':                t('{actor} changed group {subject}', placeholders),
  'oauth_client.change_scopes':   t('{actor} changed the permissions of OAuth client {subject}', placeholders),
  'oauth_client.create':          t('{actor} created OAuth client {subject}', placeholders),
  'oauth_client.revoke':          t('{actor} revoked OAuth client {subject}', placeholders),
  'oauth_client.revoke_tokens':   t('{actor} revoked the tokens of OAuth client {subject}', placeholders),
  'oauth_client.rotate_secret':   t('{actor} rotated the secret of OAuth client {subject}', placeholders),
  'one_link.approve_claims':      t('{actor} approved claims of one-link {subject}', placeholders),
  'one_link.change':              t('{actor} changed the settings of one-link {subject}', placeholders),
  'one_link.close':               t('{actor} closed one-link {subject}', placeholders),
  'one_link.create':              t('{actor} created one-link {subject}', placeholders),
  'one_link.rename':              t('{actor} renamed one-link {subject}', placeholders),
  'one_link.reject_claims':       t('{actor} rejected claims of one-link {subject}', placeholders),
  'packing.buy_label':            t('{actor} bought the label of parcel {subject}', placeholders),
  'packing.hand_over':            t('{actor} handed over parcel {subject}', placeholders),
  'packing.pack':                 t('{actor} packed parcel {subject}', placeholders),
  'packing.print_carrier_label':  t('{actor} printed the carrier’s label of parcel {subject}', placeholders),
  'packing.print_label':          t('{actor} printed the address label of parcel {subject}', placeholders),
  'packing.print_slip':           t('{actor} printed the packing slip of parcel {subject}', placeholders),
  'packing.report_address':       t('{actor} reported an unusable address of parcel {subject}', placeholders),
  'packing.report_damaged':       t('{actor} reported a damaged item of parcel {subject}', placeholders),
  'packing.report_out_of_stock':  t('{actor} reported an item out of stock of parcel {subject}', placeholders),
  'packing.show_address':         t('{actor} viewed the address of parcel {subject}', placeholders),
  'packing.unpack':               t('{actor} marked as not packed parcel {subject}', placeholders),
  'parcel.simulate':              t('{actor} simulated a carrier update of parcel {subject}', placeholders),
  'passkey.add':                  t('{actor} added a passkey for {subject}', placeholders),
  'passkey.remove':               t('{actor} removed a passkey of {subject}', placeholders),
  'person.change':                t('{actor} changed contact {subject}', placeholders),
  'person.create':                t('{actor} added contact {subject}', placeholders),
  'person.delete':                t('{actor} deleted contact {subject}', placeholders),
  'person.import':                t('{actor} imported contacts into {subject}', placeholders),
  'person.merge':                 t('{actor} merged another contact into contact {subject}', placeholders),
  'privacy.erase':                t('{actor} erased the personal data of {subject}', placeholders),
  'privacy.export':               t('{actor} exported the personal data of {subject}', placeholders),
  'product.change':               t('{actor} changed product {subject}', placeholders),
  'product.create':               t('{actor} created product {subject}', placeholders),
  'session.end_others':           t('{actor} signed out other sessions of {subject}', placeholders),
  'operator_token.create':        t('{actor} created operator token {subject}', placeholders),
  'operator_token.revoke':        t('{actor} revoked operator token {subject}', placeholders),
  'session.enter':                t('{actor} switched to this account as {subject}', placeholders),
  'session.start':                t('{actor} signed in as {subject}', placeholders),
  'stock.adjust':                 t('{actor} adjusted the stock of {subject}', placeholders),
  'stock.count':                  t('{actor} counted the stock of {subject}', placeholders),
  'team.change':                  t('{actor} changed team {subject}', placeholders),
  'team.create':                  t('{actor} created team {subject}', placeholders),
  'team.resume':                  t('{actor} resumed team {subject}', placeholders),
  'team.suspend':                 t('{actor} suspended team {subject}', placeholders),
  'token.change_addresses':       t('{actor} changed the allowed addresses of API key {subject}', placeholders),
  'token.change_scopes':          t('{actor} changed the permissions of API key {subject}', placeholders),
  'token.create':                 t('{actor} created API key {subject}', placeholders),
  'token.expire':                 t('{actor} revoked API key {subject}', placeholders),
  'user.accept_invitation':       t('{actor} accepted the invitation as {subject}', placeholders),
  'user.change':                 t('{actor} changed {subject}', placeholders),
  'user.change_daily_email':      t('{actor} changed the daily email of {subject}', placeholders),
  'user.cancel_email_change':     t('{actor} cancelled the new email address of {subject}', placeholders),
  'user.change_email':            t('{actor} changed the email address of {subject}', placeholders),
  'user.change_name':             t('{actor} changed the name of {subject}', placeholders),
  'user.change_password':         t('{actor} changed the password of {subject}', placeholders),
  'role.change':                  t('{actor} changed the role {subject}', placeholders),
  'role.create':                  t('{actor} created the role {subject}', placeholders),
  'role.delete':                  t('{actor} deleted the role {subject}', placeholders),
  'user.change_role':             t('{actor} changed the role of {subject}', placeholders),
  'user.confirm_identity':        t('{actor} confirmed with single sign-on to be {subject}', placeholders),
  'user.copy_invitation_link':    t('{actor} copied the invitation link of {subject}', placeholders),
  'user.create':                  t('{actor} added user {subject}', placeholders),
  'user.deactivate':             t('{actor} deactivated {subject}', placeholders),
  'user.disable_totp':            t('{actor} turned off the authenticator app of {subject}', placeholders),
  'user.enable_totp':             t('{actor} turned on the authenticator app of {subject}', placeholders),
  'user.grant_operator':          t('{actor} made {subject} an operator', placeholders),
  'user.invite':                  t('{actor} invited {subject}', placeholders),
  'user.leave':                   t('{subject} left the account', placeholders),
  'user.link_single_sign_on':     t('{actor} linked single sign-on with {subject}', placeholders),
  'user.reactivate':             t('{actor} reactivated {subject}', placeholders),
  'user.regenerate_backup_codes': t('{actor} generated new backup codes for {subject}', placeholders),
  'user.request_email_change':    t('{actor} asked for a new email address of {subject}', placeholders),
  'user.remove':                  t('{actor} removed {subject}', placeholders),
  'user.resend_invitation':       t('{actor} resent the invitation to {subject}', placeholders),
  'user.reset_password':          t('{actor} reset the password of {subject}', placeholders),
  'user.revoke_apps':             t('{actor} revoked the apps of {subject}', placeholders),
  'user.revoke_operator':         t('{actor} ended that {subject} is an operator', placeholders),
  'user.revoke_invitation':       t('{actor} revoked the invitation of {subject}', placeholders),
  'user.transfer_admin':          t('{actor} transferred the admin role to {subject}', placeholders),
  'user.unlink_single_sign_on':   t('{actor} unlinked single sign-on from {subject}', placeholders),
  'variant.change_content':       t('{actor} changed the contents of {subject}', placeholders),
  'variant.import_codes':         t('{actor} imported codes of {subject}', placeholders),
  'variant.revoke_code':          t('{actor} revoked a code of {subject}', placeholders),
  'variant.revoke_import':        t('{actor} revoked an import of codes of {subject}', placeholders),
  'variant.upload_file':          t('{actor} uploaded the file of {subject}', placeholders),
  'warehouse.archive':            t('{actor} archived warehouse {subject}', placeholders),
  'warehouse.change':             t('{actor} changed warehouse {subject}', placeholders),
  'warehouse.create':             t('{actor} added warehouse {subject}', placeholders),
  'warehouse.rename':             t('{actor} renamed warehouse {subject}', placeholders),
}

/** The sentences for actions that users do to themselves. */
// biome-ignore format: read down the columns
const selfActionLabels: Readonly<Record<string, string>> = {
  'passkey.add':                  t('{actor} added a passkey', placeholders),
  'passkey.remove':               t('{actor} removed a passkey', placeholders),
  'session.end_others':           t('{actor} signed out their other sessions', placeholders),
  'session.enter':                t('{actor} switched to this account', placeholders),
  'session.start':                t('{actor} signed in', placeholders),
  'user.accept_invitation':       t('{actor} accepted the invitation', placeholders),
  'user.change_daily_email':      t('{actor} changed their daily email', placeholders),
  'user.change_name':             t('{actor} changed their name', placeholders),
  'user.change_password':         t('{actor} changed their password', placeholders),
  'user.confirm_identity':        t('{actor} confirmed their identity with single sign-on', placeholders),
  'user.link_single_sign_on':     t('{actor} used single sign-on for the first time', placeholders),
  'user.disable_totp':            t('{actor} turned off their authenticator app', placeholders),
  'user.enable_totp':             t('{actor} turned on their authenticator app', placeholders),
  'user.regenerate_backup_codes': t('{actor} generated new backup codes', placeholders),
  'user.reset_password':          t('{actor} reset their password', placeholders),
}

/**
 * Returns the sentence for an action that a user did to themselves, such as '{actor} signed in'. If the
 * action has no special sentence, the result is a text such as '{actor} changed the role of themselves'.
 */
export const selfActionLabel = (action: string): string =>
  selfActionLabels[action] ?? actionLabel(action).replace('{subject}', t('themselves'))

/**
 * Returns the sentence for an action, such as '{actor} added webhook endpoint {subject}'. For an unknown
 * action, the function builds the sentence from the name of the action.
 */
export function actionLabel(action: string): string {
  const label = actionLabels[action]
  if (label !== undefined) return label
  const [noun = '', verb = ''] = action.split('.')
  return t('{actor} {action} {subject}', {
    ...placeholders,
    action: `${verb} ${noun}`.replaceAll('_', ' '),
  })
}

/** The names of the kinds of actors. Not every actor is a person. */
export const actorKinds: Readonly<Record<AuditEntry['actor']['kind'], string>> = {
  user: t('User'),
  api_token: t('API key'),
  oauth_client: t('OAuth client'),
  provisioning: t('Identity provider'),
  recipient: t('Recipient'),
  operator: t('Operator'),
  system: t('System|actor'),
}

/** Returns whether an action has a label of its own. */
export const hasActionLabel = (action: string): boolean => Object.hasOwn(actionLabels, action)

/** Formats the changes of an entry with one line for each field, such as 'Role: sender → admin'. */
export function formatChanges(details: Readonly<Record<string, unknown>>): string[] {
  const { before, after, ...rest } = details as {
    before?: Record<string, unknown>
    after?: Record<string, unknown>
  }
  const names = Object.keys({ ...before, ...after })
  return [
    ...names.map(
      (name) =>
        `${fieldLabel(name)}: ${formatValue(before?.[name])} → ${formatValue(after?.[name])}`,
    ),
    ...Object.entries(rest).map(([name, value]) => `${fieldLabel(name)}: ${formatValue(value)}`),
  ]
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('none|value')
  if (value === true) return t('yes')
  if (value === false) return t('no')
  if (Array.isArray(value))
    return value.length === 0 ? t('none|value') : value.map(formatValue).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
