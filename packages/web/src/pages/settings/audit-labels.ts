/* Labels of audit log actions: a verb in the past tense and its object. */

/** The label of each object type, in sentences and in the filter. */
// biome-ignore format: read down the columns
export const subjectLabels: Readonly<Record<string, string>> = {
  account:      'account',
  agent:        'agent',
  app:          'app',
  campaign:     'campaign',
  claim_rules:  'one-link claims',
  contact:      'recipient',
  delivery:     'delivery',
  donation:     'donations',
  endpoint:     'webhook endpoint',
  gift_request: 'gift',
  oauth_client: 'OAuth client',
  one_link:     'one-link',
  parcel:       'parcel',
  passkey:      'passkey',
  privacy:      'personal data',
  product:      'product',
  session:      'sign-in',
  stock:        'stock',
  token:        'API key',
  user:         'user',
  variant:      'variant',
  warehouse:    'warehouse',
}

/** The words between the actor and the name of the object. */
// biome-ignore format: read down the columns
const actionLabels: Readonly<Record<string, string>> = {
  'account.advance_clock':        'advanced the clock of',
  'account.change_settings':      'changed the settings of',
  'account.set_up':               'set up account',
  'agent.call':                   'called a tool as agent',
  'app.change_cap':               'changed the daily limit of app',
  'app.connect':                  'connected app',
  'app.disconnect':               'disconnected app',
  'campaign.archive':             'archived campaign',
  'campaign.change':              'changed campaign',
  'campaign.create':              'created campaign',
  'campaign.restore':             'restored campaign',
  'catalogue.add_sample':         'added sample products and campaigns to',
  'claim_rules.allow':            'removed an entry from the deny list for',
  'claim_rules.change':           'changed the default for',
  'claim_rules.deny':             'added addresses or domains to the deny list for',
  'catalogue.import':             'imported a catalogue file into',
  'contact.clear_bounce':         'allowed emails again to recipient',
  'contact.correct_email':        'corrected the email address of recipient',
  'delivery.recover':             'resent failed deliveries of webhook endpoint',
  'delivery.resend':              'resent delivery',
  'delivery.retry_waiting':       'retried the waiting deliveries of webhook endpoint',
  'chat.change':                  'changed chat alerts to',
  'chat.create':                  'added chat alerts to',
  'chat.delete':                  'removed chat alerts to',
  'chat.test':                    'sent a test message to',
  'donation.pay':                 'marked as paid the donations to',
  'donation.revert':              'marked as unpaid the donations to',
  'endpoint.change':              'changed webhook endpoint',
  'endpoint.create':              'added webhook endpoint',
  'endpoint.delete':              'deleted webhook endpoint',
  'endpoint.disable':             'disabled webhook endpoint',
  'endpoint.enable':              'enabled webhook endpoint',
  'endpoint.rotate_key':          'rotated the Ed25519 key of webhook endpoint',
  'endpoint.rotate_secret':       'rotated the secret of webhook endpoint',
  'endpoint.test':                'sent a test event to webhook endpoint',
  'gift_request.answer_problem':  'answered a problem report of gift',
  'gift_request.cancel':          'cancelled gift',
  'gift_request.correct_email':   'corrected the email address of gift',
  'gift_request.create_sample':   'created sample gift',
  'gift_request.enter_tracking':  'entered the tracking number of a parcel of gift',
  'gift_request.extend':          'extended gift',
  'gift_request.fix_address':     'corrected the shipping address of gift',
  'gift_request.import_tracking': 'imported the tracking number of a parcel of gift',
  'gift_request.record_progress': 'recorded the progress of a parcel of gift',
  'gift_request.reissue_link':    'replaced the link of gift',
  'gift_request.remind':          'sent a reminder for gift',
  'gift_request.replace':         'sent a replacement after a problem report of gift',
  'gift_request.replace_code':    'replaced the code of gift',
  'gift_request.resend_email':    'resent an email of gift',
  'gift_request.resolve_problem': 'closed a problem report of gift',
  'gift_request.restock':         'put items back into stock from a parcel of gift',
  'gift_request.reveal_address':  'viewed the shipping address of gift',
  'gift_request.send':            'sent gift',
  'gift_request.send_again':      'sent a replacement of gift',
  'account.change_text_messages': 'changed the text messages of',
  'gift_request.set_card':       'changed the card of gift',
  'greeting_media.upload':       'uploaded a photo or video for a card',
  'gift_request.ship_again':      'reshipped a parcel of gift',
  'gift_request.simulate':        'simulated the progress of gift',
  'gift_request.update':          'changed gift',
  'oauth_client.change_scopes':   'changed the permissions of OAuth client',
  'oauth_client.create':          'created OAuth client',
  'oauth_client.revoke':          'revoked OAuth client',
  'oauth_client.revoke_tokens':   'revoked the tokens of OAuth client',
  'oauth_client.rotate_secret':   'rotated the secret of OAuth client',
  'one_link.approve_claims':      'approved claims of one-link',
  'one_link.change':              'changed the settings of one-link',
  'one_link.close':               'closed one-link',
  'one_link.create':              'created one-link',
  'one_link.reject_claims':       'rejected claims of one-link',
  'packing.buy_label':            'bought the label of parcel',
  'packing.hand_over':            'handed over parcel',
  'packing.pack':                 'packed parcel',
  'packing.print_carrier_label':  'printed the carrier’s label of parcel',
  'packing.print_label':          'printed the address label of parcel',
  'packing.print_slip':           'printed the packing slip of parcel',
  'packing.report_address':       'reported an unusable address of parcel',
  'packing.report_damaged':       'reported a damaged item of parcel',
  'packing.report_out_of_stock':  'reported an item out of stock of parcel',
  'packing.show_address':         'viewed the address of parcel',
  'packing.unpack':               'marked as not packed parcel',
  'parcel.simulate':              'simulated a carrier update of parcel',
  'passkey.add':                  'added a passkey for',
  'passkey.remove':               'removed a passkey of',
  'privacy.erase':                'erased the personal data of',
  'privacy.export':               'exported the personal data of',
  'product.change':               'changed product',
  'product.create':               'created product',
  'session.end_others':           'signed out other sessions of',
  'session.start':                'signed in as',
  'stock.adjust':                 'adjusted the stock of',
  'stock.count':                  'counted the stock of',
  'token.change_scopes':          'changed the permissions of API key',
  'token.create':                 'created API key',
  'token.expire':                 'revoked API key',
  'user.accept_invitation':       'accepted the invitation as',
  'user.change_daily_email':      'changed the daily email of',
  'user.change_password':         'changed the password of',
  'user.change_role':             'changed the role of',
  'user.copy_invitation_link':    'copied the invitation link of',
  'user.disable_totp':            'turned off the authenticator app of',
  'user.enable_totp':             'turned on the authenticator app of',
  'user.invite':                  'invited',
  'user.regenerate_backup_codes': 'generated new backup codes for',
  'user.remove':                  'removed',
  'user.resend_invitation':       'resent the invitation to',
  'user.reset_password':          'reset the password of',
  'user.revoke_apps':             'revoked the apps of',
  'user.revoke_invitation':       'revoked the invitation of',
  'user.transfer_admin':          'transferred the admin role to',
  'variant.change_content':       'changed the contents of',
  'variant.import_codes':         'imported codes of',
  'variant.revoke_code':          'revoked a code of',
  'variant.upload_file':          'uploaded the file of',
  'warehouse.archive':            'archived warehouse',
  'warehouse.change':             'changed warehouse',
  'warehouse.create':             'added warehouse',
  'warehouse.rename':             'renamed warehouse',
}

