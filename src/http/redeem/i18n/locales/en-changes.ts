/** English texts about changes after the confirmation. */
// biome-ignore format: one text a line
export const enChanges = {
  'title.change': 'Change your gift',
  'change.section': 'Changed your mind?',
  'change.until': 'You can change your gift and your address until it’s packed.',
  'change.untilAddress': 'You can change the address until your gift is packed.',
  'change.heading': 'Change your gift',
  'change.lead': 'Pick a different one, and we’ll send that instead.',
  'change.save': 'Save my choice',
  'change.keep': 'Keep my gift',
  'change.required': 'Please choose a gift.',
  'change.gone': 'Sorry, that one just sold out. Your gift hasn’t changed. You can choose another.',
  'change.proveLead': 'To make sure only you can change your gift, we’ll send a link to your email address first.',
  'change.saved': 'Your changes are saved.',
  'change.pending': 'We’re making your change. It’s not final yet: we’ll email you as soon as it is.',
  'change.packing': 'Your gift is being packed, so it can’t be changed any more.',
  'change.late': 'Sorry, your gift has just been packed, so nothing has changed.',
  'change.busy': 'We’re printing your shipping label. Please try again in a minute.',
  'change.limit': 'You’ve changed this gift many times. Please contact {{sender}} if you need another change.',
  'change.later': 'You can still change your gift and your address until it’s packed.',
} as const
