/** The designed cards in the order of the picker. */
export const cardLabels: Readonly<Record<string, string>> = {
  birthday: 'Birthday',
  'thank-you': 'Thank you',
  welcome: 'Welcome',
  congratulations: 'Congratulations',
  'great-work': 'Great work',
  anniversary: 'Anniversary',
  wedding: 'Wedding',
  'new-baby': 'New baby',
  'get-well': 'Get well',
  sympathy: 'Sympathy',
  holidays: 'Holidays',
  'just-because': 'Just because',
}

export const cardUrl = (card: string): string => `/pages/card-${card}.svg`