/** The words for actions of users on themselves. */
// biome-ignore format: read down the columns
const selfActionLabels: Readonly<Record<string, string>> = {
  'passkey.add':                  'added a passkey',
  'passkey.remove':               'removed a passkey',
  'session.end_others':           'signed out their other sessions',
  'session.start':                'signed in',
  'user.accept_invitation':       'accepted the invitation',
  'user.change_daily_email':      'changed their daily email',
  'user.change_password':         'changed their password',
  'user.copy_invitation_link':    'copied the invitation link of',
  'user.disable_totp':            'turned off their authenticator app',
  'user.enable_totp':             'turned on their authenticator app',
  'user.regenerate_backup_codes': 'generated new backup codes',
  'user.reset_password':          'reset their password',
  'user.revoke_apps':             'revoked the apps of',
}

export const selfActionLabel = (action: string): string =>
  selfActionLabels[action] ?? `${actionLabel(action)} themselves`

/** 'added webhook endpoint'; an unknown action is spelled out. */
export function actionLabel(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  return (
    actionLabels[action] ??
    `${verb.replaceAll('_', ' ')} ${subjectLabels[noun] ?? noun.replaceAll('_', ' ')}`
  )
}

/** Whether an action has its own label. */
export const hasActionLabel = (action: string): boolean => Object.hasOwn(actionLabels, action)

/** 'payload_version' → 'Payload version' */
export function fieldLabel(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The changes, one line per field: 'Role: sender → admin'. */
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
  if (value === undefined || value === null || value === '') return 'none'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(formatValue).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
