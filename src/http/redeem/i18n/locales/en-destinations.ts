/** English texts about destinations and age limits. */
// biome-ignore format: one text a line
export const enDestinations = {
  'choose.country': 'Deliver to',
  'choose.countryGo': 'Show available gifts',
  'choose.deniedIn': 'Not available in {{place}}',
  'choose.notThere': 'Sorry, that gift isn’t available at your destination. Please choose another. If you’ve already entered your address, we’ve saved it.',
  'choose.notThereNamed_one': 'Sorry, {{names}} isn’t available in {{place}}. Please choose another gift. If you’ve already entered your address, we’ve saved it.',
  'choose.notThereNamed_other': 'Sorry, {{names}} aren’t available in {{place}}. Please choose another gift. If you’ve already entered your address, we’ve saved it.',
  'choose.leftOut_one': '{{names}} isn’t available in {{place}}, so it won’t be part of your gift.',
  'choose.leftOut_other': '{{names}} aren’t available in {{place}}, so they won’t be part of your gift.',
  'choose.blockedHeading': 'Not available at this destination',
  'choose.blockedLead': 'None of this can be sent there. Choose a different destination, or contact {{sender}}.',
  'choose.state': 'Please select your state. It decides which gifts are available.',
  'choose.age': 'Ages {{age}} and over',
  'review.age': 'I’m at least {{age}} years old.',
  'review.ageShipped': 'An adult needs to sign for the parcel, and may be asked for ID.',
  'review.ageWhy': 'This gift has an age limit.',
  'error.age': 'Please confirm your age to receive this gift.',
  'error.destination_one': '{{names}} isn’t available in {{place}}. Enter a different address, or go back and choose another gift.',
  'error.destination_other': '{{names}} aren’t available in {{place}}. Enter a different address, or go back and choose another gift.',
  'error.destinationSurprise': 'This gift isn’t available at that destination. Enter a different address.',
} as const
